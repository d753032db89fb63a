import type { MemoryRecord } from '../domain/memory-state.ts';
import type { SearchDocument } from '../domain/search-document.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { type MemoryId, memoryOfStream, type SessionId, type StreamName, sessionOfStream } from '../kernel/ids.ts';
import { makeOnce } from '../kernel/make-once.ts';
import type { AppContext } from './context.ts';
import { JOURNAL_START, type JournalCursor } from './ports/journal.ts';
import type { AskedSubject, SearchFeed, SearchSubject, SearchSubjectId } from './ports/search.ts';
import { keptSession, searchedFacts, sessionDocuments } from './session-documents.ts';
import { eventsOfSessions } from './session-history.ts';

/** Events after which content that an index holds may be gone from the store. */
const ERASING: ReadonlySet<string> = new Set([
  'purge.intended',
  'session.purged',
  'memory.forgotten',
  'journal.repaired',
  'journal.redacted',
]);

/** Labels of filters. Each is one word of letters and digits, and no two kinds of label begin alike. */
export const label = {
  project: (id: string): string => `p${id}`,
  /** Memory of the person, in every project. */
  everyProject: 'pevery',
  session: (id: string): string => `s${id}`,
  agent: (name: string): string => `a${name.replaceAll('-', '')}`,
  trust: (trust: string): string => `t${trust}`,
  status: (status: string): string => `m${status}`,
  memoryKind: (kind: string): string => `c${kind}`,
};

/** What the search index is made of: the read model must be caught up. */
export function searchFeed(app: AppContext): SearchFeed {
  return {
    storeId: app.storeId,
    head: () => app.journal.head(),
    holds: (cursor) => app.journal.holds(cursor),
    changes: (after) => changesAfter(app, after),
    all: () => [
      ...sessionsByAge(app).map((id) => `session/${id}` as const),
      ...app.readModel.memories({ everything: true }).map(({ id }) => `memory/${id}` as const),
    ],
    subjects: (asked) => lookUp(app, asked),
  };
}

/** The oldest first. */
function sessionsByAge(app: AppContext): readonly SessionId[] {
  return app.readModel
    .list({ everything: true, includeSubagents: true })
    .map(({ id }) => id)
    .reverse();
}

function subjectOf(stream: StreamName): SearchSubjectId | undefined {
  return sessionOfStream(stream) === undefined && memoryOfStream(stream) === undefined
    ? undefined
    : (stream as string as SearchSubjectId);
}

function changesAfter(app: AppContext, after: Parameters<SearchFeed['changes']>[0]): ReturnType<SearchFeed['changes']> {
  const subjects = new Set<SearchSubjectId>();
  let erased = false;
  for (const entry of app.journal.read(after)) {
    const streams = entry.kind === 'damage' ? entry.streams : [entry.event.stream];
    for (const stream of streams) {
      const subject = subjectOf(stream);
      if (subject !== undefined) subjects.add(subject);
    }
    if (entry.kind !== 'damage' && ERASING.has(entry.event.type)) erased = true;
  }
  return { subjects: [...subjects], erased };
}

function lookUp(app: AppContext, asked: readonly AskedSubject[]): ReturnType<SearchFeed['subjects']> {
  const historyOf = liveHistories(app, asked);
  const found = new Map<SearchSubjectId, SearchSubject>();
  for (const { id } of asked) {
    const stream = id as string as StreamName;
    const session = sessionOfStream(stream);
    const memory = memoryOfStream(stream);
    const subject =
      session === undefined ? memory && memorySubject(app, memory) : sessionSubject(app, session, historyOf);
    if (subject !== undefined) found.set(id, subject);
  }
  return found;
}

type HistoryOf = (id: SessionId) => readonly LoomEvent[];

/** Events of those that were recorded live, read from the journal at the first question, and only as much of it as they need. */
function liveHistories(app: AppContext, asked: readonly AskedSubject[]): HistoryOf {
  const live = asked.flatMap(({ id, since }) => {
    const session = sessionOfStream(id as string as StreamName);
    const state = session === undefined ? undefined : app.readModel.state(session);
    const facts = state === undefined ? 0 : searchedFacts(state);
    return session === undefined || facts === 0 ? [] : [{ session, since, facts, all: state?.transcript === null }];
  });
  const histories = makeOnce((): ReadonlyMap<SessionId, readonly LoomEvent[]> => {
    const ids = live.map(({ session }) => session);
    const since = live.map((each) => each.since);
    const after = earliest(app, since);
    const late = eventsOfSessions(app, ids, after === undefined ? {} : { after });
    const isWhole = live.every(({ session, facts, all }) => factsAmong(late.get(session) ?? [], all) >= facts);
    return isWhole ? late : eventsOfSessions(app, ids);
  });
  return (id) => histories().get(id) ?? [];
}

const FOUND: ReadonlySet<string> = new Set(['prompt.submitted', 'run.completed', 'tool.completed', 'tool.failed']);

function factsAmong(events: readonly LoomEvent[], all: boolean): number {
  return events.filter(({ type }) => (all ? FOUND.has(type) : type === 'prompt.submitted')).length;
}

/** The first of some places in the journal; the beginning if one of them is not known or not there any more. */
function earliest(app: AppContext, places: readonly (JournalCursor | null)[]): JournalCursor {
  let first: JournalCursor | undefined;
  for (const place of places) {
    if (place === null || !app.journal.holds(place)) return JOURNAL_START;
    const earlier =
      first === undefined ||
      place.segment < first.segment ||
      (place.segment === first.segment && place.offset < first.offset);
    if (earlier) first = place;
  }
  return first ?? JOURNAL_START;
}

function memorySubject(app: AppContext, id: MemoryId): SearchSubject | undefined {
  const record = app.readModel.memory(id);
  if (record === undefined || record.status === 'forgotten' || record.text === '') return undefined;
  const labels = memoryLabels(record);
  const document = memoryDocument(record);
  return { mark: JSON.stringify([labels, document]), labels, documents: () => [document] };
}

function memoryLabels({ scope, provenance, trust, status, kind }: MemoryRecord): readonly string[] {
  const of = scope === null ? [] : [scope === 'user' ? label.everyProject : label.project(scope.project)];
  const { sessionId, agent } = provenance;
  return [
    ...of,
    ...(sessionId === null ? [] : [label.session(sessionId)]),
    ...(agent === null ? [] : [label.agent(agent)]),
    label.trust(trust),
    label.status(status),
    label.memoryKind(kind),
  ];
}

function memoryDocument({ text, tags, paths, acceptedAt, proposedAt }: MemoryRecord): SearchDocument {
  const whole = [text, ...tags, ...paths].join('\n');
  const at = acceptedAt ?? proposedAt;
  const plain = { key: '', kind: 'memory', order: null, inherited: false, turn: null } as const;
  return { ...plain, at, text: whole, length: text.length, paths };
}

function sessionSubject(app: AppContext, id: SessionId, historyOf: HistoryOf): SearchSubject | undefined {
  const state = app.readModel.state(id);
  const view = app.readModel.view(id);
  if (state === undefined || view === undefined || state.deleted !== null || state.purged) return undefined;
  const labels = sessionLabels(state, view);
  const { transcript, captured } = state;
  const version = app.importerFor(state.agent)?.normalizerVersion ?? null;
  const mark = JSON.stringify([
    labels,
    view.title,
    view.titleSource,
    version,
    transcript?.event,
    transcript?.keptLength,
    captured,
    state.summaries.map(({ event }) => event),
  ]);
  const kept = keptSession(state, view);
  const documents = () => sessionDocuments(app, { state, view }, historyOf);
  return { mark, labels, documents, ...(kept === undefined ? {} : { kept }) };
}

function sessionLabels(state: SessionState, view: SessionView): readonly string[] {
  const projects = state.project === null ? state.linked : [state.project, ...state.linked];
  return [...projects.map(label.project), label.session(state.id), label.agent(state.agent), label.trust(view.trust)];
}

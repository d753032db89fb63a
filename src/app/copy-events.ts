import type { DraftData } from '../domain/session-decide.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import type { SessionForked } from '../events/resume-data.ts';
import type { ParentRef, SessionStarted, SourceMark, TranscriptSynced } from '../events/session-data.ts';
import { type MemoryId, parseMemoryId, type SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { CopyBody } from './copy-body.ts';
import { copyKnowledge, takePrompt } from './copy-knowledge.ts';
import type { CopyPlace } from './copy-place.ts';
import type { CopySource } from './copy-plan.ts';
import type { KeepReport } from './ports/transcripts.ts';
import { sessionDraft } from './session-events.ts';
import { sessionEvents } from './session-history.ts';

/** Memory references that an event has room for. */
const MOST_MEMORIES = 64;
/** Prompts recorded live that are taken over: they must fit one commit. */
const MOST_CAPTURED = 50;
/** Longest reason, in UTF-16 units. */
const LONGEST_REASON = 1000;

/** A session that loom made and that no agent has a file of. An import that finds one reads it from its beginning. */
const NO_SOURCE: SourceMark = { path: '', offset: 0, line: 0, size: 0, prefixDigest: '' };

interface CopyFacts {
  readonly request: {
    readonly kind: 'fork' | 'continuation';
    readonly reason?: string;
    readonly model?: string;
    readonly effort?: string;
  };
  readonly source: CopySource;
  readonly agent: SessionStarted['agent'];
  readonly nativeId: string;
  readonly session: SessionId;
  readonly place: CopyPlace;
  readonly title: string | undefined;
  readonly body: CopyBody;
  /** Absent for a plan. */
  readonly report: KeepReport | undefined;
  readonly mark: SourceMark | undefined;
}

/** Ids of memory that the session was shown or inherited and that is accepted now. */
function acceptedMemories(app: AppContext, events: readonly LoomEvent[]): readonly MemoryId[] {
  const named = new Set<string>();
  for (const event of events) {
    if (event.type === 'memory.retrieved') for (const id of event.data.memories) named.add(id);
    if (event.type === 'session.forked') for (const id of event.data.memories ?? []) named.add(id);
  }
  const ids = [...named].flatMap((id) => parseMemoryId(id) ?? []);
  return ids.filter((id) => app.readModel.memory(id)?.status === 'accepted').slice(-MOST_MEMORIES);
}

/** A fork takes over prompts that no record tells of as the events they are; a session file could not hold them. */
export function capturedToCopy({ captured }: CopySource, isFork: boolean): readonly string[] {
  return isFork ? captured.slice(-MOST_CAPTURED) : [];
}

function capturedDrafts(app: AppContext, facts: CopyFacts, events: readonly LoomEvent[]): readonly EventDraft[] {
  const wanted = new Set(capturedToCopy(facts.source, facts.request.kind === 'fork'));
  return events.flatMap((event) =>
    event.type === 'prompt.submitted' && wanted.has(event.id) ? [takePrompt({ app, ...facts }, event)] : [],
  );
}

/** Digest of the first native key, as an import computes it: sessions that share it share a beginning. */
function firstRecord(app: AppContext, { agent, body }: CopyFacts): string | undefined {
  const importer = app.importerFor(agent);
  for (const record of body.records) {
    const key = importer?.facts('value' in record ? record.value : record.record).key;
    if (key !== undefined) return app.keyedDigest(JSON.stringify([agent, key]));
  }
  return undefined;
}

function startedData(app: AppContext, facts: CopyFacts, parent: ParentRef): SessionStarted {
  const { agent, nativeId, place, title, body } = facts;
  const first = firstRecord(app, facts);
  return {
    agent,
    nativeId,
    where: place.where,
    // A native copy bears its title in its own records, where the agent can change it.
    ...(title === undefined || body.kind === 'native' ? {} : { title }),
    parent,
    ...(first === undefined ? {} : { firstRecord: first }),
  };
}

function forkedData(
  app: AppContext,
  { request }: CopyFacts,
  { parent, memories }: Required<Pick<SessionForked, 'parent' | 'memories'>>,
): SessionForked {
  const { reason, model, effort } = request;
  const safe = (text: string): string => app.redactor.redact(text).text.slice(0, LONGEST_REASON);
  return {
    parent,
    ...(reason === undefined ? {} : { reason: safe(reason) }),
    ...(memories.length === 0 ? {} : { memories }),
    ...(model === undefined ? {} : { model: safe(model) }),
    ...(effort === undefined ? {} : { effort: safe(effort) }),
  };
}

function syncedData(app: AppContext, facts: CopyFacts, report: KeepReport): TranscriptSynced {
  const { source, mark, body } = facts;
  const read = body.records.length;
  return {
    source: mark === undefined ? NO_SOURCE : { ...mark, path: app.redactor.redact(mark.path).text },
    keptLength: report.keptLength,
    lines: report.lines,
    generation: 1,
    tally: { read, kept: read, skipped: 0, malformed: 0, recovered: 0, unknown: 0, redactions: report.redactions },
    inherited: { session: source.state.id, records: report.lines },
  };
}

/** The events of a copy: who it is and where it came from, that it was forked, and what of it is kept. */
export function copyEvents(
  app: AppContext,
  facts: CopyFacts,
): { readonly drafts: readonly EventDraft[]; readonly memories: readonly string[] } {
  const { request, source, session, agent, nativeId, report } = facts;
  const at = source.point.at === null ? {} : { at: source.point.at };
  const parent: ParentRef = { session: source.state.id, kind: request.kind, ...at };
  const events = sessionEvents(app, source.state.id);
  const memories = acceptedMemories(app, events);
  if (report === undefined) return { drafts: [], memories };
  // What is copied is worth as much trust as it was there: a person asked for the copy, and wrote none of it.
  const { trust } = source.state;
  const draft = (data: DraftData): EventDraft => ({ ...sessionDraft(app, session, data), trust });
  const id = app.factId({ agent, nativeId, key: nativeId, type: 'session.started', millis: app.clock() });
  const started = { ...draft({ type: 'session.started', data: startedData(app, facts, parent) }), id } as EventDraft;
  const forked = draft({ type: 'session.forked', data: forkedData(app, facts, { parent, memories }) });
  const synced = draft({ type: 'transcript.synced', data: syncedData(app, facts, report) });
  const own = request.kind === 'fork' ? [started, forked, synced] : [started, synced];
  const prompts = capturedDrafts(app, facts, events);
  const knowledge = copyKnowledge({ app, ...facts }, events, prompts);
  return { drafts: [...own, ...knowledge, ...prompts], memories };
}

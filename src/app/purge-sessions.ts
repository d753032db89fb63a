import { decidePurge, type SessionRefusal } from '../domain/session-decide.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import { type MemoryId, type ProjectId, type SessionId, STORE_STREAM, sessionOfStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import { freezeProjects } from './project-change.ts';
import { sessionDraft } from './session-events.ts';

/** What a purge would erase of one session, and who else holds copies of it. */
export interface PurgeItem {
  readonly session: SessionId;
  readonly title: string | null;
  readonly events: number;
  readonly eventBytes: number;
  readonly transcriptBytes: number;
  readonly blobs: number;
  readonly blobBytes: number;
  /** Sessions that replay turns of this one, are its children, or began it: they keep what they hold. */
  readonly copies: readonly { readonly session: SessionId; readonly kind: string; readonly title: string | null }[];
  /** Memory records that were learned in it: they stay, and can be forgotten by themselves. */
  readonly memories: readonly MemoryId[];
  /** Exports of it that loom knows of; files outside the store are not touched. */
  readonly exports: readonly { readonly at: string; readonly path: string | null; readonly format: string }[];
}

interface JournalShare {
  events: number;
  bytes: number;
  readonly exports: { at: string; path: string | null; format: string }[];
}

function shares(app: AppContext, sessions: ReadonlySet<SessionId>): Map<SessionId, JournalShare> {
  const found = new Map<SessionId, JournalShare>([...sessions].map((id) => [id, { events: 0, bytes: 0, exports: [] }]));
  for (const entry of app.journal.read()) {
    if (entry.kind === 'damage') continue;
    const owner = sessionOfStream(entry.event.stream);
    const share = owner === undefined ? undefined : found.get(owner);
    if (share !== undefined) {
      share.events += 1;
      share.bytes += entry.place.length;
    }
    if (entry.kind === 'event' && entry.event.type === 'export.made') bookExport(entry.event, found);
  }
  return found;
}

/** An export that named more sessions than its event could list may hold any that was there. */
function bookExport(event: Extract<LoomEvent, { type: 'export.made' }>, found: Map<SessionId, JournalShare>): void {
  const { sessions, count = 0, path, format } = event.data;
  const listsAll = sessions !== undefined && sessions.length >= count;
  for (const [id, share] of found) {
    if (share.events > 0 && (!listsAll || sessions.includes(id)))
      share.exports.push({ at: event.at, path: path ?? null, format });
  }
}

/** Sessions that hold turns of this one: its children, and the one whose beginning it replays. */
function copiesOf(app: AppContext, id: SessionId): PurgeItem['copies'] {
  const origin = app.readModel.state(id)?.transcript?.inherited?.session;
  const parent = origin === undefined ? undefined : app.readModel.view(origin);
  return [
    ...(parent === undefined || parent.purged ? [] : [{ session: parent.id, kind: 'parent', title: parent.title }]),
    ...app.readModel
      .children(id)
      .map((child) => ({ session: child.id, kind: child.parent?.kind ?? 'child', title: child.title })),
  ];
}

function memoriesOf(app: AppContext, session: SessionId): readonly MemoryId[] {
  const records = app.readModel.memories({ everything: true });
  return records.filter(({ provenance }) => provenance.sessionId === session).map(({ id }) => id);
}

/** Lists what a purge of these sessions erases and what it cannot reach. Changes nothing. */
export function planPurge(app: AppContext, views: readonly SessionView[]): readonly PurgeItem[] {
  app.readModel.catchUp();
  const found = shares(app, new Set(views.map((view) => view.id)));
  return views.map((view) => {
    const size = app.transcripts.size(view.id);
    const share = found.get(view.id);
    return {
      session: view.id,
      title: view.title,
      events: share?.events ?? 0,
      eventBytes: share?.bytes ?? 0,
      transcriptBytes: size.transcript,
      blobs: app.transcripts.blobs(view.id).length,
      blobBytes: size.blobs,
      copies: copiesOf(app, view.id),
      memories: memoriesOf(app, view.id),
      exports: share?.exports ?? [],
    };
  });
}

export type PurgeOutcome =
  | { readonly kind: 'purged'; readonly sessions: readonly SessionId[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly refusal: SessionRefusal };

/** Erases the sessions for good: their journal data, transcripts, blobs, and every index that may quote them. */
export async function purgeSessions(app: AppContext, items: readonly PurgeItem[]): Promise<PurgeOutcome> {
  await freezeProjects(app);
  app.readModel.catchUp();
  const states = items.flatMap((item) => app.readModel.state(item.session) ?? ([] as SessionState[]));
  const decision = decidePurge(states);
  if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
  if (decision.kind === 'nothing') return { kind: 'nothing' };
  const intended = decision.drafts[0];
  if (intended?.type !== 'purge.intended') return { kind: 'nothing' };
  const { sessions } = intended.data as { readonly sessions: readonly SessionId[] };
  const intent: EventDraft = {
    id: app.mintEventId(),
    stream: STORE_STREAM,
    at: formatInstant(app.clock()),
    by: app.actor,
    trust: 'person',
    type: 'purge.intended',
    data: { sessions },
  };
  await app.journal.erase({
    sessions,
    projects: projectsOfOnly(app, sessions),
    intent,
    done: sessions.map((id) => purgedDraft(app, id, items)),
    unlink: () => unlinkAll(app, sessions),
  });
  app.readModel.catchUp();
  return { kind: 'purged', sessions };
}

/** Projects in which no other session was ever seen: nothing would be left to tell of their places. */
function projectsOfOnly(app: AppContext, sessions: readonly SessionId[]): readonly ProjectId[] {
  const gone = new Set<SessionId>(sessions);
  const touched = new Set(sessions.flatMap((id) => projectsOf(app, id)));
  for (const project of [...touched]) {
    const views = app.readModel.list({ project, everything: true, includeSubagents: true });
    if (views.some((view) => !gone.has(view.id) && !view.purged) || hasMemory(app, project)) touched.delete(project);
  }
  return [...touched];
}

/** Memory of a project needs the project, whatever becomes of the sessions it was learned in. */
function hasMemory(app: AppContext, project: ProjectId): boolean {
  const records = app.readModel.memories({ project, everything: true });
  return records.some(({ scope, status }) => scope !== 'user' && status !== 'forgotten');
}

function projectsOf(app: AppContext, session: SessionId): readonly ProjectId[] {
  const state = app.readModel.state(session);
  if (state === undefined) return [];
  return state.project === null ? state.linked : [state.project, ...state.linked];
}

/** What is left to say of a session that was purged. */
export function purgedDraft(app: AppContext, session: SessionId, items: readonly PurgeItem[]): EventDraft {
  const item = items.find((candidate) => candidate.session === session);
  const bytes = (item?.eventBytes ?? 0) + (item?.transcriptBytes ?? 0) + (item?.blobBytes ?? 0);
  return sessionDraft(app, session, { type: 'session.purged', data: { lines: item?.events ?? 0, bytes } });
}

function unlinkAll(app: AppContext, sessions: readonly SessionId[]): void {
  for (const session of sessions) app.transcripts.erase(session);
  app.pages.eraseLines(sessions);
  app.readModel.drop();
}

import { foldMemory } from '../domain/memory-fold.ts';
import type { MemoryState } from '../domain/memory-state.ts';
import { UNDOABLE_MEMORY } from '../domain/memory-undo.ts';
import type { SessionDecision } from '../domain/session-decide.ts';
import { foldSession } from '../domain/session-fold.ts';
import type { SessionState } from '../domain/session-state.ts';
import { decideUndo, UNDOABLE } from '../domain/undo.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { memoryOfStream, parseEventId, type SessionId, sessionOfStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { changeSessions, type SessionChange } from './change-session.ts';
import type { AppContext } from './context.ts';
import { type ProjectChange, undoProjectEvent } from './project-change.ts';
import { type MemoryUndone, undoMemoryEvents } from './undo-memory.ts';

interface Found {
  readonly event: LoomEvent;
  readonly before: SessionState | undefined;
  readonly memoryBefore: MemoryState | undefined;
}

/**
 * The event, and its session as it was right before. Without an id: every event of the newest commit in which a person changed
 * something that can be undone, so that what one command did is taken back as one.
 */
function findEvents(app: AppContext, wanted: string | undefined): readonly Found[] {
  const folded = new FoldedStreams();
  let found: Found[] = [];
  for (const entry of app.journal.read()) {
    if (entry.kind !== 'event') continue;
    const { event } = entry;
    const matches = wanted === undefined ? isOwnChange(event) : event.id === wanted;
    if (matches) found = joinCommit(found, { event, ...folded.before(event) });
    if (matches && wanted !== undefined) break;
    folded.take(event);
  }
  return found;
}

/** Sessions and memory records as they are right before each event. */
class FoldedStreams {
  readonly #sessions = new Map<string, SessionState | undefined>();
  readonly #memories = new Map<string, MemoryState | undefined>();

  before({ stream }: LoomEvent): Omit<Found, 'event'> {
    return { before: this.#sessions.get(stream), memoryBefore: this.#memories.get(stream) };
  }

  take(event: LoomEvent): void {
    const { before, memoryBefore } = this.before(event);
    if (sessionOfStream(event.stream) !== undefined) this.#sessions.set(event.stream, foldSession(before, event));
    if (memoryOfStream(event.stream) !== undefined) this.#memories.set(event.stream, foldMemory(memoryBefore, event));
  }
}

/** What the newest commit holds: an event of another one replaces all that was found. */
function joinCommit(found: readonly Found[], next: Found): Found[] {
  return found[0]?.event.commit[0] === next.event.commit[0] ? [...found, next] : [next];
}

/** Cannot be undone by itself, and must not be passed over by an undo that names no event. */
const IN_THE_WAY: ReadonlySet<string> = new Set(['session.purged', 'memory.forgotten', 'memory.reopened']);

/** A change that a person made and that is no undo itself of a project's change. */
function isOwnChange(event: LoomEvent): boolean {
  if (event.by.kind !== 'person' || isErased(event.data)) return false;
  // Stands in the way: what came before a purge is undone by its id alone, so that nobody undoes something else by mistake.
  if (IN_THE_WAY.has(event.type)) return true;
  if (event.type === 'project.linked' || event.type === 'project.merged') return event.data.undoes === undefined;
  return UNDOABLE.has(event.type) || UNDOABLE_MEMORY.has(event.type);
}

/** What an undo came to. */
export type Undone =
  | {
      readonly undone: LoomEvent;
      readonly kind: 'session';
      readonly change: SessionChange;
      /** What came of the other sessions that the same command had changed. */
      readonly others: readonly SessionChange[];
    }
  | { readonly undone: LoomEvent; readonly kind: 'project'; readonly change: ProjectChange }
  | { readonly undone: LoomEvent; readonly kind: 'memory'; readonly change: MemoryUndone };

function nothingFound(id: string | undefined): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'event-not-found',
    message:
      id === undefined
        ? 'there is nothing to undo'
        : `no event of a session, a project or a memory record has the id ${id}`,
    hints: ['loom journal tail'],
  });
}

/** Appends the events that take others back. Throws LoomError `not-found` when there is no such event. */
export async function undoEvent(app: AppContext, id: string | undefined): Promise<Undone> {
  const wanted = id === undefined ? undefined : parseEventId(id.toUpperCase());
  const found = id !== undefined && wanted === undefined ? [] : findEvents(app, wanted);
  const [first] = found;
  if (first === undefined) throw nothingFound(id);
  const project = await undoProjectEvent(app, first.event);
  if (project !== undefined) return { undone: first.event, kind: 'project', change: project };
  const ofMemory = found.filter(({ event }) => memoryOfStream(event.stream) !== undefined);
  if (ofMemory.length > 0) {
    const change = await undoMemoryEvents(
      app,
      ofMemory.map(({ event, memoryBefore }) => ({ event, before: memoryBefore })),
    );
    return { undone: (ofMemory.at(-1) ?? first).event, kind: 'memory', change };
  }
  const bySession = new Map(found.flatMap((one) => [[sessionOfStream(one.event.stream), one] as const]));
  const sessions = [...bySession.keys()].filter((session) => session !== undefined);
  if (sessions.length === 0) throw nothingFound(id);
  const decide = (state: SessionState | undefined, session: SessionId): SessionDecision => {
    const { event, before } = bySession.get(session) ?? first;
    return decideUndo(event, { now: state, before });
  };
  const [change, ...others] = await changeSessions(app, { sessions, decide });
  return { undone: first.event, kind: 'session', change: change as SessionChange, others };
}

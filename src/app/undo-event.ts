import type { SessionDecision } from '../domain/session-decide.ts';
import { foldSession } from '../domain/session-fold.ts';
import type { SessionState } from '../domain/session-state.ts';
import { decideUndo, UNDOABLE } from '../domain/undo.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { parseEventId, type SessionId, sessionOfStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { changeSessions, type SessionChange } from './change-session.ts';
import type { AppContext } from './context.ts';
import { type ProjectChange, undoProjectEvent } from './project-change.ts';

interface Found {
  readonly event: LoomEvent;
  readonly before: SessionState | undefined;
}

/**
 * The event, and its session as it was right before. Without an id: every event of the newest commit in which a person changed
 * something that can be undone, so that what one command did is taken back as one.
 */
function findEvents(app: AppContext, wanted: string | undefined): readonly Found[] {
  const states = new Map<string, SessionState | undefined>();
  let found: Found[] = [];
  for (const entry of app.journal.read()) {
    if (entry.kind !== 'event') continue;
    const { event } = entry;
    const before = states.get(event.stream);
    const matches = wanted === undefined ? isOwnChange(event) : event.id === wanted;
    if (matches) found = joinCommit(found, { event, before });
    if (sessionOfStream(event.stream) !== undefined) states.set(event.stream, foldSession(before, event));
    if (matches && wanted !== undefined) break;
  }
  return found;
}

/** What the newest commit holds: an event of another one replaces all that was found. */
function joinCommit(found: readonly Found[], next: Found): Found[] {
  return found[0]?.event.commit[0] === next.event.commit[0] ? [...found, next] : [next];
}

/** A change that a person made and that is no undo itself of a project's change. */
function isOwnChange(event: LoomEvent): boolean {
  if (event.by.kind !== 'person' || isErased(event.data)) return false;
  // Stands in the way: what came before a purge is undone by its id alone, so that nobody undoes something else by mistake.
  if (event.type === 'session.purged') return true;
  if (event.type === 'project.linked' || event.type === 'project.merged') return event.data.undoes === undefined;
  return UNDOABLE.has(event.type);
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
  | { readonly undone: LoomEvent; readonly kind: 'project'; readonly change: ProjectChange };

function nothingFound(id: string | undefined): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'event-not-found',
    message: id === undefined ? 'there is nothing to undo' : `no event of a session or project has the id ${id}`,
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

import type { SessionDecision } from '../domain/session-decide.ts';
import { foldSession } from '../domain/session-fold.ts';
import type { SessionState } from '../domain/session-state.ts';
import { decideUndo, UNDOABLE } from '../domain/undo.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { parseEventId, sessionOfStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { changeSessions, type SessionChange } from './change-session.ts';
import type { AppContext } from './context.ts';
import { type ProjectChange, undoProjectEvent } from './project-change.ts';

interface Found {
  readonly event: LoomEvent;
  readonly before: SessionState | undefined;
}

/** The event, and its session as it was right before. Without an id: the newest event of a person that can be undone. */
function findEvent(app: AppContext, wanted: string | undefined): Found | undefined {
  const states = new Map<string, SessionState | undefined>();
  let found: Found | undefined;
  for (const entry of app.journal.read()) {
    if (entry.kind !== 'event') continue;
    const { event } = entry;
    const before = states.get(event.stream);
    const matches = wanted === undefined ? isOwnChange(event) : event.id === wanted;
    if (matches) found = { event, before };
    if (sessionOfStream(event.stream) !== undefined) states.set(event.stream, foldSession(before, event));
    if (matches && wanted !== undefined) break;
  }
  return found;
}

/** A change that a person made and that is no undo itself of a project's change. */
function isOwnChange(event: LoomEvent): boolean {
  if (event.by.kind !== 'person') return false;
  if (event.type === 'project.linked' || event.type === 'project.merged') return event.data.undoes === undefined;
  return UNDOABLE.has(event.type);
}

/** What an undo came to. */
export type Undone =
  | { readonly undone: LoomEvent; readonly kind: 'session'; readonly change: SessionChange }
  | { readonly undone: LoomEvent; readonly kind: 'project'; readonly change: ProjectChange };

/** Appends the event that takes another one back. Throws LoomError `not-found` when there is no such event. */
export async function undoEvent(app: AppContext, id: string | undefined): Promise<Undone> {
  const wanted = id === undefined ? undefined : parseEventId(id.toUpperCase());
  const found = id !== undefined && wanted === undefined ? undefined : findEvent(app, wanted);
  const project = found === undefined ? undefined : await undoProjectEvent(app, found.event);
  if (found !== undefined && project !== undefined) return { undone: found.event, kind: 'project', change: project };
  const session = found === undefined ? undefined : sessionOfStream(found.event.stream);
  if (found === undefined || session === undefined) {
    throw new LoomError({
      kind: 'not-found',
      code: 'event-not-found',
      message: id === undefined ? 'there is nothing to undo' : `no event of a session or project has the id ${id}`,
      hints: ['loom journal tail'],
    });
  }
  const decide = (state: SessionState | undefined): SessionDecision =>
    decideUndo(found.event, { now: state, before: found.before });
  const [change] = await changeSessions(app, { sessions: [session], decide });
  return { undone: found.event, kind: 'session', change: change as SessionChange };
}

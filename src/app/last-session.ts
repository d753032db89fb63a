import { resolveHandle } from '../domain/handle.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { type SessionId, sessionOfStream } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { findSession } from './find-session.ts';
import { projectFilter, type SessionScope } from './list-sessions.ts';

/** The newest session, and why it is the one. */
export interface LastSession {
  readonly view: SessionView;
  readonly reason: 'latest in this terminal' | 'latest in project' | 'latest of all';
}

/** The sessions that an event places in this terminal: it began there, or was resumed there, as itself or as its child. */
function placedIn(event: LoomEvent, terminal: string): readonly SessionId[] {
  const session = sessionOfStream(event.stream);
  if (session === undefined || isErased(event.data)) return [];
  if (event.type === 'session.started') return event.data.tty === terminal ? [session] : [];
  if (event.type !== 'session.resumed' || event.data.tty !== terminal) return [];
  return event.data.child === undefined ? [session] : [session, event.data.child];
}

/** Sessions that began, or went on, in this terminal. */
export function sessionsOfTerminal(app: AppContext, terminal: string): ReadonlySet<SessionId> {
  const found = new Set<SessionId>();
  for (const entry of app.journal.read()) {
    if (entry.kind === 'event') for (const session of placedIn(entry.event, terminal)) found.add(session);
  }
  return found;
}

/**
 * Finds the session to go on with when none is named: the newest of this terminal in the scope, else the newest of the scope.
 * Throws LoomError `not-found` when there is none.
 */
export function findLastSession(app: AppContext, scope: SessionScope, terminal: string | null): LastSession {
  app.readModel.catchUp();
  const own = terminal === null ? new Set<SessionId>() : sessionsOfTerminal(app, terminal);
  const isSettled = scope.all || scope.project !== null;
  if (own.size > 0 && isSettled) {
    const project = projectFilter(scope);
    const wish = { text: '@last', ...project, among: (view: SessionView) => own.has(view.id) };
    const outcome = resolveHandle(wish, app.readModel);
    if (outcome.kind === 'found') return { view: outcome.session, reason: 'latest in this terminal' };
  }
  return { view: findSession(app, '@last', scope), reason: scope.all ? 'latest of all' : 'latest in project' };
}

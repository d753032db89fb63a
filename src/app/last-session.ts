import { resolveHandle } from '../domain/handle.ts';
import type { SessionView } from '../domain/session-view.ts';
import { type SessionId, sessionOfStream } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { findSession } from './find-session.ts';
import type { SessionScope } from './list-sessions.ts';

/** The newest session, and why it is the one. */
export interface LastSession {
  readonly view: SessionView;
  readonly reason: 'latest in this terminal' | 'latest in project' | 'latest of all';
}

/** Sessions that began, or went on, in this terminal. */
function sessionsOfTerminal(app: AppContext, terminal: string): ReadonlySet<SessionId> {
  const found = new Set<SessionId>();
  for (const entry of app.journal.read()) {
    if (entry.kind !== 'event' || entry.event.type !== 'session.started') continue;
    const session = sessionOfStream(entry.event.stream);
    if (session !== undefined && entry.event.data.tty === terminal) found.add(session);
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
    const project = scope.all || scope.project === null ? {} : { project: scope.project };
    const wish = { text: '@last', ...project, among: (view: SessionView) => own.has(view.id) };
    const outcome = resolveHandle(wish, app.readModel);
    if (outcome.kind === 'found') return { view: outcome.session, reason: 'latest in this terminal' };
  }
  return { view: findSession(app, '@last', scope), reason: scope.all ? 'latest of all' : 'latest in project' };
}

import { laterOf } from '../domain/session-times.ts';
import type { AgentName } from '../events/agents.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { SilentSession } from './close-silent.ts';
import type { AppContext } from './context.ts';
import { sessionsOfTerminal } from './last-session.ts';
import { currentProject } from './project-current.ts';

/**
 * The sessions that a new one follows: begun by the same agent in the same terminal and project, and not ended since. One
 * terminal shows one of them at a time. A session whose process still runs goes on, wherever it is.
 */
export function findEarlierSessions(
  app: AppContext,
  { session, agent, tty }: { readonly session: SessionId; readonly agent: AgentName; readonly tty?: string },
): readonly SilentSession[] {
  app.readModel.catchUp();
  const project = tty === undefined ? null : currentProject(app);
  if (tty === undefined || project === null) return [];
  const open = app.readModel.list({ project, agent }).filter(({ id, status }) => status === 'active' && id !== session);
  if (open.length === 0) return [];
  const here = sessionsOfTerminal(app, tty);
  return open.flatMap(({ id }) => {
    const state = here.has(id) ? app.readModel.state(id) : undefined;
    const isAlive = state?.process != null && app.processes.look(state.process.mark) === 'alive';
    if (state === undefined || isAlive) return [];
    const last = laterOf(state.lastAt, app.readModel.summary(id)?.plausibleAt ?? null);
    return [{ session: id, last, reason: 'followed' }];
  });
}

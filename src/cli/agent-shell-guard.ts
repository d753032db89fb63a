import { agentShellOf } from '../app/agent-shell.ts';
import type { AppContext } from '../app/context.ts';
import { LoomError } from '../kernel/loom-error.ts';

/**
 * Throws LoomError `refused` (`agent-shell`) when the environment shows an agent's shell. `what` completes "only a person";
 * `command` is what a person runs in a terminal of their own.
 */
export function requirePerson(app: Pick<AppContext, 'env'>, what: string, command: string): void {
  const agent = agentShellOf(app.env);
  if (agent === undefined) return;
  throw new LoomError({
    kind: 'refused',
    code: 'agent-shell',
    message: `only a person ${what}, and this is a shell of ${agent}; run it in your own terminal`,
    hints: [command],
  });
}

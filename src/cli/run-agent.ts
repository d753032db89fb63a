import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import type { ResumeNext } from '../app/resume-next.ts';
import { LoomError } from '../kernel/loom-error.ts';

/** The exit code of a program that a signal ended, as shells give it. */
export function signalCode(signal: NodeJS.Signals): number {
  return 128 + (constants.signals[signal] ?? 0);
}

/**
 * Runs the agent in its folder, without a shell, with this terminal; resolves to its exit code. Throws LoomError
 * `not-found`/`agent-not-started` when it cannot be started.
 */
export function runAgent({ program, args, cwd, command }: ResumeNext): number {
  const ended = spawnSync(program, args, { cwd, stdio: 'inherit', shell: false });
  if (ended.error !== undefined) {
    throw new LoomError({
      kind: 'not-found',
      code: 'agent-not-started',
      message: `${program} could not be started: ${ended.error.message}`,
      hints: [command],
      cause: ended.error,
    });
  }
  return ended.signal === null ? (ended.status ?? 1) : signalCode(ended.signal);
}

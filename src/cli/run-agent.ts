import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import type { ResumeNext } from '../app/resume-next.ts';
import { findProgram } from '../files/find-program.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { currentFolder } from './system-sources.ts';

/** The exit code of a program that a signal ended, as shells give it. */
export function signalCode(signal: NodeJS.Signals): number {
  return 128 + (constants.signals[signal] ?? 0);
}

const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];

function notStarted(program: string, command: string, cause?: Error): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'agent-not-started',
    message: `${program} could not be started: ${cause?.message ?? 'it is not on PATH'}`,
    hints: [command],
    cause,
  });
}

/**
 * Runs the agent in its folder, without a shell, with this terminal; resolves to its exit code. The program is never one that lies in the
 * project's folder or in the current one. Throws LoomError `not-found`/`agent-not-started` when it cannot be started.
 */
export function runAgent({ program, args, cwd, command }: ResumeNext): number {
  const names = ENDINGS.map((ending) => program + ending);
  const found = findProgram(names, process.env, { exactly: [cwd, currentFolder()] });
  if (found === undefined) throw notStarted(program, command);
  const ended = spawnSync(found, args, { cwd, stdio: 'inherit', shell: false, argv0: program });
  if (ended.error !== undefined) throw notStarted(program, command, ended.error);
  return ended.signal === null ? (ended.status ?? 1) : signalCode(ended.signal);
}

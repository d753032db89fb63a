import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { programFolders } from '../files/find-program.ts';
import { loomHookProgram } from '../kernel/loom-marks.ts';
import type { Env } from './run-git.ts';

/** Tells whether a hook's command line runs loom, this one, and nothing else. */
export type IsOwnHook = (command: string) => boolean;

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The loom that runs, and the one that PATH leads to: one installation may be called by either. */
function ownPrograms({ env, script }: { readonly env: Env; readonly script: string }): ReadonlySet<string> {
  const names = process.platform === 'win32' ? ['loom.cmd', 'loom.exe'] : ['loom'];
  const paths = programFolders(env).flatMap((folder) => names.map((name) => join(folder, name)));
  const first = paths.map(realOf).find((path) => path !== undefined);
  return new Set([realOf(script), first].filter((path) => path !== undefined));
}

/**
 * Own hooks in settings of a project: the plain name `loom`, or a path that leads to the loom that runs or to the one of PATH,
 * and not into the project. Any other program of that name is somebody else's.
 */
export function ownHooks(
  root: string,
  { env, script = process.argv[1] ?? '' }: { readonly env: Env; readonly script?: string },
): IsOwnHook {
  let own: ReadonlySet<string> | undefined;
  return (command) => {
    const program = loomHookProgram(command);
    if (program === undefined || program === 'loom') return program === 'loom';
    if (program.startsWith(`${root}/`) || program.includes('/../')) return false;
    const real = realOf(program);
    own ??= ownPrograms({ env, script });
    return real !== undefined && !real.startsWith(`${root}/`) && own.has(real);
  };
}

import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { SettingsScope } from '../app/ports/agent-settings.ts';
import { findProgram, isProgram, programFolders } from '../files/find-program.ts';
import { isWithin } from '../files/folder-bounds.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { canQuote } from './own-command.ts';

/** What says where loom is. */
export interface ProgramFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Root of the project, or the current folder. */
  readonly root: string;
  /** The script that runs now. */
  readonly script: string;
}

/** Caches that package runners empty when they like. */
const RUNNER_CACHE = /[\\/](?:_npx|\.?dlx(?:-[^\\/]*)?|xfs-[0-9a-f]+|bunx-[^\\/]*)[\\/]/;
/** Folders of one shell session that lead to a lasting one. */
const SHELL_FOLDER = /[\\/]fnm_multishells[\\/]/;

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether a program stays where it is when this project, this shell or this cache is gone. */
function isLasting(path: string, root: string): boolean {
  return !RUNNER_CACHE.test(path) && !RUNNER_CACHE.test(realOf(path)) && !isWithin(realOf(dirname(path)), realOf(root));
}

function lastingName(path: string): string {
  return SHELL_FOLDER.test(path) ? join(realOf(dirname(path)), basename(path)) : path;
}

/** Every `loom` that PATH leads to and that lasts, first first. */
function programsOfPath({ env, platform, root }: ProgramFacts): readonly string[] {
  const names = platform === 'win32' ? ['loom.cmd', 'loom.exe'] : ['loom'];
  return programFolders(env)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter(isProgram)
    .map(lastingName)
    .filter((path) => isLasting(path, root));
}

function notLasting(path: string): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'loom-not-installed',
    message: `loom runs from ${path}, which will not stay there; agents need one that does`,
    hints: ['put loom on PATH where it stays: npm link, in a clone of loom outside this project'],
  });
}

/**
 * The program that agents are to run: what `loom` resolves to now. For settings of a project, which other people may share,
 * the plain name where PATH leads to it; else its absolute path. Throws LoomError `refused`/`loom-not-installed` where that
 * would be a cache or a folder of the project.
 */
export function findLoom(facts: ProgramFacts, scope: SettingsScope): string {
  const found = programsOfPath(facts).find(canQuote);
  if (found !== undefined) return scope === 'project' || facts.platform === 'win32' ? 'loom' : found;
  const script = realOf(resolve(facts.script));
  if (RUNNER_CACHE.test(facts.script) || !isLasting(script, facts.root) || !canQuote(script)) throw notLasting(script);
  if (facts.platform === 'win32' || !isProgram(script)) throw notLasting(script);
  return script;
}

/** Whether a program of settings can still be run. */
export function isRunnable(program: string, { env, platform }: Pick<ProgramFacts, 'env' | 'platform'>): boolean {
  if (isAbsolute(program)) return isProgram(program);
  const endings = platform === 'win32' ? ['.cmd', '.exe'] : [''];
  return (
    findProgram(
      endings.map((ending) => program + ending),
      env,
    ) !== undefined
  );
}

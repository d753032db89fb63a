import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { removeFolder } from '../../support/remove-folder.ts';

export const LOOM = fileURLToPath(new URL('../../../bin/run.js', import.meta.url));

/** What one run of the program did. */
export interface LoomRun {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LoomRunOptions {
  /** Stands for $HOME; the store, config and state folders lie below it. */
  readonly home: string;
  readonly cwd?: string;
  /** Added to the fixed environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** A descriptor or 'pipe' for stdout. */
  readonly stdout?: number | 'pipe';
}

/** A throw-away home folder; `remove` deletes it. Its path has no symlinks. */
export function makeHome(): { readonly path: string; readonly remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'loom-home-')));
  return { path, remove: () => removeFolder(path) };
}

/** The environment of every command test: nothing of the person who runs the tests leaks in. */
function fixedEnvironment(options: LoomRunOptions): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  const env: NodeJS.ProcessEnv = {
    PATH,
    HOME: options.home,
    TZ: 'UTC',
    LC_ALL: 'C.UTF-8',
    SHELL: '/bin/sh',
    ...options.env,
  };
  if (SystemRoot !== undefined) env['SystemRoot'] = SystemRoot;
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete env[name];
  return env;
}

/** Runs the built program as a person would, with HOME, TZ and locale fixed and stdin closed unless given. */
export async function runLoom(argv: readonly string[], options: LoomRunOptions): Promise<LoomRun> {
  const run = await execa(process.execPath, [LOOM, ...argv], {
    cwd: options.cwd ?? options.home,
    env: fixedEnvironment(options),
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    // A descriptor is passed on as it is, which the types do not say.
    stdout: (options.stdout ?? 'pipe') as 'pipe',
    maxBuffer: 1 << 28,
    ...(options.input === undefined ? { stdin: 'ignore' } : { input: options.input }),
  });
  return {
    code: run.exitCode ?? null,
    signal: run.signal ?? null,
    stdout: String(run.stdout ?? ''),
    stderr: String(run.stderr ?? ''),
  };
}

/** Runs a command with `--json` added and parses the one document it printed. Throws with stderr when it is none. */
export async function runLoomJson<T>(
  argv: readonly string[],
  options: LoomRunOptions,
): Promise<{ readonly run: LoomRun; readonly json: T }> {
  const run = await runLoom([...argv, '--json'], options);
  try {
    return { run, json: JSON.parse(run.stdout) as T };
  } catch (cause) {
    throw new Error(`no JSON on stdout (exit ${run.code}): ${run.stdout.slice(0, 500)}\n${run.stderr}`, { cause });
  }
}

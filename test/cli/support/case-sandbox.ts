/** A private home, store and working folder, and the built program run inside them as a child process. */
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { LONGEST_RUN } from '../../support/patience.ts';
import { removeFolder } from '../../support/remove-folder.ts';

export const programPath = fileURLToPath(new URL('../../../bin/run.js', import.meta.url));

/** What one run of the program gave. */
export interface Run {
  readonly args: readonly string[];
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Buffer;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Buffer;
  /** A program that runs loom, with its own words. */
  readonly through?: readonly string[];
}

export interface Sandbox {
  readonly root: string;
  readonly home: string;
  readonly store: string;
  readonly work: string;
  readonly env: Readonly<Record<string, string>>;
}

const inherited = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'NODE_EXTRA_CA_CERTS'];

/** Makes a sandbox that is removed when the running test ends. */
export function openSandbox(): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-case-')));
  onTestFinished(() => removeFolder(root));
  return sandboxAt(root);
}

/** Makes the folders of a sandbox under `root`; the caller removes them. */
export function sandboxAt(root: string, workName = 'work'): Sandbox {
  const [home, store, work] = [join(root, 'home'), join(root, 'store'), join(root, workName)];
  for (const folder of [home, work]) mkdirSync(folder, { recursive: true });
  const env: Record<string, string> = { HOME: home, LOOM_HOME: store, TZ: 'UTC', NO_COLOR: '1' };
  Object.assign(env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' });
  for (const person of ['AUTHOR', 'COMMITTER']) {
    env[`GIT_${person}_NAME`] = 'Mara Keeper';
    env[`GIT_${person}_EMAIL`] = 'mara@harbour.test';
  }
  for (const name of inherited) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return { root, home, store, work, env };
}

function environment(box: Sandbox, extra: RunOptions['env']): NodeJS.ProcessEnv {
  return { ...box.env, ...extra };
}

/** Runs the program to its end; stdin is closed unless `input` is given. */
export function loom(box: Sandbox, args: readonly string[], options: RunOptions = {}): Run {
  const [program = '', ...words] = [...(options.through ?? []), process.execPath, programPath, ...args];
  const result = spawnSync(program, words, {
    cwd: options.cwd ?? box.work,
    env: environment(box, options.env),
    input: options.input,
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    maxBuffer: 256 * 1024 * 1024,
    timeout: LONGEST_RUN,
  });
  return toRun(args, result);
}

function toRun(args: readonly string[], result: SpawnSyncReturns<Buffer>): Run {
  const [bytes, errors] = [result.stdout ?? Buffer.alloc(0), result.stderr ?? Buffer.alloc(0)];
  return { args, code: result.status, stdout: bytes.toString('utf8'), stderr: errors.toString('utf8'), bytes };
}

/** Runs the program in the background. */
export function loomAsync(box: Sandbox, args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = spawn(process.execPath, [programPath, ...args], {
    cwd: options.cwd ?? box.work,
    env: environment(box, options.env),
  });
  child.stdin.end(options.input);
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const bytes = Buffer.concat(out);
      resolve({ args, code, bytes, stdout: bytes.toString('utf8'), stderr: Buffer.concat(err).toString('utf8') });
    });
  });
}

/** Runs a shell script in which `$LOOM` is the program; for pipes, redirections and closed descriptors. */
export function shell(box: Sandbox, script: string, options: RunOptions = {}): Run {
  const loomCommand = `loom() { '${process.execPath}' '${programPath}' "$@"; }\n`;
  const result = spawnSync('bash', ['-c', loomCommand + script], {
    cwd: options.cwd ?? box.work,
    env: environment(box, options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 256 * 1024 * 1024,
    timeout: LONGEST_RUN,
  });
  return toRun(['bash', script], result);
}

/** Runs git in a folder and fails the test when git fails. */
export function git(box: Sandbox, cwd: string, ...args: string[]): string {
  const result = spawnSync('git', args, { cwd, env: environment(box, {}), encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`);
  return result.stdout.trim();
}

import { type ExecFileException, execFile, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, parse, relative, resolve } from 'node:path';

/** Variables of the invocation. */
export type Env = Readonly<Record<string, string | undefined>>;

function isInside(folder: string, parent: string): boolean {
  const way = relative(parent, folder);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Folders of PATH that a search for a program must pass over, so that no project brings its own. */
export interface AvoidedFolders {
  /** Exactly this folder. */
  readonly cwd?: string;
  /** This folder and all below it; a repository at the root of the file system avoids nothing. */
  readonly root: string;
}

function isAvoided(folder: string, { cwd, root }: AvoidedFolders): boolean {
  if (cwd !== undefined && resolve(folder) === resolve(cwd)) return true;
  return parse(root).root !== root && isInside(folder, root);
}

/** The `git` of PATH; relative entries, which mean the current folder, are passed over too. */
export function findGit(env: Env, avoid: AvoidedFolders): string | undefined {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  return folders
    .filter((folder) => isAbsolute(folder) && !isAvoided(folder, avoid))
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

const NULL_FILE = process.platform === 'win32' ? 'NUL' : '/dev/null';

function quietEnv(env: Env): Record<string, string> {
  return {
    PATH: env['PATH'] ?? env['Path'] ?? '',
    ...(env['SystemRoot'] === undefined ? {} : { SystemRoot: env['SystemRoot'] }),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: NULL_FILE,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // Overrides what the repository allows itself, so that a missing object is never fetched, by no transport and no program.
    GIT_ALLOW_PROTOCOL: 'none',
  };
}

/** Settings of a repository that could run a program or hide a change, switched off. */
const QUIET_SETTINGS = [
  'core.fsmonitor=false',
  `core.hooksPath=${NULL_FILE}`,
  `core.attributesFile=${NULL_FILE}`,
  'core.ignoreStat=false',
  'protocol.allow=never',
  'log.showSignature=false',
  'submodule.recurse=false',
  'diff.renameLimit=200',
];

/** A repository to ask, and the git to ask with. */
export interface GitQuestion {
  readonly git: string;
  readonly env: Env;
  readonly gitDir: string;
  /** Top level; absent for a bare repository. */
  readonly root?: string;
  /** More `name=value` settings. */
  readonly settings?: readonly string[];
  readonly args: readonly string[];
  readonly input?: Uint8Array;
  /** Milliseconds after which git is killed. */
  readonly timeLimit: number;
  /** Bytes of output after which git is killed. */
  readonly outputLimit: number;
}

/** `cut`: the output limit was hit, and `out` is its beginning; `slow`: the time limit was. */
export type GitAnswer =
  | { readonly ok: true; readonly out: Buffer }
  | { readonly ok: false; readonly why: 'failed' | 'slow' | 'cut'; readonly out: Buffer };

function commandOf({ gitDir, root, settings = [], args }: GitQuestion): readonly string[] {
  return [
    ...[...QUIET_SETTINGS, ...settings].flatMap((setting) => ['-c', setting]),
    '--no-pager',
    '--no-optional-locks',
    '--literal-pathspecs',
    // Named by hand, so that neither discovery nor `core.worktree` of the repository leads elsewhere.
    `--git-dir=${gitDir}`,
    ...(root === undefined ? [] : [`--work-tree=${root}`]),
    ...args,
  ];
}

function optionsOf({ env, gitDir, root, timeLimit, outputLimit }: GitQuestion) {
  return {
    cwd: root ?? gitDir,
    env: quietEnv(env),
    encoding: 'buffer',
    timeout: timeLimit,
    killSignal: 'SIGKILL',
    maxBuffer: outputLimit,
    shell: false,
    windowsHide: true,
  } as const;
}

function readAnswer(error: ExecFileException | null, out: Buffer): GitAnswer {
  if (error === null) return { ok: true, out };
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return { ok: false, why: 'cut', out };
  return { ok: false, why: error.killed === true ? 'slow' : 'failed', out };
}

/**
 * Asks git without a shell, hooks, file system monitor, pager, optional locks, replaced objects, fetches or settings of
 * the machine. Never rejects.
 */
export function runGit(question: GitQuestion): Promise<GitAnswer> {
  return new Promise((resolveAnswer) => {
    const child = execFile(question.git, commandOf(question), optionsOf(question), (error, out) =>
      resolveAnswer(readAnswer(error, out)),
    );
    // A git that ends before it has read everything is told by its exit status.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(question.input);
  });
}

/** The same, waited for; for the few places that cannot wait otherwise. */
export function runGitNow(question: GitQuestion): GitAnswer {
  const run = spawnSync(question.git, commandOf(question), {
    ...optionsOf(question),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const out = run.stdout ?? Buffer.alloc(0);
  if (run.error === undefined) return run.status === 0 ? { ok: true, out } : { ok: false, why: 'failed', out };
  const code = 'code' in run.error ? run.error.code : undefined;
  if (code === 'ENOBUFS') return { ok: false, why: 'cut', out };
  return { ok: false, why: code === 'ETIMEDOUT' ? 'slow' : 'failed', out };
}

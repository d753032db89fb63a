import { type ExecFileException, execFile, spawnSync } from 'node:child_process';
import { type AvoidedFolders, findProgram } from '../files/find-program.ts';

/** Variables of the invocation. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The `git` of PATH. */
export function findGit(env: Env, avoid: AvoidedFolders): string | undefined {
  return findProgram([process.platform === 'win32' ? 'git.exe' : 'git'], env, avoid);
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

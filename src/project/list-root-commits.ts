import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join, parse, relative, resolve } from 'node:path';

const TIME_LIMIT = 3000;
const OUTPUT_LIMIT = 1024 * 1024;
const MOST_ROOTS = 8;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

type Env = Readonly<Record<string, string | undefined>>;

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

/** Folders of PATH that a search for git must pass over, so that no project brings its own. */
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
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
}

/**
 * Ids of the commits without parents, sorted, the first eight; `undefined` when git is missing, fails or takes longer
 * than three seconds. Stashes and notes have roots of their own that say nothing about the project; a shallow clone
 * does not know its roots.
 */
export function listRootCommits(
  commonDir: string,
  options: { readonly env: Env; readonly avoid: AvoidedFolders },
): readonly string[] | undefined {
  if (existsSync(join(commonDir, 'shallow'))) return undefined;
  const git = findGit(options.env, options.avoid);
  if (git === undefined) return undefined;
  const settings = [
    'core.fsmonitor=false',
    `core.hooksPath=${NULL_FILE}`,
    'protocol.allow=never',
    'log.showSignature=false',
  ];
  const query = ['rev-list', '--max-parents=0', '--exclude=refs/stash', '--exclude=refs/notes/*', '--all'];
  const flags = [...settings.flatMap((setting) => ['-c', setting]), '--no-optional-locks', `--git-dir=${commonDir}`];
  const run = spawnSync(git, [...flags, ...query], {
    cwd: commonDir,
    env: quietEnv(options.env),
    encoding: 'latin1',
    timeout: TIME_LIMIT,
    killSignal: 'SIGKILL',
    maxBuffer: OUTPUT_LIMIT,
    shell: false,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  if (run.error !== undefined || run.status !== 0) return undefined;
  const ids = run.stdout.split('\n').filter((line) => OBJECT_ID.test(line));
  return ids.length === 0 ? undefined : ids.sort().slice(0, MOST_ROOTS);
}

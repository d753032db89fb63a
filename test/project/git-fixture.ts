import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private folder for one test file, links resolved. */
export function makeTempFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'loom-place-')));
}

/** Environment of a person without any git settings of their own. */
export function gitEnv(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Mia',
    GIT_AUTHOR_EMAIL: 'mia@example.org',
    GIT_COMMITTER_NAME: 'Mia',
    GIT_COMMITTER_EMAIL: 'mia@example.org',
  };
}

/** Runs git in a folder and returns its trimmed output. */
export function git(folder: string, ...args: readonly string[]): string {
  const settings = [
    '-c',
    'init.defaultBranch=main',
    '-c',
    'protocol.file.allow=always',
    '-c',
    'advice.detachedHead=false',
  ];
  const options = { cwd: folder, env: gitEnv(folder), encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync('git', [...settings, ...args], options).trim();
}

/** Makes a repository, with one empty commit unless told otherwise. */
export function makeRepository(
  path: string,
  options: { readonly commits?: number; readonly origin?: string } = {},
): string {
  mkdirSync(path, { recursive: true });
  git(path, 'init', '-q');
  for (let n = 0; n < (options.commits ?? 1); n += 1) git(path, 'commit', '-q', '--allow-empty', '-m', `${path} ${n}`);
  if (options.origin !== undefined) git(path, 'remote', 'add', 'origin', options.origin);
  return path;
}

/** Makes a named pipe that nobody writes to. */
export function makePipe(path: string): void {
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]);
}

/** Every file below a folder with its bytes. */
export function readTree(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, 'latin1')]));
}

import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readIfSmall, readSmallText } from './read-bounded.ts';

const LARGEST_LINK = 4096;

/** A repository as its files show it; no git process is asked. */
export interface FoundRepository {
  /** Top level, links resolved. */
  readonly root: string;
  /** Git directory of this checkout; absent when a `.git` file points nowhere. */
  readonly gitDir?: string;
  /** Directory that all worktrees share. */
  readonly commonDir?: string;
  readonly worktree?: string;
  readonly mainRoot?: string;
}

/** The stats of a path, links followed; `undefined` when they cannot be had. */
export function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}

function isGitDir(path: string): boolean {
  if (!isFile(join(path, 'HEAD'))) return false;
  return isFile(join(path, 'commondir')) || (isFolder(join(path, 'objects')) && isFolder(join(path, 'refs')));
}

function realPathOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function describeLinked(root: string, gitDir: string): FoundRepository {
  const { state, bytes } = readIfSmall(join(gitDir, 'commondir'), LARGEST_LINK);
  if (state === 'absent') return { root, gitDir, commonDir: gitDir };
  // Whose worktree it is cannot be told: it is a checkout all the same, but not one that stands for itself.
  if (bytes === undefined) return { root, worktree: basename(gitDir) };
  const shared = bytes.toString('utf8').trimEnd();
  const commonDir = realPathOr(resolve(gitDir, shared));
  const worktree = basename(gitDir);
  if (basename(commonDir) !== '.git') return { root, gitDir, commonDir, worktree };
  return { root, gitDir, commonDir, worktree, mainRoot: dirname(commonDir) };
}

/** A `.git` file is a boundary even when it points nowhere: the folder was somebody's checkout. */
function followGitFile(root: string, file: string): FoundRepository | undefined {
  const text = readSmallText(file);
  if (text?.startsWith('gitdir:') !== true) return { root };
  const target = resolve(root, text.slice('gitdir:'.length).trim());
  if (isGitDir(target)) return describeLinked(root, realPathOr(target));
  return basename(dirname(target)) === 'worktrees' ? { root, worktree: basename(target) } : { root };
}

function repositoryAt(folder: string): FoundRepository | undefined {
  const dotGit = join(folder, '.git');
  const stats = statOf(dotGit);
  if (stats?.isFile() === true) return followGitFile(folder, dotGit);
  if (stats?.isDirectory() === true && isGitDir(dotGit)) {
    const gitDir = realPathOr(dotGit);
    return { root: folder, gitDir, commonDir: gitDir };
  }
  // A bare repository is its own place, but the inside of a checkout's `.git` belongs to the checkout.
  if (basename(folder) !== '.git' && isGitDir(folder)) return { root: folder, gitDir: folder, commonDir: folder };
  return undefined;
}

/** The innermost repository that owns a real path, looking upwards; `undefined` outside git. */
export function findRepository(realCwd: string): FoundRepository | undefined {
  let folder = realCwd;
  for (;;) {
    const found = repositoryAt(folder);
    if (found !== undefined) return found;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

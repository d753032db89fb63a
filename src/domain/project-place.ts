import type { Where } from '../events/session-data.ts';

const DRIVE_PATH = /^[A-Za-z]:[\\/]/;
const UNC_PATH = /^\\\\[^\\]/;
/** A POSIX path that is its own key: no empty, `.` or trailing segment. Looser than need be, never wrong. */
const TIDY_PATH = /^(?:\/[^/.][^/]*)+$/;

function trimSegments(path: string, separator: string): string {
  const segments = path.split(separator).filter((segment) => segment !== '' && segment !== '.');
  return segments.join(separator);
}

/**
 * The form of a path that is compared: one separator, no trailing or empty segments. Windows paths, which name one
 * folder in any case of letters, are folded to lower case; all others stay as they are.
 */
export function pathKey(path: string): string {
  if (TIDY_PATH.test(path)) return path;
  if (DRIVE_PATH.test(path)) return trimSegments(path.replaceAll('/', '\\'), '\\').toLowerCase();
  if (UNC_PATH.test(path)) return `\\\\${trimSegments(path, '\\').toLowerCase()}`;
  return path.startsWith('/') ? `/${trimSegments(path, '/')}` : path;
}

/** The path that is the project's root at this place: the git top level, else exactly the folder. */
export function placePath(where: Where): string {
  return where.root ?? where.realCwd ?? where.cwd;
}

/** The name a project gets from its place: the last segment of its path; a worktree's is that of the main checkout. */
export function placeName(where: Where): string {
  const path = where.mainRoot ?? placePath(where);
  return path.split(/[\\/]/).findLast((segment) => segment !== '') ?? path;
}

/** The root as it was typed, when the agent came to it over a symbolic link. */
function typedRoot(where: Where): string | undefined {
  const real = where.realCwd;
  if (real === undefined || real === where.cwd || pathKey(real) === pathKey(where.cwd)) return undefined;
  if (where.root === undefined) return where.cwd;
  const below = pathKey(real).slice(pathKey(where.root).length);
  const typed = pathKey(where.cwd);
  return typed.endsWith(below) ? typed.slice(0, typed.length - below.length) || '/' : undefined;
}

/** Key of the root as it was typed, when that is not its real path. */
export function typedKey(where: Where): string | undefined {
  const typed = typedRoot(where);
  return typed === undefined ? undefined : pathKey(typed);
}

/** Keys of every path that names this place: its own first, then the main checkout's, then the one that was typed. */
export function placeKeys(where: Where): readonly string[] {
  const typed = typedRoot(where);
  if (where.mainRoot === undefined && typed === undefined) return [pathKey(placePath(where))];
  const paths = [placePath(where), where.mainRoot, typed];
  return [...new Set(paths.filter((path) => path !== undefined).map(pathKey))];
}

function agreeOrUnknown(left: string | undefined, right: string | undefined): boolean {
  return left === undefined || right === undefined || left === right;
}

/** Whether two observations are of one place and can be told as one, without losing a fingerprint. */
export function isSamePlace(left: Where, right: Where): boolean {
  return (
    placeKeys(left).join('\0') === placeKeys(right).join('\0') &&
    left.worktree === right.worktree &&
    agreeOrUnknown(left.gitDir, right.gitDir) &&
    agreeOrUnknown(left.origin, right.origin) &&
    agreeOrUnknown(left.rootCommits?.join(), right.rootCommits?.join())
  );
}

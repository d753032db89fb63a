import type { Where } from '../events/session-data.ts';
import { pathKey } from './project-place.ts';

const DRIVE = /^[A-Za-z]:[\\/]/;

function isWindows(path: string): boolean {
  return DRIVE.test(path) || path.startsWith('\\\\');
}

/** Takes out `.` and `..`; a path that climbs above its root stays at the root. */
function tidy(path: string, separator: string): string {
  const parts: string[] = [];
  for (const part of path.split(separator)) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join(separator);
}

/** An absolute path without `.` and `..`; a relative one stands below a folder. `~` stays as it is. */
export function absolutePath(path: string, folder: string): string {
  if (isWindows(path)) {
    const plain = path.replaceAll('/', '\\');
    return plain.startsWith('\\\\') ? `\\\\${tidy(plain, '\\')}` : tidy(plain, '\\');
  }
  if (path.startsWith('/')) return `/${tidy(path, '/')}`;
  if (path === '~' || path.startsWith('~/')) return path;
  if (isWindows(folder)) return absolutePath(`${folder}\\${path}`, folder);
  return folder.startsWith('/') ? `/${tidy(`${folder}/${path}`, '/')}` : path;
}

/**
 * A path below a folder, spelled as both are: a relative one is put behind the folder and nothing is taken out. What is to be
 * redacted must still look as it was written: `//` tells a URL from a path.
 */
export function spelledPath(path: string, folder: string): string {
  const isAbsolute = isWindows(path) || path.startsWith('/') || path === '~' || path.startsWith('~/');
  if (isAbsolute || (!isWindows(folder) && !folder.startsWith('/'))) return path;
  return `${folder}${isWindows(folder) ? '\\' : '/'}${path}`;
}

/** Folder by which the session's agent names the root: the real one, and the one that was typed over a link. */
function rootNames(where: Where): readonly string[] {
  const { cwd, realCwd, root } = where;
  if (realCwd === undefined) return [root ?? cwd];
  const top = root ?? realCwd;
  const below = realCwd.startsWith(top) ? realCwd.slice(top.length) : undefined;
  const typed = below !== undefined && cwd.endsWith(below) ? cwd.slice(0, cwd.length - below.length) : undefined;
  return typed === undefined || typed === '' ? [top] : [top, typed];
}

/** The path relative to the root of a place, with `/`; `undefined` for one outside of it. */
export function pathInRoot(path: string, where: Where): string | undefined {
  for (const root of rootNames(where)) {
    const separator = isWindows(root) ? '\\' : '/';
    const prefix = `${pathKey(root)}${separator}`;
    if (!pathKey(path).startsWith(prefix)) continue;
    // Keys of Windows paths are folded; the path's own letters are kept.
    const rest = path.slice(prefix.length);
    return rest === '' ? undefined : separator === '/' ? rest : rest.replaceAll('\\', '/');
  }
  return undefined;
}

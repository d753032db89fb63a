import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path lies in a folder, at any depth; the folder itself does not. By names alone: who minds links resolves them first. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Whether a path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return relative(folder, path) === '' || isBelow(path, folder);
}

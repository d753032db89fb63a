import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, private and with its parents, and throws the system error of the level that cannot be made. One level at a time: the
 * recursive `mkdir` of Node never returns where a level that is there says that it is not, as /proc and folders of an automounter do.
 */
export function makeFolders(path: string): void {
  const parent = dirname(path);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (existsSync(path)) return;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path || existsSync(parent)) throw error;
    makeFolders(parent);
    makeFolders(path);
  }
}

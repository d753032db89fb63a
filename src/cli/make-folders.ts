import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, private and with its parents, and throws the system error of the level that cannot be made. One level at a time: the
 * recursive `mkdir` of Node never returns where a level cannot be made, as below /proc.
 */
export function makeFolders(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (existsSync(path)) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    makeFolders(parent);
    mkdirSync(path, { mode: 0o700 });
  }
}

import { statSync } from 'node:fs';

/** Whether a folder is there; whatever else stands there or in the way is none. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

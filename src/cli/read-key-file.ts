import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { LoomError } from '../kernel/loom-error.ts';

const MOST_BYTES = 1024 * 1024;

/** Reads a small file whole, a pipe of the shell too. `what` names it in errors. */
export function readKeyFile(path: string, what: string): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY);
  } catch (cause) {
    throw new LoomError({ kind: 'not-found', code: 'path-not-found', message: `cannot open ${what} ${path}`, cause });
  }
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory() || stats.size > MOST_BYTES) {
      throw new LoomError({ kind: 'usage', code: 'not-a-key-file', message: `${path} is no ${what}` });
    }
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Whether a file begins like an export of loom. Never blocks; any doubt is a no. */
export function isExportFile(path: string): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(descriptor).isFile()) return false;
    const head = Buffer.alloc(64);
    const length = readSync(descriptor, head, 0, head.length, 0);
    return /^(?:\uFEFF)?\s*\{\s*"loom"\s*:\s*"(?:export|session-export)"/.test(head.toString('utf8', 0, length));
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/**
 * The bytes of a small regular file; `undefined` when it is not there, not a regular file, unreadable or larger than
 * `limit`. Never waits on a pipe or device.
 */
export function readBounded(path: string, limit: number): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile() || size > limit) return undefined;
    const bytes = Buffer.alloc(size);
    const read = readSync(file, bytes, 0, size, 0);
    return bytes.subarray(0, read);
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** The text of a small regular file, trailing white space removed. */
export function readSmallText(path: string, limit = 4096): string | undefined {
  return readBounded(path, limit)?.toString('utf8').trimEnd();
}

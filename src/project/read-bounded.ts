import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { saysAbsent } from '../kernel/errno-of.ts';

/** `unread`: something is there that is not a regular file, cannot be read, or is larger than was asked for. */
export type BoundedRead =
  | { readonly state: 'read'; readonly bytes: Buffer }
  | { readonly state: 'absent' | 'unread'; readonly bytes?: undefined };

/** The bytes of a small regular file, or whether there is none. Never waits on a pipe or device. */
export function readIfSmall(path: string, limit: number): BoundedRead {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return { state: saysAbsent(error) ? 'absent' : 'unread' };
  }
  try {
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile() || size > limit) return { state: 'unread' };
    const bytes = Buffer.alloc(size);
    const read = readSync(file, bytes, 0, size, 0);
    return { state: 'read', bytes: bytes.subarray(0, read) };
  } catch {
    return { state: 'unread' };
  } finally {
    closeSync(file);
  }
}

/** The same, for whom absent and unread are the same: nothing is known. */
export function readBounded(path: string, limit: number): Buffer | undefined {
  return readIfSmall(path, limit).bytes;
}

/** The text of a small regular file, trailing white space removed. */
export function readSmallText(path: string, limit = 4096): string | undefined {
  return readBounded(path, limit)?.toString('utf8').trimEnd();
}

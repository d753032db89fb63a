import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const CHUNK = 1024 * 1024;
/** Beyond this a file is no export that is worth the wait. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** Reads a regular file of the person in pieces; `undefined` for one that is not there, is none, or cannot be read. */
export function readOutside(path: string): Iterable<Uint8Array> | undefined {
  const descriptor = openRegular(path);
  return descriptor === undefined ? undefined : piecesOf(descriptor);
}

function openRegular(path: string): number | undefined {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(descriptor);
    if (stats.isFile() && stats.size <= MOST_BYTES) return descriptor;
    closeSync(descriptor);
    return undefined;
  } catch {
    return undefined;
  }
}

function* piecesOf(descriptor: number): Iterable<Uint8Array> {
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(CHUNK);
      const length = readSync(descriptor, buffer, 0, CHUNK, null);
      if (length === 0) return;
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

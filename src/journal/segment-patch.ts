import { closeSync } from 'node:fs';
import { MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import { storageFault } from './safe-fs.ts';
import { openSegment } from './segment-list.ts';
import { readAt } from './segment-reader.ts';

/** Bytes that take the place of what a segment holds at an offset. */
export interface Patch {
  readonly offset: number;
  /** Bytes of the segment that are replaced; 0 inserts. */
  readonly length: number;
  readonly bytes: Uint8Array;
}

const CHUNK = 1024 * 1024;

/** The first `end` bytes of a file, with patches applied. Patches are in order and do not overlap. */
export function* patchedBytes(path: string, end: number, patches: readonly Patch[]): Generator<Uint8Array> {
  const fd = openSegment(path);
  if (fd === undefined) throw storageFault({ operation: 'read', path, cause: new Error('the file vanished') });
  try {
    let position = 0;
    for (const patch of [...patches, { offset: end, length: 0, bytes: new Uint8Array() }]) {
      yield* copyRange(fd, position, patch.offset);
      yield patch.bytes;
      position = patch.offset + patch.length;
    }
  } finally {
    closeSync(fd);
  }
}

function* copyRange(fd: number, from: number, to: number): Generator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(0, to - from)));
  for (let position = from; position < to; ) {
    const read = readAt(fd, buffer.subarray(0, Math.min(buffer.length, to - position)), position);
    if (read === 0) return;
    yield buffer.subarray(0, read);
    position += read;
  }
}

/** Spaces that fill a place of `length` bytes as lines: readers step over them, and no offset behind them moves. */
export function blankLines(length: number): Uint8Array {
  const blank = Buffer.alloc(length, 0x20);
  for (let feed = MAX_EVENT_LINE_BYTES - 1; feed < length; feed += MAX_EVENT_LINE_BYTES) blank[feed] = 10;
  if (length > 0) blank[length - 1] = 10;
  return blank;
}

import { readlinkSync, readSync } from 'node:fs';
import { MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import { storageFault } from './safe-fs.ts';

/** One line of a segment as bytes. */
export interface RawLine {
  readonly offset: number;
  /** Bytes, line feed included where there is one. */
  readonly length: number;
  /** Without line feed; cut to its first bytes when the line is too long. Valid until the next line is asked for. */
  readonly bytes: Uint8Array;
  readonly terminated: boolean;
  readonly tooLong: boolean;
}

const CHUNK = 1024 * 1024;
const LINE_FEED = 10;

/** Reads as many bytes as there are up to the buffer's length; throws `storage` when the disk does not give them. */
export function readAt(fd: number, buffer: Uint8Array, position: number): number {
  let filled = 0;
  try {
    while (filled < buffer.length) {
      const read = readSync(fd, buffer, filled, buffer.length - filled, position + filled);
      if (read === 0) break;
      filled += read;
    }
  } catch (error) {
    throw storageFault({ operation: 'read', path: pathOf(fd), cause: error });
  }
  return filled;
}

/** Path of an open file where the OS tells it. */
function pathOf(fd: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return 'a file of the journal';
  }
}

/**
 * Lines between two offsets of an open file, in order. Memory stays bounded: of a line that no event may have, only the
 * first bytes are kept.
 */
export function* readLines(fd: number, from: number, to: number): Generator<RawLine> {
  const room = Math.min(CHUNK, Math.max(0, to - from));
  const buffer = Buffer.allocUnsafe(room);
  let base = from;
  let held = 0;
  let skipped = 0;
  for (;;) {
    const want = Math.min(room - held, to - base - skipped - held);
    const read = want <= 0 ? 0 : readAt(fd, buffer.subarray(held, held + want), base + skipped + held);
    const filled = held + read;
    let start = 0;
    for (
      let feed = buffer.indexOf(LINE_FEED, held);
      feed >= 0 && feed < filled;
      feed = buffer.indexOf(LINE_FEED, start)
    ) {
      const length = skipped + feed - start + 1;
      const bytes = buffer.subarray(start, feed);
      yield { offset: base, length, bytes, terminated: true, tooLong: length > MAX_EVENT_LINE_BYTES };
      base += length;
      skipped = 0;
      start = feed + 1;
    }
    held = filled - start;
    buffer.copyWithin(0, start, filled);
    if (read === 0) break;
    if (held > MAX_EVENT_LINE_BYTES) {
      // The rest of an endless line is counted, not kept.
      skipped += held - MAX_EVENT_LINE_BYTES;
      held = MAX_EVENT_LINE_BYTES;
    }
  }
  const length = skipped + held;
  const bytes = buffer.subarray(0, held);
  if (held > 0) yield { offset: base, length, bytes, terminated: false, tooLong: length > MAX_EVENT_LINE_BYTES };
}

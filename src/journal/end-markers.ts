import { createHash } from 'node:crypto';
import { closeSync, fstatSync } from 'node:fs';
import { MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import { parseEventLine } from '../events/event-line.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { lineSum } from './line-sum.ts';
import { openSafely } from './safe-fs.ts';
import { readAt, readLines } from './segment-reader.ts';

export interface MarkedSegment {
  readonly number: number;
  readonly path: string;
  /** Path of the segment after it, if there is one. */
  readonly next: string | undefined;
}

const COMMIT = /"commit":\["([0-9A-Z]{26})",(\d+),(\d+)\]/;
const HEADER = /"type":"journal\.segment"/;
/** Where a line's commit and type stand: before its data, which may hold anything. */
const ENVELOPE_BYTES = 1024;

/**
 * Whether an end marker can be what a writer left when its write or sync failed: at the end of a whole commit, with one batch at most
 * behind it, and as the header of the next segment says. A marker that cannot must hide nothing. What cannot be told is believed.
 */
export function isCredibleEnd(segment: MarkedSegment, bytes: number): boolean {
  return (
    (withFile(segment.path, (fd) => endsCommit(fd, bytes) && oneBatchBehind(fd, bytes)) ?? true) &&
    (segment.next === undefined || headerAgrees(segment.next, { segment: segment.number, bytes }))
  );
}

function endsCommit(fd: number, bytes: number): boolean {
  if (bytes === 0) return true;
  if (bytes > fstatSync(fd).size) return false;
  const from = Math.max(0, bytes - MAX_EVENT_LINE_BYTES - 1);
  const buffer = Buffer.allocUnsafe(bytes - from);
  readAt(fd, buffer, from);
  if (buffer.at(-1) !== 10) return false;
  const start = buffer.length < 2 ? 0 : buffer.lastIndexOf(10, buffer.length - 2) + 1;
  const [, , index, count] = COMMIT.exec(headOf(buffer.subarray(start))) ?? [];
  return index === undefined || Number(index) === Number(count) - 1;
}

/** What failed was one commit, after a header where the segment was new. */
function oneBatchBehind(fd: number, bytes: number): boolean {
  const commits = new Set<string>();
  for (const line of readLines(fd, bytes, fstatSync(fd).size)) {
    const head = headOf(line.bytes);
    const commit = COMMIT.exec(head)?.[1];
    if (commit === undefined || (line.offset === 0 && HEADER.test(head))) continue;
    commits.add(commit);
    if (commits.size > 1) return false;
  }
  return true;
}

/** The next segment was begun because this one is ended, so its header says where; a damaged one says nothing. */
function headerAgrees(next: string, end: { readonly segment: number; readonly bytes: number }): boolean {
  const line = withFile(next, firstLineOf);
  if (line === undefined) return true;
  const parsed = parseEventLine(line, sha256, lineSum);
  if (parsed.kind !== 'event') return true;
  if (parsed.event.type !== 'journal.segment') return false;
  return parsed.event.data.ends.some((named) => named.segment === end.segment && named.bytes === end.bytes);
}

function sha256(bytes: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

function firstLineOf(fd: number): Uint8Array | undefined {
  const buffer = Buffer.allocUnsafe(MAX_EVENT_LINE_BYTES);
  const head = buffer.subarray(0, readAt(fd, buffer, 0));
  const feed = head.indexOf(10);
  return feed < 0 ? undefined : head.subarray(0, feed);
}

function headOf(line: Uint8Array): string {
  return Buffer.from(line.buffer, line.byteOffset, Math.min(line.length, ENVELOPE_BYTES)).toString('latin1');
}

/** `undefined` for a file that vanished or may not be read: others tell that. */
function withFile<T>(path: string, look: (fd: number) => T): T | undefined {
  try {
    const fd = openSafely(path, 'read');
    try {
      return look(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof LoomError) return undefined;
    throw error;
  }
}

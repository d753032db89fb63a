import { closeSync, fstatSync } from 'node:fs';
import type { JournalCursor, JournalEntry } from '../app/ports/journal.ts';
import { JOURNAL_START } from '../app/ports/journal.ts';
import { MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import type { ParsedLine } from '../events/event-line.ts';
import { parseEventLine } from '../events/event-line.ts';
import type { Sha256 } from '../kernel/sources.ts';
import type { Segment } from './segment-list.ts';
import { listSegments, openSegment, resolveEnds } from './segment-list.ts';
import { readAt } from './segment-reader.ts';
import type { LastLine, SegmentScan } from './segment-scan.ts';
import { scanSegment } from './segment-scan.ts';
import type { StoreLayout } from './store-layout.ts';

/** Where the journal stops, and what its last line is. */
export interface JournalTail {
  readonly segments: readonly Segment[];
  readonly newest: { readonly segment: Segment; readonly scan: SegmentScan } | undefined;
  /** Last line that parsed, in whatever segment; `undefined` in an empty journal. */
  readonly last: (LastLine & { readonly segment: number }) | undefined;
}

/** Finds the journal's tail; costs one small read when the last commit is whole, whatever the size of the journal. */
export function readTail(layout: StoreLayout, sha256: Sha256): JournalTail {
  const segments = listSegments(layout);
  const newest = segments.at(-1);
  if (newest === undefined) return { segments, newest: undefined, last: undefined };
  const scan = scanTail(newest, sha256);
  const last =
    scan.last === undefined ? lastBefore(segments, newest, sha256) : { ...scan.last, segment: newest.number };
  return { segments, newest: { segment: newest, scan }, last };
}

/** The cursor after the last complete commit. */
export function headOf(tail: JournalTail): JournalCursor {
  if (tail.last === undefined) return JOURNAL_START;
  return { segment: tail.last.segment, offset: tail.last.after, id: tail.last.id, sum: tail.last.sum };
}

/** Walks back over segments in which no line parsed. */
function lastBefore(segments: readonly Segment[], newest: Segment, sha256: Sha256): JournalTail['last'] {
  for (const segment of resolveEnds(segments, 0, sha256).reverse()) {
    if (segment.number >= newest.number) continue;
    const { last } = scanTail(segment, sha256);
    if (last !== undefined) return { ...last, segment: segment.number };
  }
  return undefined;
}

/** End of one segment. The common case, a whole last commit, is told by its last line alone. */
export function scanTail(segment: Segment, sha256: Sha256): SegmentScan {
  return wholeTail(segment, sha256) ?? scanFully(segment, sha256);
}

function wholeTail(segment: Segment, sha256: Sha256): SegmentScan | undefined {
  const fd = openSegment(segment.path);
  if (fd === undefined) return { end: 0, size: 0, torn: false, last: undefined, gapAtEnd: false };
  try {
    const size = fstatSync(fd).size;
    const end = Math.min(size, segment.ended ?? size);
    if (end === 0) return { end, size, torn: false, last: undefined, gapAtEnd: false };
    const parsed = lineBefore(fd, end, sha256);
    if (parsed === undefined || parsed.kind === 'damage') return undefined;
    const [, index, count] = parsed.event.commit;
    if (index !== count - 1) return undefined;
    const newer = parsed.kind === 'unknown' && parsed.newer;
    return {
      end,
      size,
      torn: false,
      last: { id: parsed.event.id, sum: parsed.event.sum, after: end, newer },
      gapAtEnd: false,
    };
  } finally {
    closeSync(fd);
  }
}

/** The line that ends exactly at an offset; `undefined` when none does. */
export function lineBefore(fd: number, end: number, sha256: Sha256): ParsedLine | undefined {
  const from = Math.max(0, end - MAX_EVENT_LINE_BYTES - 1);
  const buffer = Buffer.allocUnsafe(end - from);
  if (readAt(fd, buffer, from) < buffer.length || buffer.at(-1) !== 10) return undefined;
  const feed = buffer.length < 2 ? -1 : buffer.lastIndexOf(10, buffer.length - 2);
  if (feed < 0 && from > 0) return undefined;
  return parseEventLine(buffer.subarray(feed + 1, buffer.length - 1), sha256);
}

function scanFully(segment: Segment, sha256: Sha256): SegmentScan {
  const scan = scanSegment({ segment, from: 0, expectedPrev: undefined, sha256 });
  let step: IteratorResult<JournalEntry, SegmentScan> = scan.next();
  while (step.done !== true) step = scan.next();
  return step.value;
}

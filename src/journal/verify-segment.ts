import { closeSync, fstatSync } from 'node:fs';
import { MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import { parseEventLine } from '../events/event-line.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { scanTail } from './journal-tail.ts';
import type { Segment } from './segment-list.ts';
import { openSegment, readHeader } from './segment-list.ts';
import { readAt } from './segment-reader.ts';
import type { SegmentScan } from './segment-scan.ts';
import type { FindingList } from './verify-report.ts';

interface EndCheck {
  readonly segment: Segment;
  readonly scan: SegmentScan;
  readonly newest: boolean;
  readonly sha256: Sha256;
}

/** Says what follows a segment's last whole commit, and whether that is as it should be. */
export function verifySegmentEnd(check: EndCheck, list: FindingList): void {
  const { segment, scan, newest } = check;
  const { path, ended } = segment;
  if (ended !== undefined && scan.size < ended) {
    const detail = `ends after ${scan.size} bytes; ${ended} are part of the journal`;
    list.at(path, scan.end, { severity: 'error', code: 'segment-cut', detail });
    return;
  }
  const rest = scan.size - scan.end;
  if (rest === 0) return;
  if (ended !== undefined) {
    list.at(path, scan.end, {
      severity: 'info',
      code: 'ended-segment',
      detail: `${rest} byte(s) that were never acknowledged`,
    });
  } else if (!newest) {
    const detail = `${rest} byte(s) after the last whole commit, and nobody ended the segment there`;
    list.at(path, scan.end, { severity: 'error', code: 'segment-cut', detail });
  } else if (scan.torn && lostItsLineFeed(check)) {
    const detail = 'the last line is whole, but its line feed is not';
    list.at(path, scan.end, { severity: 'error', code: 'line-feed-lost', detail });
  } else {
    const code = scan.torn ? 'torn-tail' : 'incomplete-commit';
    const detail = `${rest} byte(s) of a write that was cut short; never acknowledged, and left out`;
    list.at(path, scan.end, { severity: 'warning', code, detail });
  }
}

/** A torn write is a prefix of good lines; a whole line with one more byte that is no line feed is damage. */
function lostItsLineFeed(check: EndCheck): boolean {
  const fd = openSegment(check.segment.path);
  if (fd === undefined) return false;
  try {
    const { size } = fstatSync(fd);
    const buffer = Buffer.alloc(Math.min(size, MAX_EVENT_LINE_BYTES));
    readAt(fd, buffer, size - buffer.length);
    const line = buffer.subarray(buffer.lastIndexOf(10) + 1, buffer.length - 1);
    return parseEventLine(line, check.sha256).kind !== 'damage';
  } finally {
    closeSync(fd);
  }
}

/** Compares what a header says about earlier segments with what they are. */
export function verifySegmentHeader(
  check: { readonly segment: Segment; readonly segments: readonly Segment[]; readonly sha256: Sha256 },
  list: FindingList,
): void {
  const { segment, segments, sha256 } = check;
  if (segment.ended === 0) return;
  for (const end of readHeader(segment.path, sha256)?.ends ?? []) {
    const named = segments.find((other) => other.number === end.segment);
    // A segment that is not there was reported with the numbering.
    if (named === undefined) continue;
    const { last, gapAtEnd } = scanTail(named, sha256);
    if (gapAtEnd || (last?.id ?? '') === end.last) continue;
    const detail = `does not end with event ${end.last}, as a later segment says`;
    list.about(named.path, { severity: 'error', code: 'wrong-last-event', detail });
  }
}

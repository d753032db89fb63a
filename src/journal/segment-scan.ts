import { closeSync, fstatSync } from 'node:fs';
import type { JournalEntry, LinePlace } from '../app/ports/journal.ts';
import { MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import type { ParsedLine } from '../events/event-line.ts';
import { parseEventLine, streamOfLine } from '../events/event-line.ts';
import type { Sha256 } from '../kernel/sources.ts';
import type { DamageEntry, GoodEntry } from './commit-assembler.ts';
import { CommitAssembler } from './commit-assembler.ts';
import type { Segment } from './segment-list.ts';
import { openSegment } from './segment-list.ts';
import type { RawLine } from './segment-reader.ts';
import { readLines } from './segment-reader.ts';

/** The last line of a journal part that parsed. */
export interface LastLine {
  readonly id: string;
  readonly sum: string;
  /** Offset after the line. */
  readonly after: number;
  /** Written by a newer loom. */
  readonly newer: boolean;
}

/** What a scan found at the end of a segment. */
export interface SegmentScan {
  /** Bytes that are part of the journal. */
  readonly end: number;
  readonly size: number;
  /** Whether bytes without a line feed follow the last line. */
  readonly torn: boolean;
  readonly last: LastLine | undefined;
  /** Whether damage or a blank follows `last` within `end`: then the id of the line before the next one is not known. */
  readonly gapAtEnd: boolean;
}

export interface ScanRequest {
  readonly segment: Segment;
  readonly from: number;
  /** Id that the first line's `prev` must name; `undefined` when it is not known. */
  readonly expectedPrev: string | undefined;
  readonly sha256: Sha256;
}

/** Every entry of one segment in order; whole commits only. Bounded memory. A segment that vanished is empty. */
export function* scanSegment(request: ScanRequest): Generator<JournalEntry, SegmentScan> {
  const fd = openSegment(request.segment.path);
  if (fd === undefined) return { end: 0, size: 0, torn: false, last: undefined, gapAtEnd: false };
  try {
    return yield* scanOpenSegment(fd, request);
  } finally {
    closeSync(fd);
  }
}

function* scanOpenSegment(fd: number, request: ScanRequest): Generator<JournalEntry, SegmentScan> {
  const { segment } = request;
  const size = fstatSync(fd).size;
  const limit = Math.min(size, segment.ended ?? size);
  const assembler = new CommitAssembler(request.from > 0);
  const tail = new TailTracker(request.from);
  let expected = request.expectedPrev;
  let torn = false;
  for (const line of readLines(fd, request.from, limit)) {
    if (!line.terminated) {
      torn = true;
      break;
    }
    tail.reach(line);
    const place = { segment: segment.number, offset: line.offset, length: line.length };
    const parsed = isBlank(line) ? undefined : parseRawLine(line, request.sha256);
    if (parsed === undefined || parsed.kind === 'damage') {
      expected = undefined;
      const gap = parsed === undefined ? ({ kind: 'blank', place } as const) : damageEntry(parsed, place);
      yield* tail.note(assembler.takeGap(gap));
      continue;
    }
    if (expected !== undefined && parsed.event.prev !== expected) {
      yield* tail.note(assembler.takeGap(brokenChain(parsed.event.prev, { ...place, length: 0 })));
    }
    expected = parsed.event.id;
    yield* tail.note(assembler.take({ ...parsed, place } as GoodEntry));
  }
  const rest = assembler.finish({ endedHere: segment.ended !== undefined && segment.ended <= size && !torn, torn });
  yield* tail.note(rest.entries);
  return tail.result({ size, torn, heldFrom: rest.heldFrom });
}

/** Follows what was given out, and how far the lines reach. */
class TailTracker {
  #linesEnd: number;
  #last: LastLine | undefined;
  #gap = false;

  constructor(from: number) {
    this.#linesEnd = from;
  }

  reach(line: RawLine): void {
    this.#linesEnd = line.offset + line.length;
  }

  note(entries: readonly JournalEntry[]): readonly JournalEntry[] {
    for (const entry of entries) {
      this.#gap = entry.kind === 'damage';
      if (entry.kind === 'damage') continue;
      const after = entry.place.offset + entry.place.length;
      this.#last = { id: entry.event.id, sum: entry.event.sum, after, newer: entry.kind === 'unknown' && entry.newer };
    }
    return entries;
  }

  result(scan: { size: number; torn: boolean; heldFrom: number | undefined }): SegmentScan {
    const end = scan.heldFrom ?? this.#linesEnd;
    // A blank gives out nothing, yet it is there.
    const gapAtEnd = this.#gap || (this.#last !== undefined && this.#last.after < end);
    return { end, size: scan.size, torn: scan.torn, last: this.#last, gapAtEnd };
  }
}

/** Parses a line that the reader may have cut because it is too long. */
export function parseRawLine(line: RawLine, sha256: Sha256): ParsedLine {
  if (!line.tooLong) return parseEventLine(line.bytes, sha256);
  const stream = streamOfLine(line.bytes);
  const detail = `longer than ${MAX_EVENT_LINE_BYTES} bytes`;
  return { kind: 'damage', code: 'too-long', detail, streams: stream === undefined ? [] : [stream] };
}

/** A line of nothing but spaces: what a repair leaves in place of a line that it set aside, so that no offset moves. */
export function isBlank(line: RawLine): boolean {
  if (line.bytes[0] !== undefined && line.bytes[0] !== 32) return false;
  return !line.tooLong && line.bytes.every((byte) => byte === 32);
}

function damageEntry(parsed: Extract<ParsedLine, { kind: 'damage' }>, place: LinePlace): DamageEntry {
  return { kind: 'damage', code: parsed.code, place, streams: parsed.streams, detail: parsed.detail };
}

function brokenChain(prev: string, place: LinePlace): DamageEntry {
  const detail = `the line before is not ${prev === '' ? 'the start of the journal' : prev}`;
  return { kind: 'damage', code: 'broken-chain', place, streams: [], detail };
}

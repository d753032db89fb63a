import { closeSync, fstatSync } from 'node:fs';
import type { JournalEntry, LinePlace } from '../app/ports/journal.ts';
import { MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import type { ParsedLine } from '../events/event-line.ts';
import { parseEventLine, streamOfLine } from '../events/event-line.ts';
import type { Sha256 } from '../kernel/sources.ts';
import type { DamageEntry, Gap, GoodEntry, Remainder } from './commit-assembler.ts';
import { CommitAssembler } from './commit-assembler.ts';
import { lineSum } from './line-sum.ts';
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
  const { segment, from } = request;
  const size = fstatSync(fd).size;
  const limit = Math.min(size, segment.ended ?? size);
  const scanner = new SegmentScanner(request);
  const tail = new TailTracker(from);
  let torn = false;
  for (const line of readLines(fd, from, limit)) {
    torn = !line.terminated;
    if (torn) break;
    tail.reach(line);
    yield* tail.note(scanner.take(line));
  }
  const endedHere = segment.ended !== undefined && segment.ended <= size && !torn;
  const rest = scanner.finish({ end: tail.linesEnd, endedHere, torn });
  yield* tail.note(rest.entries);
  return tail.result({ size, torn, heldFrom: rest.heldFrom });
}

/** Turns the lines of one segment into entries: parses, checks the chain, and keeps commits whole. */
class SegmentScanner {
  readonly #request: ScanRequest;
  readonly #assembler: CommitAssembler;
  #expectedPrev: string | undefined;

  constructor(request: ScanRequest) {
    this.#request = request;
    this.#assembler = new CommitAssembler(request.from > 0);
    this.#expectedPrev = request.expectedPrev;
  }

  take(line: RawLine): readonly JournalEntry[] {
    const { number, gaps } = this.#request.segment;
    if (gaps.length > 0 && gaps.includes(line.offset)) {
      return [...this.#takeGap(knownGap(number, line.offset)), ...this.#takeLine(line)];
    }
    return this.#takeLine(line);
  }

  #takeLine(line: RawLine): readonly JournalEntry[] {
    const place = { segment: this.#request.segment.number, offset: line.offset, length: line.length };
    if (isBlank(line)) return this.#takeGap({ kind: 'blank', place });
    const parsed = parseRawLine(line, this.#request.sha256);
    if (parsed.kind === 'damage') return this.#takeGap({ ...parsed, place });
    const { prev, id } = parsed.event;
    const broken = this.#expectedPrev !== undefined && prev !== this.#expectedPrev;
    const before = broken ? this.#assembler.takeGap(brokenChain(prev, { ...place, length: 0 })) : [];
    this.#expectedPrev = id;
    const entries = this.#assembler.take({ ...parsed, place } as GoodEntry);
    return broken ? [...before, ...entries] : entries;
  }

  finish(segment: { readonly end: number; readonly endedHere: boolean; readonly torn: boolean }): Remainder {
    const { number, gaps } = this.#request.segment;
    if (gaps.includes(segment.end)) this.#takeGap(knownGap(number, segment.end));
    return this.#assembler.finish(segment);
  }

  /** What a gap held is gone, its id with it. */
  #takeGap(gap: Gap): readonly JournalEntry[] {
    this.#expectedPrev = undefined;
    return this.#assembler.takeGap(gap);
  }
}

/** Follows what was given out, and how far the lines reach. */
class TailTracker {
  #linesEnd: number;
  #last: LastLine | undefined;
  #gap = false;

  constructor(from: number) {
    this.#linesEnd = from;
  }

  get linesEnd(): number {
    return this.#linesEnd;
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
  if (!line.tooLong) return parseEventLine(line.bytes, sha256, lineSum);
  const stream = streamOfLine(line.bytes);
  const detail = `longer than ${MAX_EVENT_LINE_BYTES} bytes`;
  return { kind: 'damage', code: 'too-long', detail, streams: stream === undefined ? [] : [stream] };
}

/** A line of nothing but spaces: what a repair leaves in place of a line that it set aside, so that no offset moves. */
export function isBlank(line: RawLine): boolean {
  if (line.bytes[0] !== undefined && line.bytes[0] !== 32) return false;
  return !line.tooLong && line.bytes.every((byte) => byte === 32);
}

function knownGap(segment: number, offset: number): Gap {
  return { kind: 'blank', place: { segment, offset, length: 0 } };
}

function brokenChain(prev: string, place: LinePlace): DamageEntry {
  const detail = `the line before is not ${prev === '' ? 'the start of the journal' : prev}`;
  return { kind: 'damage', code: 'broken-chain', place, streams: [], detail };
}

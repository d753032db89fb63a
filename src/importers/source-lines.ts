import { isUtf8 } from 'node:buffer';
import type { SourceLine } from '../app/ports/source-reader.ts';
import { asObject, textField } from '../kernel/json-fields.ts';
import { type FoundObject, findGlued, type Standing, skipSeparators } from './glued-objects.ts';
import { nestsDeeperThan } from './json-scan.ts';
import { type ByteSource, frameLines, type LineFrame } from './line-frames.ts';
import type { Range } from './object-reader.ts';

/** Longest line of a foreign file that is read, in bytes. */
export const MAX_SOURCE_LINE_BYTES = 16 * 1024 * 1024;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Deepest nesting of a foreign record. */
export const MAX_SOURCE_DEPTH = 200;

/** What to read. */
export interface LineRequest extends ByteSource {
  /** Byte to begin at: 0, or the `end` of a line that an earlier reading accounted for. */
  readonly offset: number;
  /** Number of the last line before `offset`; 0 at the start. */
  readonly line: number;
  readonly maxLineBytes?: number;
}

/** A stretch of one line, with its place. */
interface Piece {
  readonly bytes: Buffer;
  readonly offset: number;
  readonly end: number;
  readonly sourceLine: number;
  readonly terminated: boolean;
  /** Follows another record on its line. */
  readonly glued: boolean;
}

type Parsed = { readonly value: unknown } | { readonly reason: string };

/** Parses the bytes of one JSON object within the bounds of a foreign record; gives the reason when it is none. */
export function parseObject(bytes: Buffer): Parsed {
  if (!isUtf8(bytes)) return { reason: 'invalid-utf8' };
  if (nestsDeeperThan(bytes, MAX_SOURCE_DEPTH)) return { reason: 'too-deep' };
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { reason: 'not-json' };
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { value } : { reason: 'not-an-object' };
}

function recordOf(piece: Piece, value: unknown): SourceLine {
  const { sourceLine, offset, end, glued } = piece;
  return {
    kind: 'record',
    bytes: piece.bytes,
    value,
    sourceLine,
    offset,
    end,
    glued,
    unterminated: !piece.terminated,
  };
}

/** A stretch that is no record: damage when its line is complete, and not yet a line when the file ends inside it. */
function unreadable(piece: Piece, reason: string): SourceLine {
  const place = { sourceLine: piece.sourceLine, offset: piece.offset, end: piece.end };
  const mayGrow = !piece.terminated && reason !== 'not-an-object' && reason !== 'too-deep';
  return mayGrow ? { kind: 'deferred', ...place } : { kind: 'malformed', reason, ...place };
}

/** Cuts a piece; the part that ends where the piece ends keeps its end and line feed. */
function cut(piece: Piece, start: number, end: number): Piece {
  const last = end === piece.bytes.length;
  return {
    ...piece,
    bytes: piece.bytes.subarray(start, end),
    offset: piece.offset + start,
    end: last ? piece.end : piece.offset + end,
    terminated: last ? piece.terminated : true,
    glued: true,
  };
}

/** Whether an object that was found among fragments has what records have, and parts of records have not. */
function isRecordLike(value: unknown, standing: Standing): boolean {
  const record = asObject(value);
  const type = textField(record, 'type') !== undefined;
  const session = textField(record, 'sessionId') !== undefined;
  const uuid = textField(record, 'uuid') !== undefined;
  if (standing === 'possible') return type && (session || (uuid && Object.hasOwn(record ?? {}, 'parentUuid')));
  return standing === 'certain' || type || session || uuid;
}

interface RecoveredObject {
  readonly part: Piece;
  readonly value: unknown;
  /** Where the rest of the line begins. */
  readonly end: number;
}

function readFound(piece: Piece, [start, end]: Range, standing: Standing): RecoveredObject | undefined {
  const isLast = skipSeparators(piece.bytes, end) >= piece.bytes.length;
  const part = { ...cut(piece, start, end), ...(isLast ? { end: piece.end, terminated: piece.terminated } : {}) };
  const parsed = parseObject(part.bytes);
  if (!('value' in parsed) || !isRecordLike(parsed.value, standing)) return undefined;
  return { part, value: parsed.value, end: isLast ? piece.bytes.length : end };
}

/** Whatever stands between two records and is more than a separator. */
function* readGap(piece: Piece, from: number, to: number): Generator<SourceLine> {
  const start = Math.min(skipSeparators(piece.bytes, from), to);
  if (start < to) yield unreadable(cut(piece, start, to), 'not-json');
}

/** Yields a found record and what stands before it; returns where the rest of the line begins. */
function* recoverObject(piece: Piece, from: number, { range, standing }: FoundObject): Generator<SourceLine, number> {
  const record = standing === 'open' ? undefined : readFound(piece, range, standing);
  if (record === undefined) return from;
  yield* readGap(piece, from, range[0]);
  yield recordOf(record.part, record.value);
  return record.end;
}

/** Yields the records of a line that is no JSON as a whole, and its fragments; nothing when there is no record. */
function* recoverGlued(piece: Piece): Generator<SourceLine> {
  let from = 0;
  for (const found of findGlued(piece.bytes)) {
    if (found.standing === 'open' && !piece.terminated) {
      // What the end of the file cuts off is read again when there is more of it.
      if (from === 0) return;
      yield* readGap(piece, from, found.range[0]);
      from = Math.max(from, found.range[0]);
      break;
    }
    from = yield* recoverObject(piece, from, found);
  }
  if (from > 0) yield* readGap(piece, from, piece.bytes.length);
}

/** Reads a stretch of text that is neither blank nor padding. */
function* readPiece(piece: Piece): Generator<SourceLine> {
  const parsed = parseObject(piece.bytes);
  if ('value' in parsed) {
    yield recordOf(piece, parsed.value);
    return;
  }
  let recovered = false;
  if (parsed.reason !== 'not-an-object') {
    for (const line of recoverGlued(piece)) {
      recovered = true;
      yield line;
    }
  }
  if (!recovered) yield unreadable(piece, parsed.reason);
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/** Bounds of the text between runs of NUL at both ends (a file system's padding after a crash). */
function withoutPadding(bytes: Buffer): readonly [start: number, end: number] {
  let start = 0;
  let end = bytes.length;
  while (start < end && bytes[start] === 0) start += 1;
  while (end > start && bytes[end - 1] === 0) end -= 1;
  return [start, end];
}

/** Drops the byte order mark at the start of a line (joined files have one inside), and one carriage return at its end. */
function trimFrame(frame: LineFrame & { readonly bytes: Buffer }): { readonly bytes: Buffer; readonly offset: number } {
  const { bytes } = frame;
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const end = bytes.length > mark && bytes[bytes.length - 1] === 0x0d ? bytes.length - 1 : bytes.length;
  return { bytes: bytes.subarray(mark, end), offset: frame.offset + mark };
}

function* readFrame(frame: LineFrame, sourceLine: number, glued: boolean): Generator<SourceLine> {
  const place = { sourceLine, offset: frame.offset, end: frame.end };
  if (frame.bytes === undefined) {
    yield { kind: 'too-long', reason: `longer than ${MAX_SOURCE_LINE_BYTES} bytes`, ...place };
    return;
  }
  const { bytes, offset } = trimFrame({ ...frame, bytes: frame.bytes });
  const [start, end] = withoutPadding(bytes);
  const padded = end - start < bytes.length;
  const text = padded ? bytes.subarray(start, end) : bytes;
  if (isBlank(text)) {
    yield { kind: padded ? 'padding' : 'blank', ...place };
    return;
  }
  if (padded) yield { kind: 'padding', sourceLine, offset: frame.offset, end: offset + start };
  yield* readPiece({
    bytes: text,
    offset: offset + start,
    end: frame.end,
    sourceLine,
    terminated: frame.terminated,
    glued,
  });
}

/** The record of a line that is one object and nothing else, as nearly all are. */
function readPlain({ bytes, offset, end, terminated }: LineFrame, sourceLine: number): SourceLine | undefined {
  if (bytes === undefined || bytes[0] !== OPEN_BRACE || bytes[bytes.length - 1] !== CLOSE_BRACE) return undefined;
  const parsed = parseObject(bytes);
  if (!('value' in parsed)) return undefined;
  const { value } = parsed;
  return { kind: 'record', bytes, value, sourceLine, offset, end, glued: false, unterminated: !terminated };
}

/** Whether the byte before `offset` is something else than a line feed: the reading goes on inside a line. */
function beginsInsideLine(request: LineRequest): boolean {
  if (request.offset === 0) return false;
  const before = new Uint8Array(1);
  return request.read(before, request.offset - 1) === 1 && before[0] !== 0x0a;
}

/**
 * Reads the lines of a JSONL file another tool wrote: every line is parsed once, and nothing is silent. Lines end at LF
 * alone; a byte order mark, one CR and NUL padding are put aside; objects glued on one line are recovered in place; a last
 * line without LF counts when it is complete and is `deferred` when it is not. Memory is bounded by the longest line kept.
 */
export function* readSourceLines(request: LineRequest): Generator<SourceLine> {
  let inside = beginsInsideLine(request);
  let sourceLine = inside ? Math.max(request.line - 1, 0) : request.line;
  for (const frame of frameLines(request, request.offset, request.maxLineBytes ?? MAX_SOURCE_LINE_BYTES)) {
    sourceLine += 1;
    const record = inside ? undefined : readPlain(frame, sourceLine);
    if (record === undefined) yield* readFrame(frame, sourceLine, inside);
    else yield record;
    inside = false;
  }
}

/** Whether text begins like UTF-16: a byte order mark, or a NUL in every second byte. */
function looksLikeUtf16(head: Uint8Array): boolean {
  const [a, b, c, d] = head;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  if (d === undefined || (a === 0) === (b === 0)) return false;
  return (a === 0) === (c === 0) && (b === 0) === (d === 0);
}

/** Bytes that a JSONL file may begin with, padding left out: white space, `{`, and the UTF-8 byte order mark. */
const TEXT_STARTS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0x7b, 0xef]);

/** Names the encoding of a file whose beginning shows that it is no UTF-8 text; `undefined` when it may be. */
export function detectForeignEncoding(head: Uint8Array): 'utf-16' | 'binary' | undefined {
  if (looksLikeUtf16(head)) return 'utf-16';
  const start = head.findIndex((byte) => byte !== 0);
  if (start < 0 || TEXT_STARTS.has(head[start] ?? 0)) return undefined;
  return head.subarray(start).includes(0) ? 'binary' : undefined;
}

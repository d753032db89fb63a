import type { StreamName } from '../kernel/ids.ts';
import { parseEventId, parseIsoTime, parseStreamName } from '../kernel/ids.ts';
import type { Sha256 } from '../kernel/sources.ts';
import type { LoomEvent, Recorded, UnknownEvent } from './envelope.ts';
import { EVENT_VERSION, MAX_COMMIT_EVENTS, MAX_EVENT_LINE_BYTES } from './envelope.ts';
import { isEventType } from './event-types.ts';
import { upcast } from './upcasters.ts';

/** What is wrong with one line. */
export type LineFault = 'bad-sum' | 'not-json' | 'bad-envelope' | 'too-long';

/** One line as its own bytes tell it. */
export type ParsedLine =
  | { readonly kind: 'event'; readonly event: LoomEvent }
  | { readonly kind: 'unknown'; readonly event: UnknownEvent; readonly newer: boolean }
  | {
      readonly kind: 'damage';
      readonly code: LineFault;
      readonly detail: string;
      readonly streams: readonly StreamName[];
    };

/** A printed line, without its line feed. */
export interface PrintedLine {
  readonly text: string;
  readonly sum: string;
  /** Bytes in the file, line feed included. */
  readonly bytes: number;
}

/** An event with everything but its sum. */
export type PrintableEvent = Omit<UnknownEvent, 'sum' | 'data'> & { readonly data: object };

const ERASED_BYTES = '{"erased":true}'.length;
/** `,"sum":"` + 22 characters + `"}`. */
const SUM_BYTES = 32;
const STREAM_FIELD = /"stream":"([a-z0-9/]{1,32})"/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const SUM_FIELD = [...encoder.encode(',"sum":"')];
const looseDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** First 128 bits of SHA-256 as 22 characters of base64url. */
export function digest128(content: string | Uint8Array, sha256: Sha256): string {
  const digest = sha256(content);
  let text = '';
  let pending = 0;
  let bits = 0;
  for (let i = 0; i < 16; i += 1) {
    pending = (pending << 8) | (digest[i] ?? 0);
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += ALPHABET.charAt((pending >>> bits) & 63);
    }
    pending &= (1 << bits) - 1;
  }
  return text + ALPHABET.charAt((pending << (6 - bits)) & 63);
}

/** Data is padded so that `{"erased":true}` always fits in its place, and erasing it moves no offset. */
function printData(data: object): string {
  return JSON.stringify(data).padEnd(ERASED_BYTES, ' ');
}

/** Prints a line: fixed key order, `sum` over its own bytes last. Its size is not judged here. */
export function printEventLine(event: PrintableEvent, sha256: Sha256): PrintedLine {
  const because = event.because === undefined ? '' : `,"because":${JSON.stringify(event.because)}`;
  const head =
    `{"v":${event.v},"id":"${event.id}","prev":"${event.prev}","stream":"${event.stream}"` +
    `,"type":${JSON.stringify(event.type)},"at":"${event.at}","recorded":"${event.recorded}"` +
    `,"commit":${JSON.stringify(event.commit)},"by":${JSON.stringify(event.by)},"trust":"${event.trust}"` +
    `${because},"data":${printData(event.data)}`;
  const bytes = encoder.encode(head);
  const sum = digest128(bytes, sha256);
  return { text: `${head},"sum":"${sum}"}`, sum, bytes: bytes.length + SUM_BYTES + 1 };
}

/**
 * Reads one line, given without its line feed. The sum decides first: what passes it was written by a loom, so that the
 * envelope needs only a quick look. Data is not validated; `journal verify` does that. `sumOf` is a faster way to the same sum.
 */
export function parseEventLine(line: Uint8Array, sha256: Sha256, sumOf?: (bytes: Uint8Array) => string): ParsedLine {
  if (line.length >= MAX_EVENT_LINE_BYTES) return damage('too-long', `longer than ${MAX_EVENT_LINE_BYTES} bytes`, line);
  const split = line.length - SUM_BYTES;
  if (split <= 0 || !endsWithSum(line, split)) return judgeUnsummed(line);
  const value = readJson(line);
  if (value === undefined) return damage('not-json', 'no JSON object', line);
  const head = line.subarray(0, split);
  if (value['sum'] !== (sumOf?.(head) ?? digest128(head, sha256))) {
    return damage('bad-sum', 'the bytes do not match their sum', line);
  }
  const fault = envelopeFault(value);
  if (fault !== undefined) return damage('bad-envelope', fault, line);
  return classify(value as unknown as UnknownEvent);
}

/** Bytes of a line's head before the sum, for whoever rewrites a line. */
export function splitSum(line: Uint8Array): Uint8Array {
  return line.subarray(0, line.length - SUM_BYTES);
}

/** Stream that a line names, also when the line is damaged otherwise; `undefined` when it no longer tells. */
export function streamOfLine(line: Uint8Array): StreamName | undefined {
  const text = looseDecoder.decode(line.subarray(0, 256));
  return parseStreamName(STREAM_FIELD.exec(text)?.[1] ?? '');
}

/** Says what is wrong with an envelope, in a few words; `undefined` when nothing is. */
export function envelopeFault(line: Readonly<Record<string, unknown>>): string | undefined {
  return nameFault(line) ?? markFault(line);
}

/** Faults of what names the event. */
function nameFault(line: Readonly<Record<string, unknown>>): string | undefined {
  if (!isCount(line['v']) || line['v'] < 1) return 'v is no version';
  if (!isEventId(line['id'])) return 'id is no ULID';
  if (line['prev'] !== '' && !isEventId(line['prev'])) return 'prev is no ULID';
  if (!isText(line['stream']) || parseStreamName(line['stream']) === undefined) return 'stream has no known shape';
  return isText(line['type']) ? undefined : 'type is no text';
}

/** Faults of what is said about the event. */
function markFault(line: Readonly<Record<string, unknown>>): string | undefined {
  if (!isInstant(line['at']) || !isInstant(line['recorded'])) return 'at or recorded is no instant';
  if (!isCommitMark(line['commit'])) return 'commit is no mark';
  if (!isRecord(line['by']) || !ACTORS.has(line['by']['kind'])) return 'by is no actor';
  if (!TRUSTS.has(line['trust'])) return 'trust is no known level';
  if (Object.hasOwn(line, 'because') && !isIdList(line['because'])) return 'because is no list of ids';
  return isRecord(line['data']) ? undefined : 'data is no object';
}

const ACTORS: ReadonlySet<unknown> = new Set(['person', 'hook', 'import', 'mcp', 'acp', 'system']);
const TRUSTS: ReadonlySet<unknown> = new Set(['person', 'agent', 'untrusted']);

function classify(event: UnknownEvent): ParsedLine {
  const newer = event.v > EVENT_VERSION;
  if (newer || !isEventType(event.type)) return { kind: 'unknown', event, newer };
  return { kind: 'event', event: (event.v === EVENT_VERSION ? event : upcast(event)) as unknown as LoomEvent };
}

/** Whether the line ends with the sum field; what stands between the quotes is compared after parsing. */
function endsWithSum(line: Uint8Array, split: number): boolean {
  if (line[line.length - 1] !== 125 || line[line.length - 2] !== 34) return false;
  return SUM_FIELD.every((code, index) => line[split + index] === code);
}

/** A line without a readable sum: damaged, and only the wording depends on whether JSON is left of it. */
function judgeUnsummed(line: Uint8Array): ParsedLine {
  return readJson(line) === undefined
    ? damage('not-json', 'no JSON object', line)
    : damage('bad-sum', 'the line has no sum at its end', line);
}

function damage(code: LineFault, detail: string, line: Uint8Array): ParsedLine {
  const stream = streamOfLine(line);
  return { kind: 'damage', code, detail, streams: stream === undefined ? [] : [stream] };
}

function readJson(line: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(strictDecoder.decode(line));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isInstant(value: unknown): boolean {
  return isText(value) && parseIsoTime(value) !== undefined;
}

function isEventId(value: unknown): boolean {
  return isText(value) && parseEventId(value) !== undefined;
}

function isIdList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isEventId);
}

function isCommitMark(value: unknown): value is Recorded['commit'] {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [id, index, size] = value as unknown[];
  return isText(id) && isCount(index) && isCount(size) && size <= MAX_COMMIT_EVENTS && index < size;
}

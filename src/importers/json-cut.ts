import { depthStep } from './json-scan.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** A value inside JSON text: its bytes are `start` to `end`. */
export interface JsonPart {
  /** Of a member: its key, and where it begins. */
  readonly key?: string;
  readonly keyStart?: number;
  readonly start: number;
  readonly end: number;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Index of the first byte that is no white space. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

/** A search by the runtime costs a call, which a short string is not worth. */
const SHORT_STRING = 48;

/** Whether the byte at a place is escaped: an odd number of backslashes stands before it. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let slashes = 0;
  while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}

/** Index after the string that opens at `start`; -1 when it does not close. */
function stringEnd(bytes: Uint8Array, start: number): number {
  const near = Math.min(start + SHORT_STRING, bytes.length);
  for (let at = start + 1; at < near; at += 1) {
    if (bytes[at] === QUOTE && !isEscaped(bytes, at)) return at + 1;
  }
  let at = bytes.indexOf(QUOTE, Math.max(near, start + 1));
  while (at >= 0 && isEscaped(bytes, at)) at = bytes.indexOf(QUOTE, at + 1);
  return at < 0 ? -1 : at + 1;
}

function containerEnd(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let at = start;
  while (at >= 0 && at < bytes.length) {
    if (bytes[at] === QUOTE) {
      at = stringEnd(bytes, at);
      continue;
    }
    depth += depthStep(bytes[at]);
    at += 1;
    if (depth === 0) return at;
  }
  return -1;
}

function scalarEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && !isSpace(bytes[at]) && bytes[at] !== COMMA && bytes[at] !== COLON) {
    if (bytes[at] === CLOSE_BRACE || bytes[at] === CLOSE_BRACKET) break;
    at += 1;
  }
  return at === start ? -1 : at;
}

/** Index after the value that begins at `start`; -1 when there is none or it does not close. Brackets are counted, not checked. */
export function valueEnd(bytes: Uint8Array, start: number): number {
  const byte = bytes[start];
  if (byte === QUOTE) return stringEnd(bytes, start);
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return containerEnd(bytes, start);
  return scalarEnd(bytes, start);
}

function readKey(bytes: Uint8Array, start: number): { readonly key: string; readonly value: number } | undefined {
  const end = bytes[start] === QUOTE ? stringEnd(bytes, start) : -1;
  const colon = end < 0 ? -1 : skipSpace(bytes, end);
  if (colon < 0 || bytes[colon] !== COLON) return undefined;
  try {
    const key = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')) as string;
    return { key, value: skipSpace(bytes, colon + 1) };
  } catch {
    return undefined;
  }
}

/** The member or item at a place; `undefined` when a key is missing. */
function readPart(bytes: Uint8Array, at: number, isObject: boolean): JsonPart | undefined {
  if (!isObject) return { start: at, end: valueEnd(bytes, at) };
  const named = readKey(bytes, at);
  if (named === undefined) return undefined;
  return { key: named.key, keyStart: at, start: named.value, end: valueEnd(bytes, named.value) };
}

/** Where the next member or item begins after one; the closing bracket itself after the last, -1 for anything else. */
function nextPart(bytes: Uint8Array, end: number, close: number): number {
  const at = skipSpace(bytes, end);
  if (bytes[at] === COMMA) return skipSpace(bytes, at + 1);
  return bytes[at] === close ? at : -1;
}

/**
 * Yields the members of the object, or the items of the list, that opens at `start`; returns the index after it, or -1 when
 * it breaks off. A value that is cut off is announced: its `end` is -1.
 */
export function* partsOf(bytes: Uint8Array, start: number): Generator<JsonPart, number> {
  const isObject = bytes[start] === OPEN_BRACE;
  const close = isObject ? CLOSE_BRACE : CLOSE_BRACKET;
  let at = skipSpace(bytes, start + 1);
  while (at >= 0 && at < bytes.length) {
    if (bytes[at] === close) return at + 1;
    const part = readPart(bytes, at, isObject);
    if (part !== undefined) yield part;
    if (part === undefined || part.end < 0) return -1;
    at = nextPart(bytes, part.end, close);
  }
  return -1;
}

/** The bytes of a value without the white space between its tokens: numbers, escapes, order and repeats stay as they are. */
export function minifyJson(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const out = new Uint8Array(end - start);
  let length = 0;
  for (let at = start; at < end; ) {
    if (bytes[at] === QUOTE) {
      const after = stringEnd(bytes, at);
      const stop = after < 0 ? end : Math.min(after, end);
      out.set(bytes.subarray(at, stop), length);
      length += stop - at;
      at = stop;
      continue;
    }
    if (!isSpace(bytes[at])) {
      out[length] = bytes[at] as number;
      length += 1;
    }
    at += 1;
  }
  return out.subarray(0, length);
}

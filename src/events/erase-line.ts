import type { Sha256 } from '../kernel/sources.ts';
import { digest128, splitSum } from './event-line.ts';

const SPACE = 0x20;
const ERASED = '{"erased":true}';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Character codes of JSON's own characters. */
const JSON_CODE = {
  quote: 34,
  comma: 44,
  colon: 58,
  backslash: 92,
  openArray: 91,
  closeArray: 93,
  open: 123,
  close: 125,
} as const;

/**
 * The same line with its data replaced by `{"erased":true}`, padded with spaces to the old length in bytes; only its sum is
 * new. The line must have passed its sum. `undefined` when it has no data.
 */
export function eraseEventLine(line: Uint8Array, sha256: Sha256): Uint8Array | undefined {
  const range = findDataRange(line);
  if (range === undefined) return undefined;
  const length = range.end - range.start;
  return withData(line, { range, data: encoder.encode(length < ERASED.length ? '{}' : ERASED) }, sha256);
}

/** The same line with other data, a JSON object, padded likewise; `undefined` when there is no room for it. */
export function replaceEventData(line: Uint8Array, json: string, sha256: Sha256): Uint8Array | undefined {
  const range = findDataRange(line);
  const data = encoder.encode(json);
  return range === undefined || data.length > range.end - range.start
    ? undefined
    : withData(line, { range, data }, sha256);
}

interface NewData {
  readonly range: { readonly start: number; readonly end: number };
  readonly data: Uint8Array;
}

function withData(line: Uint8Array, { range, data }: NewData, sha256: Sha256): Uint8Array {
  const changed = line.slice();
  changed.fill(SPACE, range.start, range.end);
  changed.set(data, range.start);
  const head = splitSum(changed);
  changed.set(encoder.encode(`,"sum":"${digest128(head, sha256)}"}`), head.length);
  return changed;
}

/** Where the value of the top-level key `data` lies, the spaces around it included. */
function findDataRange(line: Uint8Array): { readonly start: number; readonly end: number } | undefined {
  let key = '';
  let start: number | undefined;
  for (const token of topLevelTokens(line)) {
    if (start !== undefined) {
      if (token.code === JSON_CODE.comma || token.code === JSON_CODE.close) return { start, end: token.at };
    } else if (token.code === JSON_CODE.quote) {
      key = decoder.decode(line.subarray(token.at + 1, token.end));
    } else if (token.code === JSON_CODE.colon && key === 'data') {
      start = token.at + 1;
    }
  }
  return undefined;
}

/** Texts and punctuation of the outermost object: `at` is the first byte, `end` the last. */
function* topLevelTokens(
  line: Uint8Array,
): Generator<{ readonly code: number; readonly at: number; readonly end: number }> {
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const code = line[at] ?? 0;
    const end = code === JSON_CODE.quote ? closingQuote(line, at) : at;
    if (depth === 1) yield { code, at, end };
    depth += nesting(code);
    at = end;
  }
}

function nesting(code: number | undefined): number {
  if (code === JSON_CODE.open || code === JSON_CODE.openArray) return 1;
  return code === JSON_CODE.close || code === JSON_CODE.closeArray ? -1 : 0;
}

function closingQuote(line: Uint8Array, open: number): number {
  for (let i = open + 1; i < line.length; i += 1) {
    if (line[i] === JSON_CODE.backslash) i += 1;
    else if (line[i] === JSON_CODE.quote) return i;
  }
  return line.length;
}

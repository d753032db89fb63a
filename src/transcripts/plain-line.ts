import type { Anchor, AnchorIndex } from '../redaction/anchor-index.ts';
import { MAX_JSON_DEPTH } from '../redaction/json-tokens.ts';
import { FILE_STARTS, isEncodedText, MAX_INLINE_STRING } from './encoded-strings.ts';

const QUOTE = 0x22;
const SPACE = 0x20;
const BACKSLASH = 0x5c;

const CONTROL = 1_000_000;
/** 1 for what opens an object or array; much more for a control character. */
const WEIGHT = new Int32Array(256);
WEIGHT[0x5b] = 1;
WEIGHT[0x7b] = 1;
WEIGHT.fill(CONTROL, 0, SPACE);

/** 1 for the digits of base64 whose byte can begin a printable character: `A` to `Z`, `a` to `f`. */
const PRINTABLE = new Uint8Array(256).fill(1, 0x41, 0x5b).fill(1, 0x61, 0x67);

/** What hides an anchor in JSON text: a printable ASCII character as an escape, an escaped slash where anchors have one. */
const HIDING: readonly Anchor[] = [
  { literal: '\\u00', probe: (codes: Uint8Array | Uint16Array, at: number) => isPrintableHigh(codes[at + 4] ?? 0) },
  ...[':\\/', 'm\\/', 's\\/', 'i\\/'].map((literal) => ({ literal })),
  ...FILE_STARTS.map((start) => ({ literal: `"${start}` })),
  { literal: ';base64,' },
].map((anchor) => ({ ignoreCase: false, notPlural: false, wordStart: false, owner: -1, ...anchor }));

function isPrintableHigh(code: number): boolean {
  return code >= 0x32 && code <= 0x37;
}

/**
 * What a screening found. `plain`: the bytes of a JSON value can be kept as they are, without a look at any of its
 * strings: no anchor, no escape that could hide one, nothing encoded, one line, not deep. `many-brackets`: the same,
 * but it may be too deep. `look`: anything else.
 */
export type Screening = 'plain' | 'many-brackets' | 'look';

/** Builds the screening of lines. */
export function lineScreening(anchors: AnchorIndex): (bytes: Uint8Array) => Screening {
  const index = anchors.with(HIDING);
  return (bytes) => screen(bytes, index);
}

/** One pass; most lines of most transcripts are plain. */
function screen(bytes: Uint8Array, anchors: AnchorIndex): Screening {
  const { slots, mask, shift } = anchors;
  let hash = 0;
  let weight = 0;
  let quote = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const code = bytes[i] as number;
    hash = ((hash << shift) ^ code) & mask;
    weight += WEIGHT[code] as number;
    if (slots[hash] !== 0 && anchors.confirm(hash, bytes, i - 2)) return 'look';
    if (code !== QUOTE) continue;
    if (isLongOrEncoded(bytes, quote, i)) return 'look';
    if (bytes[i - 1] !== BACKSLASH) quote = i;
  }
  return judgeWeight(weight);
}

function judgeWeight(weight: number): Screening {
  if (weight >= CONTROL) return 'look';
  return weight <= MAX_JSON_DEPTH ? 'plain' : 'many-brackets';
}

/**
 * At a quote: whether it may end a long string or begin an encoded one. A quote after a backslash may be part of a
 * string, so it is not taken for its end: strings are never longer than what is measured.
 */
function isLongOrEncoded(bytes: Uint8Array, before: number, at: number): boolean {
  if (at - before > MAX_INLINE_STRING) return true;
  return PRINTABLE[bytes[at + 1] as number] === 1 && bytes[at - 1] !== BACKSLASH && isEncodedText(bytes, at + 1);
}

import type { Anchor, AnchorIndex } from '../redaction/anchor-index.ts';
import { MAX_JSON_DEPTH } from '../redaction/json-tokens.ts';
import { FILE_STARTS, isEncodedText } from './encoded-strings.ts';

/** Longest line that is screened as a whole; any string of it is short enough to stay inline. */
const MAX_PLAIN = 64 * 1024;
const QUOTE = 0x22;
const SPACE = 0x20;

/** 1 for what opens an object or array; more than any line may have for a control character. */
const WEIGHT = new Int32Array(256);
WEIGHT[0x5b] = 1;
WEIGHT[0x7b] = 1;
WEIGHT.fill(MAX_JSON_DEPTH + 1, 0, SPACE);

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

/** Builds the test of whether a line is plain. */
export function plainLineTest(anchors: AnchorIndex): (bytes: Uint8Array) => boolean {
  const index = anchors.with(HIDING);
  return (bytes) => bytes.length <= MAX_PLAIN && isPlainLine(bytes, index);
}

/**
 * Whether the bytes of a JSON value can be kept as they are, without a look at any of its strings: no anchor, no escape
 * that could hide one, nothing encoded or deep, one line. One pass; most lines of most transcripts are plain.
 */
function isPlainLine(bytes: Uint8Array, anchors: AnchorIndex): boolean {
  const { slots, mask, shift } = anchors;
  let hash = 0;
  let weight = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const code = bytes[i] as number;
    hash = ((hash << shift) ^ code) & mask;
    weight += WEIGHT[code] as number;
    if (slots[hash] !== 0 && anchors.confirm(hash, bytes, i - 2)) return false;
    if (code === QUOTE && (PRINTABLE[bytes[i + 1] as number] as number) !== 0 && isEncodedText(bytes, i + 1))
      return false;
  }
  return weight <= MAX_JSON_DEPTH;
}

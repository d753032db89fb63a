import { mayNestDeeper } from '../kernel/nesting-bound.ts';
import { type Anchor, type AnchorIndex, BoundedCheck } from '../redaction/anchor-index.ts';
import { AnchorPairs, WHATEVER_FOLLOWS } from '../redaction/anchor-pairs.ts';
import { AnchorWindows, hashOfWindow } from '../redaction/anchor-windows.ts';
import { isBase64Digit } from '../redaction/base64-view.ts';
import { MAX_JSON_DEPTH } from '../redaction/json-tokens.ts';
import { FILE_STARTS, isEncodedText, MAX_INLINE_STRING } from './encoded-strings.ts';

const QUOTE = 0x22;
const SPACE = 0x20;
const BACKSLASH = 0x5c;

/** Bits of pairs with a quote, beside those of the anchors, and of what must follow where it begins text in base64. */
const QUOTE_FIRST = 1 << 13;
const QUOTE_SECOND = 1 << 14;

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

function marksOf(first: number, second: number): number {
  if (first < SPACE || second < SPACE) return WHATEVER_FOLLOWS;
  return (first === QUOTE && PRINTABLE[second] === 1 ? QUOTE_FIRST : 0) | (second === QUOTE ? QUOTE_SECOND : 0);
}

function followsOf(code: number): number {
  return (isBase64Digit(code) ? QUOTE_FIRST : 0) | (PRINTABLE[code] === 1 ? QUOTE_SECOND : 0);
}

/** Looks at lines in one pass, two bytes at a time; most lines of most transcripts are plain. */
export class LineScreen {
  readonly #pairs: AnchorPairs;
  readonly #windows: AnchorWindows;
  readonly #marks: Uint16Array;
  readonly #after: Uint16Array;
  readonly #check = new BoundedCheck();

  constructor(anchors: AnchorIndex) {
    this.#windows = new AnchorWindows([...anchors.anchors, ...HIDING], this.#check);
    this.#pairs = new AnchorPairs(this.#windows.others, this.#check);
    this.#marks = this.#pairs.marks.map((mark, pair) => mark | marksOf(pair & 0xff, pair >> 8));
    this.#after = this.#pairs.after.map((bits, code) => bits | followsOf(code));
  }

  look(bytes: Uint8Array): Screening {
    const marks = this.#marks;
    const after = this.#after;
    const windows = this.#windows;
    const { bits } = windows;
    const end = bytes.length - 2;
    this.#check.begin(bytes.length);
    let word = 0;
    for (let i = 0; i < end; i += 2) {
      const pair = (bytes[i] as number) | ((bytes[i + 1] as number) << 8);
      word = (word >>> 16) | (pair << 16);
      const hash = hashOfWindow(word);
      const mark = (marks[pair] as number) & (after[bytes[i + 2] as number] as number);
      const bit = ((bits[hash >>> 16] as number) >> ((hash >>> 13) & 7)) & 1;
      if ((mark | bit) === 0) continue;
      if (bit !== 0 && windows.occursAround(word, bytes, i - 2)) return 'look';
      if (mark !== 0 && this.#isRemarkable(pair, bytes, i)) return 'look';
    }
    if (this.#endsRemarkably(bytes, word) || hasLongString(bytes)) return 'look';
    return mayNestDeeper(bytes, MAX_JSON_DEPTH) ? 'many-brackets' : 'plain';
  }

  #isRemarkable(pair: number, bytes: Uint8Array, at: number): boolean {
    const first = pair & 0xff;
    const second = pair >> 8;
    if (first < SPACE || second < SPACE) return true;
    if (first === QUOTE && beginsEncoded(bytes, at)) return true;
    if (second === QUOTE && beginsEncoded(bytes, at + 1)) return true;
    return this.#pairs.occursAround(pair, bytes, at);
  }

  /** The last pair, after which nothing follows, and the byte that is no part of a pair. */
  #endsRemarkably(bytes: Uint8Array, before: number): boolean {
    if ((bytes.at(-1) ?? SPACE) < SPACE) return true;
    const at = (bytes.length & ~1) - 2;
    if (at < 0) return false;
    const pair = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
    const word = (before >>> 16) | (pair << 16);
    return this.#windows.occursAround(word, bytes, at - 2) || this.#isRemarkable(pair, bytes, at);
  }
}

/** Whether a quote begins text in base64. One after a backslash may be part of a string. */
function beginsEncoded(bytes: Uint8Array, quote: number): boolean {
  if (quote + 1 >= bytes.length || PRINTABLE[bytes[quote + 1] as number] !== 1) return false;
  return (quote === 0 || bytes[quote - 1] !== BACKSLASH) && isEncodedText(bytes, quote + 1);
}

/** Whether there may be a string that is kept as a blob. A quote after a backslash is not taken for the end of one. */
function hasLongString(bytes: Uint8Array): boolean {
  if (bytes.length <= MAX_INLINE_STRING) return false;
  let before = 0;
  for (let quote = bytes.indexOf(QUOTE); quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) {
    if (quote - before > MAX_INLINE_STRING) return true;
    if (bytes[quote - 1] !== BACKSLASH) before = quote;
  }
  return false;
}

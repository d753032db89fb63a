import type { TextView, ViewMaker } from './text-view.ts';

const MOST = 64 * 1024;
/** Fewer digits are a word. */
export const SHORTEST_RUN = 16;
const ACROSS = 4 * 1024;
/** Digits on each side that tell of them. */
const NEAR = 24;
/** Bytes around the place of the anchor that must be text. */
const AROUND = 6;

/** A piece of base64 that stands for a literal whatever comes before and after it, and its place in a group of four. */
interface Piece {
  readonly text: string;
  readonly phase: number;
}

/** By what they stand for. */
export const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The digits of base64 that stand for all six-bit groups of a literal from a bit on; an encoder costs more for a few bytes. */
function digitsOf(literal: string, firstBit: number): string {
  let digits = '';
  for (let bit = firstBit; bit + 6 <= literal.length * 8; bit += 6) {
    const at = bit >> 3;
    const two = ((literal.charCodeAt(at) & 0xff) << 8) | (literal.charCodeAt(at + 1) & 0xff);
    digits += BASE64_DIGITS.charAt((two >> (10 - (bit & 7))) & 0x3f);
  }
  return digits;
}

/** The three spellings of a literal in base64, by where in a group of three bytes it begins. */
function piecesOf(literal: string): readonly Piece[] {
  return [0, 1, 2].flatMap((shift) => {
    const first = Math.ceil((shift * 8) / 6);
    const text = digitsOf(literal, first * 6 - shift * 8);
    return text.length < 4 ? [] : [{ text, phase: first % 4 }];
  });
}

/** Whether a code is of a digit of base64, of either alphabet. */
export function isBase64Digit(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x5f
  );
}

function isText(byte: number | undefined): boolean {
  return byte === undefined || (byte >= 0x20 && byte !== 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The digits around a place, no further than so many on each side. */
function runAround(text: string, at: number, most: number): readonly [start: number, end: number] {
  let start = at;
  while (start > 0 && at - start < most && isBase64Digit(text.charCodeAt(start - 1))) start -= 1;
  let end = at;
  while (end < text.length && end - at < most && isBase64Digit(text.charCodeAt(end))) end += 1;
  return [start, end];
}

/** A run in whose middle bytes are decoded that print; a short look first, since of a long run there may be many places. */
function decodeRun(text: string, at: number, phase: number): TextView | undefined {
  return decodeAround(text, { at, phase, most: NEAR }) === undefined
    ? undefined
    : decodeAround(text, { at, phase, most: MOST });
}

interface BaseAround {
  readonly at: number;
  readonly phase: number;
  readonly most: number;
}

function decodeAround(text: string, { at, phase, most }: BaseAround): TextView | undefined {
  const [from, end] = runAround(text, at, most);
  const start = from + ((at - phase - from + 8 * MOST) % 4);
  if (end - start < SHORTEST_RUN) return undefined;
  const bytes = Buffer.from(text.slice(start, end), 'base64');
  const hit = Math.floor(((at - start) * 3) / 4);
  for (let i = Math.max(0, hit - AROUND); i <= hit + AROUND; i += 1) if (!isText(bytes[i])) return undefined;
  const origin = (index: number): number => (index >= bytes.length ? end : start + Math.floor((index * 8) / 6));
  // What lies across the end of a part of a long run is looked at again.
  const until = end - at < MOST ? end : end - ACROSS;
  return { text: bytes.toString('latin1'), until, origin };
}

/** Text in base64 that holds one of the literals. */
export function base64View(literals: readonly string[]): ViewMaker {
  const pieces = [...new Map(literals.flatMap(piecesOf).map((piece) => [piece.text, piece])).values()];
  return {
    anchors: pieces.map(({ text }) => text),
    view: (text, at, anchor) => decodeRun(text, at, pieces[anchor]?.phase ?? 0),
  };
}

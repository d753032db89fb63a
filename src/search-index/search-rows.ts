import type { IsoTime } from '../kernel/ids.ts';
import { instantMillis } from '../kernel/instant.ts';

const MINUTE = 60_000;
/** Rows of one minute. */
export const ROWS_A_MINUTE = 65_536;
/** The last bits of a row tell about how many words its document has. */
const LENGTHS = 16;
const PLACES = ROWS_A_MINUTE / LENGTHS;

/** The number of the first row of the minute in which an instant lies; never negative. */
export function firstRowOf(at: string): number {
  return Math.max(0, Math.floor(instantMillis(at as IsoTime) / MINUTE)) * ROWS_A_MINUTE;
}

/** The minute that a row lies in. */
export function minuteOf(row: number): number {
  return Math.floor(row / ROWS_A_MINUTE);
}

/** The place in its minute of a document: any of those for its number of words, as a sum of what it is draws it. */
export function placeInMinute(sum: number, words: number): number {
  return (sum % PLACES) * LENGTHS + lengthOf(words);
}

/** The places to try when one is taken, each once: first those for the same number of words. */
export function placeAfter(place: number, step: number): number {
  return (place + step * LENGTHS + Math.floor(step / PLACES)) % ROWS_A_MINUTE;
}

/** Lengths are told as numbers of two binary digits: 4, 6, 8, 12, 16, 24 … 512, 768 words, to the nearest below. */
function lengthOf(words: number): number {
  if (words < 4) return 0;
  const exponent = 31 - Math.clz32(words);
  return Math.min(LENGTHS - 1, (exponent - 2) * 2 + ((words >> (exponent - 1)) & 1));
}

/** SQL of about how many words the document of a row has: the middle of those that are told alike. */
export function wordsOfRow(row: string): string {
  return `1.2 * ((2 + (${row} & 1)) << (((${row} >> 1) & 7) + 1))`;
}

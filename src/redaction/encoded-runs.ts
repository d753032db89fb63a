import type { AnchorIndex } from './anchor-index.ts';
import { MASK, SHIFT } from './anchor-plan.ts';
import { BASE64_DIGITS, isBase64Digit, SHORTEST_RUN } from './base64-view.ts';

/** What each digit stands for; in the alphabet of addresses `-` and `_` are the last two. */
const VALUES = new Uint8Array(128);
for (const [value, digit] of [...BASE64_DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value;
VALUES[0x2d] = 62;
VALUES[0x5f] = 63;

/** What is asked of an index about bytes that were decoded. */
type DecodedIndex = Pick<AnchorIndex, 'slots' | 'standsIn'>;

function runEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isBase64Digit(text.charCodeAt(end))) end += 1;
  return end;
}

function valuesOf(run: string): Uint8Array {
  const values = new Uint8Array(run.length);
  for (let at = 0; at < run.length; at += 1) values[at] = VALUES[run.charCodeAt(at)] as number;
  return values;
}

/** Whether what digits stand for, from one of them on, holds three bytes by which a literal is found; a look that decodes nothing. */
function mayHold(slots: Uint8Array, values: Uint8Array, from: number): boolean {
  let hash = 0;
  for (let at = from; at + 1 < values.length; at += 4) {
    const first = values[at] as number;
    const second = values[at + 1] as number;
    hash = ((hash << SHIFT) ^ ((first << 2) | (second >> 4))) & MASK;
    if (slots[hash] !== 0) return true;
    if (at + 2 >= values.length) return false;
    const third = values[at + 2] as number;
    hash = ((hash << SHIFT) ^ (((second & 15) << 4) | (third >> 2))) & MASK;
    if (slots[hash] !== 0) return true;
    if (at + 3 >= values.length) return false;
    hash = ((hash << SHIFT) ^ (((third & 3) << 6) | (values[at + 3] as number))) & MASK;
    if (slots[hash] !== 0) return true;
  }
  return false;
}

/** Whether a run of digits holds a literal, from whichever of its first four digits it is read. */
function holds(run: string, index: DecodedIndex): boolean {
  const values = valuesOf(run);
  for (let phase = 0; phase < 4; phase += 1) {
    if (mayHold(index.slots, values, phase) && index.standsIn(Buffer.from(run.slice(phase), 'base64'))) return true;
  }
  return false;
}

/** Whether a text may hold one of an index's literals in base64, wherever in a group of four it begins. */
export function mayEncode(text: string, index: DecodedIndex): boolean {
  for (let at = 0; at < text.length; ) {
    const end = runEnd(text, at);
    if (end - at >= SHORTEST_RUN && holds(text.slice(at, end), index)) return true;
    at = end + 1;
  }
  return false;
}

import { type Anchor, type Codes, occursAt } from './anchor-index.ts';
import { ANY, NO_BYTE } from './anchor-plan.ts';
import { rarityOfPair } from './letter-rarity.ts';

/** Bytes that are looked up together: two pairs. */
const WIDTH = 4;
/** What tells letters of either case apart, in each of four bytes; other characters may be mistaken for one another. */
const FOLD = 0x20202020;
/** Of Knuth's multiplicative hashing: 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;
const EMPTY = -1;
const ALL_BYTES = Array.from({ length: 256 }, (_, byte) => byte);
/** Words of 32 bits that a set of bytes takes. */
const WORDS = 8;
const CASE = 0x20;
const PLURAL = 0x73;

/** A literal, and the place in it of the four characters by which it is found. */
interface Entry {
  readonly anchor: Anchor;
  readonly offset: number;
  /** Those four, in the literal's own case. */
  readonly word: number;
}

/** Sets of bytes, one after the other: a bit for each. */
class ByteSets {
  readonly #words: Uint32Array;

  constructor(count: number) {
    this.#words = new Uint32Array(count * WORDS);
  }

  has(set: number, byte: number): boolean {
    return ((this.#words[set * WORDS + (byte >>> 5)] as number) & (1 << (byte & 31))) !== 0;
  }

  add(set: number, byte: number): void {
    const at = set * WORDS + (byte >>> 5);
    this.#words[at] = (this.#words[at] as number) | (1 << (byte & 31));
  }
}

/** The bytes that may stand at a place of a literal, or right beside it. */
function bytesAt({ literal, ignoreCase, notPlural }: Anchor, at: number): readonly number[] {
  const code = literal.charCodeAt(at);
  if (Number.isNaN(code) || code === ANY) {
    return ALL_BYTES.filter((byte) => !notPlural || at !== literal.length || (byte | CASE) !== PLURAL);
  }
  return ignoreCase ? [code, code | CASE, code & ~CASE] : [code];
}

/** A number for four bytes, the first the lowest; its highest 19 bits are a place in {@link AnchorWindows.bits}. */
export function hashOfWindow(word: number): number {
  return Math.imul(word | FOLD, SPREAD);
}

/** The place of the rarest four characters among those at even, or at odd, places; -1 where there are none. */
function rarestWindow(literal: string, parity: 0 | 1): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let at: number = parity; at + WIDTH <= literal.length; at += 2) {
    const window = literal.slice(at, at + WIDTH);
    if (window.includes(String.fromCharCode(ANY))) continue;
    const rarity = rarityOfPair(window.slice(0, 2)) + rarityOfPair(window.slice(2));
    if (rarity > most) [best, most] = [at, rarity];
  }
  return best;
}

function wordOf(literal: string, at: number): number {
  let word = 0;
  for (let i = WIDTH - 1; i >= 0; i -= 1) word = (word << 8) | literal.charCodeAt(at + i);
  return word;
}

/** Whether a literal holds four bytes at even places and four at odd ones. */
export function hasWindows({ literal }: Anchor): boolean {
  return !NO_BYTE.test(literal) && rarestWindow(literal, 0) !== -1 && rarestWindow(literal, 1) !== -1;
}

/**
 * Tells whether any of many literals occurs in bytes by looking at four bytes at every second place: wherever a literal
 * stands that {@link hasWindows}, one of two windows of it begins at an even place. Hardly any other four bytes are taken for one.
 */
export class AnchorWindows {
  /** A bit for each hash of four bytes that begin, or may begin, a look. */
  readonly bits = new Uint8Array(1 << 16);
  readonly #words: Int32Array;
  readonly #numbers: Int32Array;
  /** Literals that are found by the same four bytes. */
  readonly #buckets: Entry[][] = [];
  /** Of each bucket, the bytes that may stand right before, and right after, the four. */
  readonly #before: ByteSets;
  readonly #after: ByteSets;

  constructor(anchors: readonly Anchor[]) {
    this.#before = new ByteSets(anchors.length * 2);
    this.#after = new ByteSets(anchors.length * 2);
    const size = 2 ** Math.ceil(Math.log2(anchors.length * 4 + 2));
    this.#words = new Int32Array(size);
    this.#numbers = new Int32Array(size).fill(EMPTY);
    for (const anchor of anchors) {
      this.#insert(anchor, rarestWindow(anchor.literal, 0));
      this.#insert(anchor, rarestWindow(anchor.literal, 1));
    }
  }

  /** Whether a literal really occurs around four bytes that stand at a place. */
  occursAround(word: number, bytes: Codes, at: number): boolean {
    const number = this.#numbers[this.#slotOf(word | FOLD)] as number;
    if (number === EMPTY) return false;
    const before = at > 0 ? (bytes[at - 1] as number) : 0;
    const after = at + WIDTH < bytes.length ? (bytes[at + WIDTH] as number) : 0;
    if (!this.#before.has(number, before) || !this.#after.has(number, after)) return false;
    const entries = this.#buckets[number] as readonly Entry[];
    for (let i = 0; i < entries.length; i += 1) {
      const { anchor, offset, word: spelled } = entries[i] as Entry;
      if ((spelled === word || anchor.ignoreCase) && occursAt(anchor, bytes, at - offset)) return true;
    }
    return false;
  }

  #insert(anchor: Anchor, offset: number): void {
    const word = wordOf(anchor.literal, offset) | FOLD;
    const hash = hashOfWindow(word);
    const place = hash >>> 16;
    this.bits[place] = (this.bits[place] as number) | (1 << ((hash >>> 13) & 7));
    const slot = this.#slotOf(word);
    if (this.#numbers[slot] === EMPTY) {
      this.#words[slot] = word;
      this.#numbers[slot] = this.#buckets.push([]) - 1;
    }
    const number = this.#numbers[slot] as number;
    this.#buckets[number]?.push({ anchor, offset, word: wordOf(anchor.literal, offset) });
    for (const byte of bytesAt(anchor, offset - 1)) this.#before.add(number, byte);
    for (const byte of bytesAt(anchor, offset + WIDTH)) this.#after.add(number, byte);
  }

  /** Where a folded word is, or would be put. */
  #slotOf(word: number): number {
    const last = this.#words.length - 1;
    let slot = (hashOfWindow(word) >>> 7) & last;
    while (this.#numbers[slot] !== EMPTY && this.#words[slot] !== word) slot = (slot + 1) & last;
    return slot;
  }
}

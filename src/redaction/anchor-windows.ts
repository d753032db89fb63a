import type { Anchor, BoundedCheck, Codes } from './anchor-index.ts';
import { ANY, NO_BYTE } from './anchor-plan.ts';
import { rarityOfPairAt } from './letter-rarity.ts';

/** Bytes that are looked up together: two pairs. */
const WIDTH = 4;
/** What tells letters of either case apart, in each of four bytes; other characters may be mistaken for one another. */
const FOLD = 0x20202020;
/** Of Knuth's multiplicative hashing: 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;
const EMPTY = -1;
/** Words of 32 bits that a set of bytes takes. */
const WORDS = 8;
const CASE = 0x20;
const ANY_BYTE = new Uint32Array(WORDS).fill(0xffffffff);
/** Bits of `S` and `s` left out. */
const NO_PLURAL = ANY_BYTE.map((bits, word) => (word === 2 || word === 3 ? bits & ~(1 << (0x73 & 31)) : bits));

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

  addAll(set: number, bytes: Uint32Array): void {
    for (let i = 0; i < WORDS; i += 1) {
      const at = set * WORDS + i;
      this.#words[at] = (this.#words[at] as number) | (bytes[i] as number);
    }
  }
}

/** Adds the bytes that may stand at a place of a literal, or right beside it. */
function addBytesAt(
  sets: ByteSets,
  set: number,
  { anchor, at }: { readonly anchor: Anchor; readonly at: number },
): void {
  const { literal, ignoreCase, notPlural } = anchor;
  const code = literal.charCodeAt(at);
  if (Number.isNaN(code) || code === ANY) {
    sets.addAll(set, notPlural && at === literal.length ? NO_PLURAL : ANY_BYTE);
    return;
  }
  sets.add(set, code);
  if (!ignoreCase) return;
  sets.add(set, code | CASE);
  sets.add(set, code & ~CASE);
}

/** A number for four bytes, the first the lowest; its highest 19 bits are a place in {@link AnchorWindows.bits}. */
export function hashOfWindow(word: number): number {
  return Math.imul(word | FOLD, SPREAD);
}

function holdsAny(literal: string, at: number): boolean {
  for (let i = at; i < at + WIDTH; i += 1) if (literal.charCodeAt(i) === ANY) return true;
  return false;
}

/** The place of the rarest four characters among those at even, or at odd, places; -1 where there are none. */
function rarestWindow(literal: string, parity: 0 | 1): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let at: number = parity; at + WIDTH <= literal.length; at += 2) {
    if (holdsAny(literal, at)) continue;
    const rarity = rarityOfPairAt(literal, at) + rarityOfPairAt(literal, at + 2);
    if (rarity > most) [best, most] = [at, rarity];
  }
  return best;
}

function wordOf(literal: string, at: number): number {
  let word = 0;
  for (let i = WIDTH - 1; i >= 0; i -= 1) word = (word << 8) | literal.charCodeAt(at + i);
  return word;
}

/**
 * Tells whether any of many literals occurs in bytes by looking at four bytes at every second place: wherever a literal
 * stands that holds four bytes at even places and four at odd ones, one of two windows of it begins at an even place.
 * Hardly any other four bytes are taken for one.
 */
export class AnchorWindows {
  /** A bit for each hash of four bytes that begin, or may begin, a look. */
  readonly bits = new Uint8Array(1 << 16);
  /** The highest bits of a hash depend on all four bytes: they are the place of a word. */
  readonly #shift: number;
  readonly #words: Int32Array;
  readonly #numbers: Int32Array;
  /** Literals that are found by the same four bytes. */
  readonly #buckets: Entry[][] = [];
  /** Of each bucket, the bytes that may stand right before, and right after, the four. */
  readonly #before: ByteSets;
  readonly #after: ByteSets;

  readonly #check: BoundedCheck;

  /** Literals that are too short for this, or no bytes. */
  readonly others: readonly Anchor[];

  constructor(anchors: readonly Anchor[], check: BoundedCheck) {
    this.#check = check;
    this.#before = new ByteSets(anchors.length * 2);
    this.#after = new ByteSets(anchors.length * 2);
    const width = Math.ceil(Math.log2(anchors.length * 4 + 2));
    this.#shift = 32 - width;
    this.#words = new Int32Array(2 ** width);
    this.#numbers = new Int32Array(2 ** width).fill(EMPTY);
    this.others = anchors.filter((anchor) => !this.#take(anchor));
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
      if ((spelled === word || anchor.ignoreCase) && this.#check.occurs(anchor, bytes, at - offset)) return true;
    }
    return false;
  }

  #take(anchor: Anchor): boolean {
    if (NO_BYTE.test(anchor.literal)) return false;
    const even = rarestWindow(anchor.literal, 0);
    const odd = rarestWindow(anchor.literal, 1);
    if (even === -1 || odd === -1) return false;
    this.#insert(anchor, even);
    this.#insert(anchor, odd);
    return true;
  }

  #insert(anchor: Anchor, offset: number): void {
    const spelled = wordOf(anchor.literal, offset);
    const word = spelled | FOLD;
    const hash = hashOfWindow(word);
    const place = hash >>> 16;
    this.bits[place] = (this.bits[place] as number) | (1 << ((hash >>> 13) & 7));
    const slot = this.#slotOf(word);
    if (this.#numbers[slot] === EMPTY) {
      this.#words[slot] = word;
      this.#numbers[slot] = this.#buckets.push([]) - 1;
    }
    const number = this.#numbers[slot] as number;
    this.#buckets[number]?.push({ anchor, offset, word: spelled });
    addBytesAt(this.#before, number, { anchor, at: offset - 1 });
    addBytesAt(this.#after, number, { anchor, at: offset + WIDTH });
  }

  /** Where a folded word is, or would be put. */
  #slotOf(word: number): number {
    const last = this.#words.length - 1;
    let slot = hashOfWindow(word) >>> this.#shift;
    while (this.#numbers[slot] !== EMPTY && this.#words[slot] !== word) slot = (slot + 1) & last;
    return slot;
  }
}

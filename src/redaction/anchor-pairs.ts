import type { Anchor, BoundedCheck, Codes } from './anchor-index.ts';
import { ANY, NO_BYTE } from './anchor-plan.ts';
import { rarityAt, rarityOfPairAt } from './letter-rarity.ts';

const CODES = 256;
const EVERY_CODE: readonly number[] = Array.from({ length: CODES }, (_, code) => code);
/** Characters are told apart by this many classes when they follow a pair. */
const CLASSES = 12;
/** The mark of a pair that is worth a look whatever follows it. Higher bits are free for callers. */
export const WHATEVER_FOLLOWS = 1 << CLASSES;

/** An anchor with the place in it of the pair by which it is found. */
interface Entry {
  readonly anchor: Anchor;
  readonly offset: number;
  /** Codes right before and right after the pair; -1 for any. */
  readonly before: number;
  readonly next: number;
  /** Bits that do not tell characters apart. */
  readonly fold: number;
}

function entryOf(anchor: Anchor, offset: number): Entry {
  const fold = anchor.ignoreCase ? 0x20 : 0;
  const codeAt = (at: number): number => {
    const code = at < 0 || at >= anchor.literal.length ? ANY : anchor.literal.charCodeAt(at);
    return code === ANY ? -1 : code | fold;
  };
  return { anchor, offset, before: codeAt(offset - 1), next: codeAt(offset + 2), fold };
}

/** The codes that a character of an anchor may have. */
function codesOf(char: string, ignoreCase: boolean): readonly number[] {
  if (char === '' || char.charCodeAt(0) === ANY) return EVERY_CODE;
  if (!ignoreCase) return [char.charCodeAt(0)];
  return [...new Set([char.toLowerCase(), char.toUpperCase()])].map((spelling) => spelling.charCodeAt(0));
}

/** One bit for what may follow a pair; letters of either case have the same. */
function classOf(code: number): number {
  return 1 << ((code | 0x20) % CLASSES);
}

/** The place of the rarest three characters of a literal among those at even, or at odd, places; the third may be missing. */
function rarestPlace(literal: string, parity: 0 | 1): number {
  let best: number = parity;
  let most = Number.NEGATIVE_INFINITY;
  for (let at: number = parity; at + 2 <= literal.length; at += 2) {
    const rarity = rarityOfPairAt(literal, at) + rarityAt(literal, at + 2) / 2;
    if (rarity > most) [best, most] = [at, rarity];
  }
  return best;
}

/**
 * Tells whether any of many literals occurs in bytes by looking at every second place only: wherever a literal of three
 * characters or more stands, one of two pairs of it stands at an even place. A pair is a number, its first byte the lower one.
 */
export class AnchorPairs {
  /** What must follow a pair for a look to be worth its while: bits of {@link after}. */
  readonly marks = new Uint16Array(CODES * CODES);
  /** The bits of a byte that follows a pair. */
  readonly after = Uint16Array.from({ length: CODES }, (_, code) => classOf(code) | WHATEVER_FOLLOWS);
  /** Number of the bucket by pair. */
  readonly #numbers = new Uint16Array(CODES * CODES);
  readonly #buckets: Entry[][] = [[]];
  readonly #check: BoundedCheck;

  constructor(anchors: readonly Anchor[], check: BoundedCheck) {
    this.#check = check;
    for (const anchor of anchors) {
      // One with a character that is no byte is for scans of characters.
      if (NO_BYTE.test(anchor.literal)) continue;
      this.#insert(anchor, rarestPlace(anchor.literal, 0));
      this.#insert(anchor, rarestPlace(anchor.literal, 1));
    }
  }

  /** Whether a literal really occurs around a pair that stands at a place. */
  occursAround(pair: number, bytes: Codes, at: number): boolean {
    const bucket = this.#buckets[this.#numbers[pair] as number] as readonly Entry[];
    const before = at > 0 ? (bytes[at - 1] as number) : 0;
    const next = at + 2 < bytes.length ? (bytes[at + 2] as number) : 0;
    for (let i = 0; i < bucket.length; i += 1) {
      const entry = bucket[i] as Entry;
      // Most end here: a look at the whole literal costs much more.
      if (entry.next !== -1 && entry.next !== (next | entry.fold)) continue;
      if (entry.before !== -1 && entry.before !== (before | entry.fold)) continue;
      if (this.#check.occurs(entry.anchor, bytes, at - entry.offset)) return true;
    }
    return false;
  }

  #insert(anchor: Anchor, offset: number): void {
    const entry = entryOf(anchor, offset);
    const { literal, ignoreCase } = anchor;
    const next = codesOf(literal.charAt(offset + 2), ignoreCase);
    const mark = next.length === CODES ? WHATEVER_FOLLOWS : next.reduce((bits, code) => bits | classOf(code), 0);
    for (const first of codesOf(literal.charAt(offset), ignoreCase)) {
      for (const second of codesOf(literal.charAt(offset + 1), ignoreCase)) {
        const pair = first | (second << 8);
        this.marks[pair] = (this.marks[pair] as number) | mark;
        this.#bucket(pair).push(entry);
      }
    }
  }

  #bucket(pair: number): Entry[] {
    if (this.#numbers[pair] === 0) {
      this.#numbers[pair] = this.#buckets.length;
      this.#buckets.push([]);
    }
    return this.#buckets[this.#numbers[pair] as number] as Entry[];
  }
}

import { makeOnce } from '../kernel/make-once.ts';

/** Stands for any character in a literal. */
export const ANY = 0;
/** A literal with such a character stands in no bytes: it is for scans of characters. */
export const NO_BYTE = /[^\0-\xff]/;

/** A literal to plan for. */
interface PlannedLiteral {
  /** At least three characters; U+0000 stands for any character. */
  readonly literal: string;
  readonly ignoreCase: boolean;
}

/**
 * By which three characters each of many literals is found. Working it out for thousands takes longer than a short run,
 * so the build does it for those of the table of rules; it is plain numbers, which a program holds as they are.
 */
export interface AnchorPlan {
  /** Place inside each literal of the three characters by which it is found. */
  readonly offsets: readonly number[];
  /** One after the other: a hash, how many literals are found by it, and their indexes. */
  readonly buckets: readonly number[];
}

/** 18 bits: nearly exact for three ASCII characters. */
export const MASK = 0x3ffff;
/** Bits by which the hash moves on with each character. */
export const SHIFT = 6;
const COMMON = 'etaoinsrhldcu';
/** Three characters that prose and code are full of. */
const EVERYWHERE = new Set(
  'com ing for pat ion the and ent ver con pro str ect key use ack ken api aut sec //g tok pas red asi ode'.split(' '),
);

function trigramHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < 3; i += 1) hash = ((hash << SHIFT) ^ text.charCodeAt(i)) & MASK;
  return hash;
}

/** Spellings of three characters: their own case, or small, capital, and with one capital. */
function spellingsOf(trigram: string, ignoreCase: boolean): Iterable<string> {
  if (!ignoreCase) return [trigram];
  const small = trigram.toLowerCase();
  const oneCapital = [0, 1, 2].map((at) => small.slice(0, at) + small.charAt(at).toUpperCase() + small.slice(at + 1));
  return new Set([small, small.toUpperCase(), ...oneCapital]);
}

/** Rarity of a character in prose and code: late in the list of common letters, or not in it. */
function rarityOf(char: string): number {
  const rank = COMMON.indexOf(char.toLowerCase());
  if (rank !== -1) return rank / 2;
  if (char.charCodeAt(0) === ANY) return -100;
  return /[a-z@~]/i.test(char) ? 8 : /[ "':.]/.test(char) ? 1 : 4;
}

const rarities = makeOnce(() => Float64Array.from({ length: 128 }, (_, code) => rarityOf(String.fromCharCode(code))));
const OTHER_RARITY = 4;

function rarestOffset(literal: string): number {
  let best = 0;
  let bestScore = -1000;
  for (let at = 0; at + 3 <= literal.length; at += 1) {
    let score = 0;
    for (let i = at; i < at + 3; i += 1) score += rarities()[literal.charCodeAt(i)] ?? OTHER_RARITY;
    if (score > bestScore && EVERYWHERE.has(literal.slice(at, at + 3).toLowerCase())) score -= 20;
    if (score <= bestScore) continue;
    best = at;
    bestScore = score;
  }
  return best;
}

/** Plans an index of these literals. */
export function planAnchors(literals: readonly PlannedLiteral[]): AnchorPlan {
  const offsets = literals.map(({ literal }) => rarestOffset(literal));
  const members = new Map<number, number[]>();
  for (const [index, { literal, ignoreCase }] of literals.entries()) {
    const offset = offsets[index] as number;
    for (const spelling of spellingsOf(literal.slice(offset, offset + 3), ignoreCase)) {
      const hash = trigramHash(spelling);
      const bucket = members.get(hash);
      if (bucket === undefined) members.set(hash, [index]);
      else bucket.push(index);
    }
  }
  return { offsets, buckets: [...members].flatMap(([hash, indexes]) => [hash, indexes.length, ...indexes]) };
}

/** The plan of the literals of one plan and, after them, those of another. */
export function joinPlans(first: AnchorPlan, second: AnchorPlan): AnchorPlan {
  const more = membersOf(second, first.offsets.length);
  const buckets: number[] = [];
  for (const [hash, indexes] of membersOf(first, 0)) {
    const added = more.get(hash) ?? [];
    more.delete(hash);
    buckets.push(hash, indexes.length + added.length, ...indexes, ...added);
  }
  for (const [hash, indexes] of more) buckets.push(hash, indexes.length, ...indexes);
  return { offsets: [...first.offsets, ...second.offsets], buckets };
}

/** Indexes by hash, counted from `from`. */
function membersOf({ buckets }: AnchorPlan, from: number): Map<number, readonly number[]> {
  const members = new Map<number, readonly number[]>();
  for (let at = 0; at < buckets.length; at += 2 + (buckets[at + 1] as number)) {
    const indexes = buckets.slice(at + 2, at + 2 + (buckets[at + 1] as number));
    members.set(buckets[at] as number, from === 0 ? indexes : indexes.map((index) => index + from));
  }
  return members;
}

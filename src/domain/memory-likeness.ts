import { type Claim, readClaim, weighty } from './memory-claim.ts';
import type { MemoryRecord } from './memory-state.ts';
import { familyOf, isLightWord } from './memory-words.ts';

/** Likeness from which two claims with the same names and numbers count as one claim in other words. */
export const TWIN_LIKENESS = 0.72;
/** Likeness of the rest from which a different choice, number or denial is a conflict. */
export const CONFLICT_LIKENESS = 0.5;

/** A word that any claim may hold counts half. */
const LIGHT_WEIGHT = 0.5;

/** Why two claims cannot both hold, as far as their words tell. */
export type ConflictReason = 'opposite' | 'other-choice' | 'other-number' | 'other-value';

function weigh(words: Iterable<string>): number {
  let sum = 0;
  for (const word of words) sum += isLightWord(word) ? LIGHT_WEIGHT : 1;
  return sum;
}

const everything = new WeakMap<Claim, ReadonlySet<string>>();

/** Every word of a claim, whether it is said or denied. */
export function wordsOfClaim(claim: Claim): ReadonlySet<string> {
  if (claim.denied.size === 0) return claim.said;
  const known = everything.get(claim) ?? new Set([...claim.said, ...claim.denied]);
  everything.set(claim, known);
  return known;
}

function shared(one: Iterable<string>, other: ReadonlySet<string>): readonly string[] {
  const words: string[] = [];
  for (const word of one) if (other.has(word)) words.push(word);
  return words;
}

function missing(one: Iterable<string>, other: ReadonlySet<string>): readonly string[] {
  const words: string[] = [];
  for (const word of one) if (!other.has(word)) words.push(word);
  return words;
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const total = weigh(one) + weigh(other);
  return total === 0 ? 0 : (2 * weigh(shared(one, other))) / total;
}

function isEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && missing(one, other).length === 0;
}

/** How much of what two claims name is the same: from 0 to 1, names and order aside. */
export function likeness(one: Claim, other: Claim): number {
  return overlap(wordsOfClaim(one), wordsOfClaim(other));
}

function isDenying(claim: Claim): boolean {
  return claim.banned || claim.denied.size > 0;
}

/** One denies what the other says. */
function isOpposite(one: Claim, other: Claim): boolean {
  const denies = shared(one.denied, other.said).length > 0;
  const isDenied = shared(other.denied, one.said).length > 0;
  if (denies && isDenied) return true;
  if (denies) return !isDenying(other);
  if (isDenied) return !isDenying(one);
  return one.banned !== other.banned && isDenying(one) !== isDenying(other);
}

/** Words of one claim that exclude words of the other. */
function rivals(one: Claim, other: Claim): ReadonlySet<string> {
  const found = new Set<string>();
  const theirs = missing(other.said, one.said).filter((word) => familyOf(word) !== undefined);
  for (const word of missing(one.said, other.said)) {
    const family = familyOf(word);
    const rival = family === undefined ? undefined : theirs.find((their) => familyOf(their) === family);
    if (rival !== undefined) found.add(word).add(rival);
  }
  return found;
}

function without(words: ReadonlySet<string>, left: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !left.has(word)));
}

function hasFamily(word: string): boolean {
  return familyOf(word) !== undefined;
}

/** Whether two claims say the same in other words; in doubt they do not, so that nothing new is lost. */
export function isTwin(one: Claim, other: Claim): boolean {
  if (one.normal === other.normal) return true;
  if (!isEqual(one.numbers, other.numbers) || !isEqual(one.names, other.names)) return false;
  if (isOpposite(one, other) || rivals(one, other).size > 0) return false;
  const [mine, theirs] = [wordsOfClaim(one), wordsOfClaim(other)];
  const extra = weighty(missing(mine, theirs));
  const lacking = weighty(missing(theirs, mine));
  // A word that was put in another's place is another claim; one that is only left out is the same with less.
  if (extra.length > 0 && lacking.length > 0) return false;
  if ([...extra, ...lacking].some((word) => hasFamily(word) && !one.denied.has(word) && !other.denied.has(word)))
    return false;
  return weighty(shared(mine, theirs)).length > 0 && likeness(one, other) >= TWIN_LIKENESS;
}

/** Why two claims cannot both hold; `undefined` when nothing in their words says so. */
export function findConflict(one: Claim, other: Claim): ConflictReason | undefined {
  const haveSubject = (): boolean => weighty(shared(wordsOfClaim(one), wordsOfClaim(other))).length > 0;
  if (isOpposite(one, other) && haveSubject() && likeness(one, other) >= CONFLICT_LIKENESS) return 'opposite';
  const rival = rivals(one, other);
  if (rival.size > 0 && isSameRest(one, other, rival)) return 'other-choice';
  if (one.numbers.size > 0 && other.numbers.size > 0 && !isEqual(one.numbers, other.numbers)) {
    if (haveSubject() && isSameRest(one, other, new Set([...one.numbers, ...other.numbers]))) return 'other-number';
  }
  return isOtherValue(one, other) ? 'other-value' : undefined;
}

function isSameRest(one: Claim, other: Claim, left: ReadonlySet<string>): boolean {
  if (!isEqual(one.names, other.names)) return false;
  const [mine, theirs] = [without(one.said, left), without(other.said, left)];
  return (mine.size === 0 && theirs.size === 0) || overlap(mine, theirs) > CONFLICT_LIKENESS;
}

function isOtherValue(one: Claim, other: Claim): boolean {
  const [mine, theirs] = [one.equation, other.equation];
  if (mine === null || theirs === null || !isEqual(mine.subject, theirs.subject)) return false;
  return weighty(mine.subject).length > 0 && shared(mine.value, theirs.value).length === 0;
}

/** A record that says something else of the same thing. */
export interface Conflict {
  readonly record: MemoryRecord;
  readonly reason: ConflictReason;
}

/** Records that a person should see beside a proposal: the most alike first, at most `limit`. */
export function findNeighbours(text: string, records: readonly MemoryRecord[], limit: number): readonly MemoryRecord[] {
  const claim = readClaim(text);
  return records
    .map((record) => ({ record, like: likeness(claim, readClaim(record.text)) }))
    .filter(({ like }) => like >= CONFLICT_LIKENESS)
    .sort((a, b) => b.like - a.like)
    .slice(0, limit)
    .map(({ record }) => record);
}

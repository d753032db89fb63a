import { type ObjectReading, type Range, readObject, skipBlank } from './object-reader.ts';

const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
/** `]`, `}` and `:`, which go on with the object that a stretch is part of. */
const CONTINUES: ReadonlySet<number> = new Set([0x5d, 0x7d, 0x3a]);
/** Objects with commas between them that wait for what follows the last; more are not held. */
const MOST_WAITING = 1000;

/**
 * How sure it is that an object of a line is a record of its own. `certain`: nothing but objects stands before it, and
 * another or the end of the line follows. `likely`: it follows a fragment. `possible`: it may be part of a fragment.
 */
export type Standing = 'certain' | 'likely' | 'possible';

/**
 * A complete object on a line that is no JSON as a whole. `open`: the one that the line ends inside; what comes after it
 * is a part of it, unless a record begins where one of its values was missing.
 */
export interface FoundObject {
  readonly range: Range;
  readonly standing: Standing | 'open';
}

/** An object with what was known when it was met. */
interface Met {
  readonly range: Range;
  readonly afterBreak: boolean;
  readonly nested: boolean;
}

/** Passes what may stand between two records without belonging to either: blanks, commas, NUL padding, byte order marks. */
export function skipSeparators(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    at = skipBlank(bytes, at);
    if (bytes[at] === COMMA || bytes[at] === 0) at += 1;
    else if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
    else return at;
  }
}

function nextBrace(bytes: Uint8Array, from: number): number {
  const found = bytes.indexOf(OPEN_BRACE, from);
  return found < 0 ? bytes.length : found;
}

/** The inner object that ends where its outer one breaks off: a record may begin where a value was missing. */
function innerAtBreak(bytes: Uint8Array, reading: ObjectReading, start: number): Range | undefined {
  const { inner, end } = reading;
  if (inner === undefined || inner[0] === start) return undefined;
  return skipSeparators(bytes, inner[1]) >= end ? inner : undefined;
}

/** What follows an object: another one, one after a comma, the end of the line, more of what it is part of, or something else. */
type Follower = 'object' | 'comma' | 'end' | 'more' | 'else';

function followerOf(bytes: Uint8Array, end: number): Follower {
  const at = skipSeparators(bytes, end);
  if (at >= bytes.length) return 'end';
  const code = bytes[at] as number;
  const hasComma = bytes.subarray(end, at).includes(COMMA);
  if (code === OPEN_BRACE) return hasComma ? 'comma' : 'object';
  return CONTINUES.has(code) || hasComma ? 'more' : 'else';
}

function standingOf({ afterBreak, nested }: Met, follower: Follower): Standing {
  const isBeside = follower !== 'else';
  if (nested || (afterBreak && !isBeside)) return 'possible';
  return afterBreak || !isBeside ? 'likely' : 'certain';
}

/** One walk along a line. */
class LineScan {
  readonly #bytes: Uint8Array;
  #afterBreak = false;
  /** Objects with commas between them: what follows the last decides whether they are a list inside something. */
  #waiting: Met[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  *run(): Generator<FoundObject> {
    const bytes = this.#bytes;
    let at = this.#goTo(skipSeparators(bytes, 0));
    while (at < bytes.length) {
      const reading = readObject(bytes, at);
      if (reading.state === 'whole') yield* this.#meet([at, reading.end], false);
      else yield* this.#meetFragment(reading, at);
      at = this.#next(reading, at);
    }
  }

  *#meetFragment(reading: ObjectReading, start: number): Generator<FoundObject> {
    yield* this.#decide([], 'else');
    this.#afterBreak = true;
    if (reading.state === 'open') yield { range: [start, this.#bytes.length], standing: 'open' };
    const inner = innerAtBreak(this.#bytes, reading, start);
    if (inner !== undefined) yield* this.#meet(inner, true);
  }

  /** Goes to the next object from a place where one should begin. */
  #goTo(at: number): number {
    if (at >= this.#bytes.length || this.#bytes[at] === OPEN_BRACE) return at;
    this.#afterBreak = true;
    return nextBrace(this.#bytes, at);
  }

  /** Every reading begins further on than the one before, and near the end of it. */
  #next({ state, end, hidden }: ObjectReading, start: number): number {
    if (state === 'open') return this.#bytes.length;
    if (state === 'whole') return this.#goTo(skipSeparators(this.#bytes, end));
    return hidden ?? nextBrace(this.#bytes, Math.max(end, start + 1));
  }

  *#meet(range: Range, nested: boolean): Generator<FoundObject> {
    const met: Met = { range, afterBreak: this.#afterBreak, nested };
    const follower = followerOf(this.#bytes, range[1]);
    if (follower === 'comma' && this.#waiting.length < MOST_WAITING) {
      this.#waiting.push(met);
      return;
    }
    yield* this.#decide([met], follower);
  }

  *#decide(last: readonly Met[], follower: Follower): Generator<FoundObject> {
    const decided = [...this.#waiting, ...last];
    this.#waiting = [];
    if (follower === 'more') return;
    for (const met of decided) yield { range: met.range, standing: standingOf(met, follower) };
  }
}

/**
 * Finds the complete objects of a line that is no JSON as a whole: written back to back, with a comma, a mark or padding
 * between them, or after a fragment of another. Takes time in proportion to the line.
 */
export function findGlued(bytes: Uint8Array): Iterable<FoundObject> {
  return new LineScan(bytes).run();
}

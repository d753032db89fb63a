import { makeOnce } from '../kernel/make-once.ts';
import { foldWord } from './search-fold.ts';
import { stemWord } from './search-stem.ts';
import { addToHash } from './word-runs.ts';

/** Longer words are compared by their beginning. */
const LONGEST = 64;

/** A folded word; its stem is made when it is asked for. */
export class KnownWord {
  /** As it was written. */
  readonly text: string;
  readonly form: string;
  private stem: string | undefined;

  constructor(text: string) {
    this.text = text;
    this.form = foldWord(text).slice(0, LONGEST);
  }

  get term(): string {
    this.stem ??= stemWord(this.form);
    return this.stem;
  }
}

/** Places of the first table, and of the one that takes over when so many words were met: powers of two. */
const FEW_PLACES = 4096;
const PLACES = 131_072;
const MANY_WORDS = 8192;

interface WordTable {
  readonly words: (KnownWord | undefined)[];
  readonly hashes: Int32Array;
}

function makeTable(places: number): WordTable {
  return { words: new Array<KnownWord | undefined>(places), hashes: new Int32Array(places) };
}

/**
 * Words that were folded and stemmed already: most of any text are the same few thousand. Each has one place; the newer one
 * stays. The hashes stand apart, close together: most of what is elsewhere is told by them alone. A search meets few words,
 * and a large table would take longer to make than they do.
 */
class KnownWords {
  private table = makeTable(FEW_PLACES);
  private met = 0;

  find(text: string, { start, end, hash }: HashedSpan): KnownWord | undefined {
    const { words, hashes } = this.table;
    const place = (hash ^ (hash >>> 15)) & (hashes.length - 1);
    if (hashes[place] !== hash) return undefined;
    const word = words[place];
    return word !== undefined && word.text.length === end - start && standsAt(word.text, text, start)
      ? word
      : undefined;
  }

  add(word: KnownWord, hash: number): void {
    this.met += 1;
    if (this.met === MANY_WORDS) this.table = makeTable(PLACES);
    const { words, hashes } = this.table;
    const place = (hash ^ (hash >>> 15)) & (hashes.length - 1);
    words[place] = word;
    hashes[place] = hash;
  }
}

const known = makeOnce(() => new KnownWords());

/** A stretch of a text, and the hash of its characters. */
export interface HashedSpan {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

/** The word that stands at a place of a text. */
export function wordAt(text: string, span: HashedSpan): KnownWord {
  const { start, end, hash } = span;
  if (end - start > LONGEST) return new KnownWord(text.slice(start, end));
  const found = known().find(text, span);
  if (found !== undefined) return found;
  const word = new KnownWord(apart(text.slice(start, end)));
  known().add(word, hash);
  return word;
}

/** Whether a word stands at a place of a text: for words as short as most are quicker than `startsWith`. */
function standsAt(word: string, text: string, start: number): boolean {
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}

/** The same text, without the long one that it was cut from. */
function apart(text: string): string {
  return text.length < 13 ? text : Array.from(text, (unit) => unit).join('');
}

/** The hash of a stretch of a text. */
export function hashOfSpan(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at += 1) hash = addToHash(hash, text.charCodeAt(at));
  return hash;
}

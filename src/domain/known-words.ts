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

/** A power of two. */
const PLACES = 131_072;
/**
 * Words that were folded and stemmed already: most of any text are the same few thousand. Each has one place; the newer one
 * stays. The hashes stand apart, close together: most of what is elsewhere is told by them alone.
 */
const known = makeOnce(() => ({
  words: new Array<KnownWord | undefined>(PLACES),
  hashes: new Int32Array(PLACES),
}));

/** A stretch of a text, and the hash of its characters. */
export interface HashedSpan {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

/** The word that stands at a place of a text. */
export function wordAt(text: string, { start, end, hash }: HashedSpan): KnownWord {
  if (end - start > LONGEST) return new KnownWord(text.slice(start, end));
  const { words, hashes } = known();
  const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
  if (hashes[place] === hash) {
    const word = words[place];
    if (word !== undefined && word.text.length === end - start && standsAt(word.text, text, start)) return word;
  }
  const word = new KnownWord(apart(text.slice(start, end)));
  words[place] = word;
  hashes[place] = hash;
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

import { makeOnce } from '../kernel/make-once.ts';
import { type HashedSpan, KnownWord, wordAt } from './known-words.ts';

/** A power of two; each place holds two words, the one that was asked for last first. */
const PLACES = 131_072;
const PLACE_BITS = 17;
/** Bytes of all words that are known; when they are full, what is known is begun anew. */
const BOOK_BYTES = 6_291_456;
/** Longer words are looked up one by one. */
const LONGEST = 64;
const SPACE = 32;
const ASCII_WORD = /^[0-9A-Za-z]+$/;

/**
 * ASCII words and their terms, as bytes that lie close together: an index is made of many millions of words, and there is no
 * object for each that would have to be found in memory, moved and collected.
 */
class TermBook {
  /** Of each place the hash and the beginning of two words. */
  private readonly places = new Int32Array(PLACES * 4);
  /** Of each word: how many units it has, how many its term, the word, the term. */
  readonly bytes = new Uint8Array(BOOK_BYTES);
  private end = 1;

  /** Where the entry of a word begins; 0 when it is not known. */
  find(text: string, span: HashedSpan): number {
    const { places } = this;
    const at = placeOf(span.hash);
    if (places[at] === span.hash && this.holds(places[at + 1] as number, text, span)) return places[at + 1] as number;
    if (places[at + 2] !== span.hash || !this.holds(places[at + 3] as number, text, span)) return 0;
    const entry = places[at + 3] as number;
    this.remember(at, span.hash, entry);
    return entry;
  }

  /** The newer word goes before the one that was there. */
  private remember(at: number, hash: number, entry: number): void {
    const { places } = this;
    places[at + 2] = places[at] as number;
    places[at + 3] = places[at + 1] as number;
    places[at] = hash;
    places[at + 1] = entry;
  }

  private holds(entry: number, text: string, { start, end }: HashedSpan): boolean {
    const { bytes } = this;
    if (entry === 0 || bytes[entry] !== end - start) return false;
    for (let at = start, byte = entry + 2; at < end; at += 1, byte += 1) {
      if (bytes[byte] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  add(word: string, term: string, hash: number): void {
    if (this.end + 2 + word.length + term.length > BOOK_BYTES) {
      this.places.fill(0);
      this.end = 1;
    }
    const { bytes } = this;
    this.remember(placeOf(hash), hash, this.end);
    bytes[this.end] = word.length;
    bytes[this.end + 1] = term.length;
    let at = this.end + 2;
    for (let unit = 0; unit < word.length; unit += 1, at += 1) bytes[at] = word.charCodeAt(unit);
    for (let unit = 0; unit < term.length; unit += 1, at += 1) bytes[at] = term.charCodeAt(unit);
    this.end = at;
  }
}

/** Multiplied, so that words that differ little lie far from one another. */
function placeOf(hash: number): number {
  return (Math.imul(hash, 0x9e_37_79_b1) >>> (32 - PLACE_BITS)) * 4;
}

const book = makeOnce(() => new TermBook());
const encoder = makeOnce(() => new TextEncoder());
const decoder = makeOnce(() => new TextDecoder());

/** Writes the terms of one text, with single spaces between them. */
export class TermText {
  private bytes = new Uint8Array(65_536);
  private end = 0;
  private count = 0;
  private readonly book = book();

  /** Writes the term of a word that stands at a place of a text. Returns false for one that folding leaves nothing of. */
  word(text: string, span: HashedSpan): boolean {
    const entry = this.book.find(text, span);
    if (entry === 0) return this.newWord(text, span);
    const { bytes } = this.book;
    let from = entry + 2 + (bytes[entry] as number);
    const last = from + (bytes[entry + 1] as number);
    this.reserve(last - from + 1);
    const target = this.bytes;
    let at = this.end;
    for (; from < last; from += 1, at += 1) target[at] = bytes[from] as number;
    target[at] = SPACE;
    this.end = at + 1;
    this.count += 1;
    return true;
  }

  private newWord(text: string, span: HashedSpan): boolean {
    const written = text.slice(span.start, span.end);
    const isPlain = written.length <= LONGEST && ASCII_WORD.test(written);
    const { term, form } = isPlain ? new KnownWord(written) : wordAt(text, span);
    if (form === '') return false;
    if (isPlain) this.book.add(written, term, span.hash);
    this.term(term);
    return true;
  }

  /** Writes a term as it is. */
  term(term: string): void {
    this.reserve(term.length * 3 + 1);
    this.end += encoder().encodeInto(term, this.bytes.subarray(this.end)).written;
    this.bytes[this.end] = SPACE;
    this.end += 1;
    this.count += 1;
  }

  private reserve(more: number): void {
    if (this.end + more <= this.bytes.length) return;
    const larger = new Uint8Array(this.bytes.length * 2 + more);
    larger.set(this.bytes);
    this.bytes = larger;
  }

  /** All that was written; the next text begins. */
  take(): { readonly body: string; readonly length: number } {
    const body = this.count === 0 ? '' : decoder().decode(this.bytes.subarray(0, this.end - 1));
    const length = this.count;
    this.end = 0;
    this.count = 0;
    return { body, length };
  }
}

import { type PiecePlace, scanPieces } from './search-words.ts';

/** Bumped whenever the same text may give other terms: an older search index is built again. */
export const TERMS_VERSION = 1;

const LONGEST_NAME = 80;
const MOST_PARTS = 12;

/** What is indexed of a text; terms are separated by single spaces and hold letters and digits only. */
export interface IndexTerms {
  /** Terms in the order of the text: phrases are found in it. */
  readonly body: string;
  /** Whole names that have several parts, without what stands between the parts. */
  readonly names: string;
  /** Number of terms in `body`. */
  readonly length: number;
}

/** Gathers the parts of names that follow one another. */
class NameGatherer {
  readonly names: string[] = [];
  private name = '';
  private parts = 0;

  add(form: string, { joined, unspaced }: PiecePlace): void {
    if (joined !== 'name' || unspaced) this.finish();
    if (unspaced) return;
    this.name = this.parts === 0 ? form : this.name + form;
    this.parts += 1;
  }

  finish(): void {
    if (this.parts > 1 && this.parts <= MOST_PARTS && this.name.length <= LONGEST_NAME) this.names.push(this.name);
    this.parts = 0;
  }
}

/** Makes the terms of a text. The same function serves the index and the question, so that they always agree. */
export function indexTerms(text: string): IndexTerms {
  const terms: string[] = [];
  const names = new NameGatherer();
  scanPieces(text, (word, place) => {
    terms.push(word.term);
    names.add(word.form, place);
  });
  names.finish();
  return { body: terms.join(' '), names: names.names.join(' '), length: terms.length };
}

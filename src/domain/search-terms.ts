import { type SearchPiece, scanPieces } from './search-words.ts';

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
  private parts: string[] = [];

  add(piece: SearchPiece): void {
    if (piece.joined !== 'name' || piece.unspaced === true) this.finish();
    if (piece.unspaced !== true) this.parts.push(piece.form);
  }

  finish(): void {
    const { parts } = this;
    if (parts.length > 1 && parts.length <= MOST_PARTS) {
      const name = parts.join('');
      if (name.length <= LONGEST_NAME) this.names.push(name);
    }
    if (parts.length > 0) this.parts = [];
  }
}

/** Makes the terms of a text. The same function serves the index and the question, so that they always agree. */
export function indexTerms(text: string): IndexTerms {
  const terms: string[] = [];
  const names = new NameGatherer();
  scanPieces(text, (piece) => {
    terms.push(piece.term);
    names.add(piece);
  });
  names.finish();
  return { body: terms.join(' '), names: names.names.join(' '), length: terms.length };
}

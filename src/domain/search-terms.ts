import { makeOnce } from '../kernel/make-once.ts';
import { type HashedSpan, wordAt } from './known-words.ts';
import { type PiecePlace, type PieceTaker, scanPieces } from './search-words.ts';
import { TermText } from './term-text.ts';

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

/** Gathers the parts of names that follow one another; most words are no part of any, and their forms are never made. */
class NameGatherer {
  private names: string[] = [];
  private name = '';
  private parts = 0;
  /** Where the first part stands, until a second one follows. */
  private readonly first = { start: 0, end: 0, hash: 0 };

  /** A word that is no part of what stands before it. */
  begin({ start, end, hash }: HashedSpan): void {
    if (this.parts > 1) this.finish();
    this.first.start = start;
    this.first.end = end;
    this.first.hash = hash;
    this.parts = 1;
  }

  goOn(text: string, span: HashedSpan): void {
    if (this.parts === 1) this.name = wordAt(text, this.first).form;
    else if (this.parts === 0) this.name = '';
    this.name += wordAt(text, span).form;
    this.parts += 1;
  }

  finish(): void {
    if (this.parts > 1 && this.parts <= MOST_PARTS && this.name.length <= LONGEST_NAME) this.names.push(this.name);
    this.parts = 0;
  }

  take(): string {
    this.finish();
    const names = this.names.length === 0 ? '' : this.names.join(' ');
    if (names !== '') this.names = [];
    return names;
  }
}

/** Writes terms and names of one text after another. */
class TermMaker implements PieceTaker {
  private readonly terms = new TermText();
  private readonly names = new NameGatherer();

  word(text: string, span: HashedSpan, { joined }: PiecePlace): void {
    if (!this.terms.word(text, span)) return;
    if (joined === 'name') this.names.goOn(text, span);
    else this.names.begin(span);
  }

  pair(form: string): void {
    this.names.finish();
    this.terms.term(form);
  }

  make(text: string): IndexTerms {
    scanPieces(text, this);
    return { ...this.terms.take(), names: this.names.take() };
  }
}

const maker = makeOnce(() => new TermMaker());

/** Makes the terms of a text: of the same pieces as those of a question, so that they always agree. */
export function indexTerms(text: string): IndexTerms {
  return maker().make(text);
}

/** The folded pieces of a text, with single spaces between them. */
export function indexForms(text: string): string {
  const forms: string[] = [];
  scanPieces(text, {
    word: (whole, span) => {
      const { form } = wordAt(whole, span);
      if (form !== '') forms.push(form);
    },
    pair: (form) => {
      forms.push(form);
    },
  });
  return forms.join(' ');
}

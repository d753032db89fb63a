import { makeOnce } from '../kernel/make-once.ts';
import { type HashedSpan, hashOfSpan, wordAt } from './known-words.ts';
import { foldWord } from './search-fold.ts';
import { BEYOND, DIGIT, LOWER, UPPER, WordRuns } from './word-runs.ts';

/** How a piece follows the one before: not at all, as part of one name, or across a mark such as `/`, `.` or `:`. */
type Joined = 'no' | 'name' | 'mark';

/** One searchable piece of a text: a word, a part of an identifier, a number, or a pair of characters of a script without spaces. */
export interface SearchPiece {
  /** Folded and stemmed: what is compared. */
  readonly term: string;
  /** Folded only. */
  readonly form: string;
  /** Place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly joined: Joined;
  /** Written without spaces between words; `term` is a pair of characters, or the last one of a run. */
  readonly unspaced?: true;
}

/** What a piece says. */
type Word = Pick<SearchPiece, 'term' | 'form'>;
/** Where it stands. */
export type PiecePlace = Pick<SearchPiece, 'start' | 'end' | 'joined'> & { readonly unspaced: boolean };

const BEYOND_ASCII = /[^\p{ASCII}]/u;
const UNSPACED_CLASS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** Made when a text needs them: large classes take their time. */
const scripts = makeOnce(() => ({
  parts: /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}\u200c\u200d]+|\p{N}+|\p{M}+/gu,
  runs: new RegExp(`[${UNSPACED_CLASS}]+|[^${UNSPACED_CLASS}]+`, 'gu'),
  unspaced: new RegExp(`^[${UNSPACED_CLASS}]`, 'u'),
}));
const HASH = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$/i;
const ONE_WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+s?|\d+)$/;
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
/** What stands between the parts of one name, and between names that are written as one. */
const NAME_GAP = /^[_-]$/;
const MARK_GAP = /^[-_./\\:@+#'’%~$=>]{1,2}$/;

function gapKind(gap: string): Joined {
  if (gap === ' ' || gap.length > 2) return 'no';
  if (gap === '') return 'name';
  if (NAME_GAP.test(gap)) return 'name';
  return MARK_GAP.test(gap) ? 'mark' : 'no';
}

/** Takes the pieces of a text as they come; a place is good until the call returns. */
export interface PieceTaker {
  /** A word, or a part of one, that stands at a place of the text; folding may leave nothing of it. */
  word(text: string, span: HashedSpan, place: PiecePlace): void;
  /** A pair of characters of a script without spaces, folded; or the last one of a run. */
  pair(form: string, place: PiecePlace): void;
}

interface Run {
  readonly text: string;
  readonly start: number;
  readonly joined: Joined;
}

function isOneWord({ kinds, capitals, start, text }: WordRuns): boolean {
  if (kinds === LOWER || kinds === UPPER || kinds === DIGIT) return true;
  return kinds === (LOWER | UPPER) && capitals === 1 && text.charCodeAt(start) < 97;
}

/** Cuts one text into its pieces, in order. */
class PieceScanner implements PiecePlace {
  private readonly runs: WordRuns;
  private readonly taker: PieceTaker;
  start = 0;
  end = 0;
  joined: Joined = 'no';
  unspaced = false;

  constructor(text: string, taker: PieceTaker) {
    this.runs = new WordRuns(text);
    this.taker = taker;
  }

  scan(): void {
    const { runs } = this;
    while (runs.next()) {
      this.joined = this.gap();
      if (this.isGenitive()) continue;
      if (isOneWord(runs)) this.tellWord(runs);
      else this.cut({ text: runs.text.slice(runs.start, runs.end), start: runs.start, joined: this.joined });
    }
  }

  private gap(): Joined {
    const { before, start, text } = this.runs;
    if (before === -1 || start - before > 2) return 'no';
    return start - before === 1 && text.charCodeAt(before) === 32 ? 'no' : gapKind(text.slice(before, start));
  }

  /** An English genitive is no word: "Ada's" is "Ada". */
  private isGenitive(): boolean {
    const { before, start, end, text } = this.runs;
    if (end - start !== 1 || start - before !== 1 || before === -1) return false;
    return /^['’]s$/i.test(text.slice(before, end));
  }

  private tellWord(span: HashedSpan): void {
    this.start = span.start;
    this.end = span.end;
    this.taker.word(this.runs.text, span, this);
  }

  private cut(run: Run): void {
    if ((this.runs.kinds & BEYOND) === 0) this.cutAscii(run);
    else this.cutMixed(run);
  }

  private cutAscii(run: Run): void {
    const isOne = ONE_WORD.test(run.text) || HASH.test(run.text);
    if (isOne) this.tellParts(run, [{ 0: run.text, index: 0 }]);
    else this.tellParts(run, run.text.matchAll(PARTS));
  }

  private cutMixed(run: Run): void {
    let { joined } = run;
    for (const match of run.text.matchAll(scripts().runs)) {
      const part = { text: match[0], start: run.start + match.index, joined };
      if (scripts().unspaced.test(part.text)) this.tellUnspaced(part);
      else if (!BEYOND_ASCII.test(part.text)) this.cutAscii(part);
      else this.tellParts(part, part.text.matchAll(scripts().parts));
      joined = 'mark';
    }
  }

  private tellParts(run: Run, parts: Iterable<{ readonly 0: string; readonly index: number }>): void {
    this.joined = run.joined;
    for (const { 0: part, index } of parts) {
      const [start, end] = [run.start + index, run.start + index + part.length];
      const hash = hashOfSpan(part, 0, part.length);
      this.tellWord({ start, end, hash });
      this.joined = 'name';
    }
  }

  private tellUnspaced({ text, start, joined }: Run): void {
    const characters = Array.from(text);
    this.joined = joined;
    this.unspaced = true;
    this.start = start;
    characters.forEach((character, index) => {
      const next = characters[index + 1] ?? '';
      const form = foldWord(character + next);
      this.end = this.start + character.length + next.length;
      this.taker.pair(form, this);
      this.start += character.length;
      this.joined = 'name';
    });
    this.unspaced = false;
  }
}

/** Cuts a text into its pieces, in order. Any text will do: control characters and lone surrogates separate words. */
export function scanPieces(text: string, taker: PieceTaker): void {
  new PieceScanner(text, taker).scan();
}

/** A word of a text: most of them are never compared, so that their stems are not made. */
class WordPiece implements SearchPiece {
  readonly form: string;
  readonly start: number;
  readonly end: number;
  readonly joined: Joined;
  private readonly word: Word;

  constructor(word: Word, { start, end, joined }: PiecePlace) {
    this.word = word;
    this.form = word.form;
    this.start = start;
    this.end = end;
    this.joined = joined;
  }

  get term(): string {
    return this.word.term;
  }
}

/** The pieces of a text as a list. */
export function piecesOf(text: string): readonly SearchPiece[] {
  const pieces: SearchPiece[] = [];
  scanPieces(text, {
    word: (whole, span, place) => {
      const word = wordAt(whole, span);
      if (word.form !== '') pieces.push(new WordPiece(word, place));
    },
    pair: (form, { start, end, joined }) => {
      pieces.push({ term: form, form, start, end, joined, unspaced: true });
    },
  });
  return pieces;
}

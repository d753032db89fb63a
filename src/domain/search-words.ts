import { makeOnce } from '../kernel/make-once.ts';
import { foldWord } from './search-fold.ts';
import { stemWord } from './search-stem.ts';

/** One searchable piece of a text: a word, a part of an identifier, a number, or a pair of characters of a script without spaces. */
export interface SearchPiece {
  /** Folded and stemmed: what is compared. */
  readonly term: string;
  /** Folded only. */
  readonly form: string;
  /** Place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** How it follows the piece before: not at all, as part of one name, or across a mark such as `/`, `.` or `:`. */
  readonly joined: 'no' | 'name' | 'mark';
  /** Written without spaces between words; `term` is a pair of characters, or the last one of a run. */
  readonly unspaced?: true;
}

const BEYOND_ASCII = /[^\p{ASCII}]/u;
const ASCII_RUNS = /[A-Za-z0-9]+/g;
const UNSPACED_CLASS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** Made when a text needs them: large classes take their time. */
const scripts = makeOnce(() => ({
  words: /[\p{L}\p{N}\p{M}\u200c\u200d]+/gu,
  parts: /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}\u200c\u200d]+|\p{N}+|\p{M}+/gu,
  runs: new RegExp(`[${UNSPACED_CLASS}]+|[^${UNSPACED_CLASS}]+`, 'gu'),
  unspaced: new RegExp(`^[${UNSPACED_CLASS}]`, 'u'),
}));
const HASH = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$/i;
const ONE_WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+s?|\d+)$/;
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const LONGEST = 64;
/** What stands between the parts of one name, and between names that are written as one. */
const NAME_GAP = /^[_-]$/;
const MARK_GAP = /^[-_./\\:@+#'’%~$=>]{1,2}$/;

interface Run {
  readonly text: string;
  readonly start: number;
  readonly joined: SearchPiece['joined'];
}

type Emit = (piece: SearchPiece) => void;

function gapKind(gap: string): SearchPiece['joined'] {
  if (gap === ' ' || gap.length > 2) return 'no';
  if (gap === '') return 'name';
  if (NAME_GAP.test(gap)) return 'name';
  return MARK_GAP.test(gap) ? 'mark' : 'no';
}

function emitUnspaced({ text, start, joined }: Run, emit: Emit): void {
  const characters = Array.from(text);
  let at = start;
  characters.forEach((character, index) => {
    const next = characters[index + 1] ?? '';
    const form = foldWord(character + next);
    const end = at + character.length + next.length;
    emit({ term: form, form, start: at, end, joined: index === 0 ? joined : 'name', unspaced: true });
    at += character.length;
  });
}

/** A folded word; its stem is made when it is asked for. */
class KnownWord {
  readonly form: string;
  private stem: string | undefined;

  constructor(form: string) {
    this.form = form;
  }

  get term(): string {
    this.stem ??= stemWord(this.form);
    return this.stem;
  }
}

const MOST_KNOWN = 60_000;
/** Words that were folded and stemmed already: most of any text are the same few thousand. What is long unused is dropped. */
let known = new Map<string, KnownWord>();
let knownBefore = new Map<string, KnownWord>();

function knownWord(text: string): KnownWord {
  const found = known.get(text);
  if (found !== undefined) return found;
  const word = knownBefore.get(text) ?? readWord(text);
  if (known.size >= MOST_KNOWN) {
    knownBefore = known;
    known = new Map();
  }
  known.set(text, word);
  return word;
}

function readWord(text: string): KnownWord {
  return new KnownWord(foldWord(text).slice(0, LONGEST));
}

/** A word of a text: most of them are never compared, so that their stems are not made. */
class WordPiece implements SearchPiece {
  readonly form: string;
  readonly start: number;
  readonly end: number;
  readonly joined: SearchPiece['joined'];
  private readonly word: KnownWord;

  constructor(word: KnownWord, { text, start, joined }: Run) {
    this.word = word;
    this.form = word.form;
    this.start = start;
    this.end = start + text.length;
    this.joined = joined;
  }

  get term(): string {
    return this.word.term;
  }
}

function emitWord(run: Run, emit: Emit): void {
  const word = knownWord(run.text);
  if (word.form !== '') emit(new WordPiece(word, run));
}

function emitParts(run: Run, parts: RegExp, emit: Emit): void {
  let joined = run.joined;
  for (const match of run.text.matchAll(parts)) {
    emitWord({ text: match[0], start: run.start + match.index, joined }, emit);
    joined = 'name';
  }
}

function emitRun(run: Run, emit: Emit): void {
  if (ONE_WORD.test(run.text) || HASH.test(run.text)) emitWord(run, emit);
  else if (!BEYOND_ASCII.test(run.text)) emitParts(run, PARTS, emit);
  else emitMixed(run, emit);
}

function emitMixed(run: Run, emit: Emit): void {
  let joined = run.joined;
  for (const match of run.text.matchAll(scripts().runs)) {
    const part = { text: match[0], start: run.start + match.index, joined };
    if (scripts().unspaced.test(part.text)) emitUnspaced(part, emit);
    else if (!BEYOND_ASCII.test(part.text)) emitRun(part, emit);
    else emitParts(part, scripts().parts, emit);
    joined = 'mark';
  }
}

/** Cuts a text into its pieces, in order. Any text will do: control characters and lone surrogates separate words. */
export function scanPieces(text: string, emit: Emit): void {
  let end = 0;
  let first = true;
  const runs = BEYOND_ASCII.test(text) ? scripts().words : ASCII_RUNS;
  for (const match of text.matchAll(runs)) {
    const gap = first ? ' ' : text.slice(end, Math.min(match.index, end + 3));
    // An English genitive is no word: "Ada's" is "Ada".
    const genitive = (gap === "'" || gap === '’') && /^s$/i.test(match[0]);
    if (!genitive) emitRun({ text: match[0], start: match.index, joined: first ? 'no' : gapKind(gap) }, emit);
    end = match.index + match[0].length;
    first = false;
  }
}

/** The pieces of a text as a list. */
export function piecesOf(text: string): readonly SearchPiece[] {
  const pieces: SearchPiece[] = [];
  scanPieces(text, (piece) => pieces.push(piece));
  return pieces;
}

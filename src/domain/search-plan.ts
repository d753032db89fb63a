import type { SearchPiece } from './search-words.ts';
import { piecesOf } from './search-words.ts';

/** One thing that a question asks for: a word, a name, or words in a row. */
export interface SearchTerm {
  /** As the person wrote it. */
  readonly written: string;
  /** Folded, as it would stand in a folded text. */
  readonly form: string;
  readonly kind: 'word' | 'name' | 'phrase' | 'unspaced';
  /** Terms that must follow one another. */
  readonly terms: readonly string[];
  readonly forms: readonly string[];
  /** The whole name without what stands between its parts; null where it has no such name. */
  readonly name: string | null;
  /** The last term may go on. */
  readonly prefix: boolean;
  /** A word that carries little: it never makes a hit of its own beside words that carry more. */
  readonly light: boolean;
}

/** A question, understood. Every text gives one; words that only look like operators are words. */
export interface SearchPlan {
  readonly terms: readonly SearchTerm[];
  /** Terms of which none may be there; only the query syntax has them. */
  readonly not: readonly SearchTerm[];
}

/** Longer questions are cut: what a person pastes by mistake must not take minutes. */
const LONGEST_QUESTION = 20_000;
const MOST_TERMS = 64;
/** Characters without spaces up to which a run is looked for as it is. */
const LONGEST_ROW = 4;
const HASH = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$/;

const LIGHT = new Set(
  (
    'a an the and or but if then of to in on at by for from with about as is are was were be been being am do does did done ' +
    'has have had having i you he she it we they me him her us them my your his its our their this that these those there here ' +
    'what which who whom whose when where why how not no so than too very can could will would should shall may might must ' +
    'just also into out up down over under again any some such own same other more most much many few ' +
    'der die das und ist ein eine zu von mit le la les un une des et est que de el los y en es'
  ).split(' '),
);

function isName(pieces: readonly SearchPiece[]): boolean {
  return pieces.length > 1;
}

function nameOf(pieces: readonly SearchPiece[]): string | null {
  const plain = pieces.every(({ joined, unspaced }, index) => unspaced !== true && (index === 0 || joined === 'name'));
  return plain ? pieces.map(({ form }) => form).join('') : null;
}

function termOf(text: string, pieces: readonly SearchPiece[], kind: SearchTerm['kind']): SearchTerm {
  const written = text.slice(pieces[0]?.start ?? 0, pieces.at(-1)?.end ?? 0);
  const forms = pieces.map(({ form }) => form);
  const only = pieces.length === 1 ? (forms[0] ?? '') : '';
  return {
    written,
    form: written.toLowerCase(),
    kind,
    terms: pieces.map(({ term }) => term),
    forms,
    name: kind === 'phrase' ? null : nameOf(pieces),
    prefix: only !== '' && (HASH.test(only) || (kind === 'unspaced' && Array.from(only).length === 1)),
    light: kind === 'word' && LIGHT.has(only),
  };
}

/** Pieces that are written as one, together. */
function groupsOf(pieces: readonly SearchPiece[]): readonly (readonly SearchPiece[])[] {
  const groups: SearchPiece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    const follows =
      last !== undefined && piece.joined !== 'no' && (piece.unspaced === true) === (last[0]?.unspaced === true);
    if (follows) last.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

/** The last character of a run stands alone in the index as well; in a question the pairs say all. */
function unspacedTerms(text: string, group: readonly SearchPiece[]): readonly SearchTerm[] {
  const pairs = group.length > 1 ? group.slice(0, -1) : group;
  if (pairs.length < LONGEST_ROW) return [termOf(text, pairs, 'unspaced')];
  return pairs.map((pair) => termOf(text, [pair], 'unspaced'));
}

function wordTerms(text: string): readonly SearchTerm[] {
  return groupsOf(piecesOf(text)).flatMap((group) => {
    if (group[0]?.unspaced === true) return unspacedTerms(text, group);
    return [termOf(text, group, isName(group) ? 'name' : 'word')];
  });
}

function phraseTerm(text: string): readonly SearchTerm[] {
  const pieces = piecesOf(text);
  const [last, before] = [pieces.at(-1), pieces.at(-2)];
  // The text that is looked for may go on after the phrase: then its last character does not stand alone there.
  const open = last?.unspaced === true && before?.unspaced === true && last.joined !== 'no';
  const said = open ? pieces.slice(0, -1) : pieces;
  return said.length === 0 ? [] : [termOf(text, said, 'phrase')];
}

const QUOTED = /"([^"]*)"|“([^”]*)”|「([^」]*)」/g;

interface Part {
  readonly text: string;
  readonly quoted: boolean;
}

/** Quoted phrases and what stands between them; a quote without its fellow is no quote. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(QUOTED)) {
    parts.push({ text: text.slice(end, match.index), quoted: false });
    parts.push({ text: match[1] ?? match[2] ?? match[3] ?? '', quoted: true });
    end = match.index + match[0].length;
  }
  parts.push({ text: text.slice(end), quoted: false });
  return parts;
}

function termsOf(text: string): readonly SearchTerm[] {
  return partsOf(text).flatMap((part) => (part.quoted ? phraseTerm(part.text) : wordTerms(part.text)));
}

/** Each term once. */
function distinct(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const seen = new Set<string>();
  return terms.filter(({ terms: row, prefix }) => {
    const key = `${row.join(' ')}${prefix ? '*' : ''}`;
    return seen.size < MOST_TERMS && !seen.has(key) && seen.add(key);
  });
}

/** Words in front of which a minus stands, and words that may go on: only in the query syntax. */
const OPERATOR = /(^|\s)-(?:"([^"]*)"|(\S+))/g;

/** Understands a question. `syntax`: `-word` leaves out and `word*` goes on; without it they are plain text. */
export function planSearch(question: string, options: { readonly syntax?: boolean } = {}): SearchPlan {
  const text = question.slice(0, LONGEST_QUESTION);
  if (options.syntax !== true) return { terms: distinct(termsOf(text)), not: [] };
  const not: SearchTerm[] = [];
  const rest = text.replace(OPERATOR, (_all, space: string, phrase: string | undefined, word: string | undefined) => {
    not.push(...(phrase === undefined ? wordTerms(word ?? '') : phraseTerm(phrase)));
    return space;
  });
  return { terms: distinct(withPrefixes(rest)), not };
}

function withPrefixes(text: string): readonly SearchTerm[] {
  const open = new Set(Array.from(text.matchAll(/([\p{L}\p{N}]+)\*/gu), ([, word]) => (word ?? '').toLowerCase()));
  return termsOf(text).map((term) =>
    term.kind === 'word' && open.has(term.form) ? { ...term, prefix: true, terms: term.forms } : term,
  );
}

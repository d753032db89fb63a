import { makeOnce } from '../kernel/make-once.ts';
import type { SearchTerm } from './search-plan.ts';
import { mayStemTo } from './search-stem.ts';
import { piecesOf, type SearchPiece } from './search-words.ts';

/** A stretch of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Where and how often one term of a question is in a text. */
export interface TermMatch {
  readonly term: SearchTerm;
  readonly count: number;
  /** At least once not only by its stem: the word itself. */
  readonly asForm: boolean;
  /** At least once letter by letter, as the person wrote it, and not as part of a longer name. */
  readonly asWritten: boolean;
  readonly spans: readonly TextSpan[];
}

/** What of a question is in a text. */
export interface TextMatch {
  readonly matches: readonly TermMatch[];
  /** Number of pieces of the text. */
  readonly length: number;
}

const MOST_SPANS = 200;

interface Row {
  readonly pieces: readonly SearchPiece[];
  readonly at: number;
}

function fits(piece: SearchPiece | undefined, term: SearchTerm, index: number): boolean {
  const wanted = term.terms[index] ?? '';
  if (piece === undefined) return false;
  if (term.prefix && index === term.terms.length - 1)
    return piece.term.startsWith(wanted) || piece.form.startsWith(wanted);
  return piece.term === wanted;
}

/** The stretch of a term whose words begin here in a row. */
function rowAt({ pieces, at }: Row, term: SearchTerm): TextSpan | undefined {
  for (let index = 0; index < term.terms.length; index += 1) {
    if (!fits(pieces[at + index], term, index)) return undefined;
  }
  const last = pieces[at + term.terms.length - 1];
  return { start: pieces[at]?.start ?? 0, end: last?.end ?? 0 };
}

/** The stretch of the whole name that begins here, if it is this term's. */
function nameAt({ pieces, at }: Row, name: string): TextSpan | undefined {
  if (at > 0 && pieces[at]?.joined === 'name') return undefined;
  let joined = '';
  for (let next = at; next < pieces.length && joined.length < name.length; next += 1) {
    const piece = pieces[next];
    if (piece === undefined || (next > at && piece.joined !== 'name')) return undefined;
    joined += piece.form;
    if (joined === name && pieces[next + 1]?.joined !== 'name')
      return { start: pieces[at]?.start ?? 0, end: piece.end };
  }
  return undefined;
}

const isWordCharacter = makeOnce(() => /[\p{L}\p{N}_]/u);

function standsAlone(text: string, { start, end }: TextSpan): boolean {
  return [text[start - 1] ?? ' ', text[end] ?? ' '].every((next) => next === ' ' || !isWordCharacter().test(next));
}

interface Tally {
  count: number;
  asForm: boolean;
  asWritten: boolean;
  readonly spans: TextSpan[];
}

function noteSpan(tally: Tally, term: SearchTerm, found: { readonly text: string; readonly span: TextSpan }): void {
  const { text, span } = found;
  tally.count += 1;
  if (tally.spans.length < MOST_SPANS) tally.spans.push(span);
  const written = text.slice(span.start, span.end);
  tally.asForm ||= written.toLowerCase() === term.form;
  tally.asWritten ||= written === term.written && standsAlone(text, span);
}

/** Finds the terms of a question in a text. */
export function matchText(text: string, terms: readonly SearchTerm[]): TextMatch {
  const pieces = piecesOf(text);
  const tallies = terms.map((): Tally => ({ count: 0, asForm: false, asWritten: false, spans: [] }));
  const beginnings = beginningsOf(terms);
  for (let at = 0; at < pieces.length; at += 1) {
    const row = { pieces, at };
    for (const index of candidatesAt(row, beginnings)) {
      const term = terms[index] as SearchTerm;
      const span = rowAt(row, term) ?? (term.name === null ? undefined : nameAt(row, term.name));
      if (span !== undefined) noteSpan(tallies[index] as Tally, term, { text, span });
    }
  }
  const matches = terms.map((term, index) => ({ term, ...(tallies[index] as Tally) }));
  return { matches, length: pieces.length };
}

/** Which terms may begin at a piece, by their number in the question. */
interface Beginnings {
  /** First characters of what {@link byTerm} holds. */
  readonly initials: ReadonlySet<string>;
  readonly byTerm: ReadonlyMap<string, readonly number[]>;
  readonly prefixes: readonly number[];
  /** Terms that may be one name, whatever its parts. */
  readonly names: readonly number[];
}

const NONE: readonly number[] = [];

function beginningsOf(terms: readonly SearchTerm[]): Beginnings {
  const byTerm = new Map<string, readonly number[]>();
  terms.forEach(({ terms: row, prefix }, index) => {
    const first = row[0] ?? '';
    if (!prefix) byTerm.set(first, [...(byTerm.get(first) ?? NONE), index]);
  });
  const numbered = terms.map((term, index) => ({ term, index }));
  return {
    initials: new Set([...byTerm.keys()].map((term) => term.charAt(0))),
    byTerm,
    prefixes: numbered.filter(({ term }) => term.prefix).map(({ index }) => index),
    names: numbered.filter(({ term }) => term.name !== null && !term.prefix).map(({ index }) => index),
  };
}

function candidatesAt({ pieces, at }: Row, { initials, byTerm, prefixes, names }: Beginnings): Iterable<number> {
  const piece = pieces[at];
  const exact = piece === undefined || !mayStemTo(piece.form, initials) ? NONE : (byTerm.get(piece.term) ?? NONE);
  const beginsName = piece?.joined !== 'name' && pieces[at + 1]?.joined === 'name';
  if (prefixes.length === 0 && !beginsName) return exact;
  return new Set([...exact, ...prefixes, ...(beginsName ? names : NONE)]);
}

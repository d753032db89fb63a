import { makeOnce } from '../kernel/make-once.ts';
import type { TermMatch, TextMatch } from './search-match.ts';
import type { SearchTerm } from './search-plan.ts';

/** How rare the terms of a question are; `most`: counted no further. */
export interface TermWeights {
  readonly weightOf: (term: SearchTerm) => number;
  /** Terms in so many documents that the index did not rank by them. */
  readonly common: ReadonlySet<SearchTerm>;
  readonly meanLength: number;
}

/** What of a question's weight a light word has. */
const LIGHT_SHARE = 0.15;

/** BM25's weight of a term that is in `frequency` of `documents`. */
export function rarity(documents: number, frequency: number): number {
  return Math.max(0.01, Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5)));
}

/** Weighs the terms of a question. */
export function weighTerms(
  terms: readonly SearchTerm[],
  figures: {
    readonly documents: number;
    readonly meanLength: number;
    readonly frequencies: ReadonlyMap<SearchTerm, number>;
    readonly most: number;
  },
): TermWeights {
  const { documents, frequencies, most, meanLength } = figures;
  const weights = new Map<SearchTerm, number>();
  const heavy = terms.some(({ light }) => !light);
  for (const term of terms) {
    const weight = rarity(documents, frequencies.get(term) ?? 0);
    weights.set(term, heavy && term.light ? weight * LIGHT_SHARE : weight);
  }
  const common = new Set(terms.filter((term) => (frequencies.get(term) ?? 0) >= most));
  return { weightOf: (term) => weights.get(term) ?? 0, common, meanLength };
}

const K1 = 1.2;
const B = 0.75;

function saturated(count: number, length: number, meanLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / meanLength));
}

/** How well a text answers a question. */
export interface TextScore {
  /** BM25 over all terms. */
  readonly words: number;
  /** Share of the question's weight that is there, 0 to 1. */
  readonly coverage: number;
  /** Every term is there. */
  readonly full: boolean;
  /** 2: a name stands there letter by letter; 1: but for its case; 0 otherwise. */
  readonly exact: number;
  /** 0 to 1: how near to one another the terms are. */
  readonly nearness: number;
  /** A name of the question is who says the text: it begins with it and a colon. */
  readonly spoken: boolean;
}

/** Written as no prose is: capitals or digits inside, or marks other than a hyphen. */
const code = makeOnce(() => /[_/\\.:@#]|\d|\p{Ll}\p{Lu}|\p{Lu}{2}/u);

function exactness({ term, asWritten, asForm }: TermMatch): number {
  if (term.kind !== 'name' || !code().test(term.written)) return 0;
  if (asWritten) return 2;
  return asForm ? 1 : 0;
}

/** Pairs of neighbouring terms of the question that are near one another in the text, as a share of all pairs. */
function nearnessOf(found: readonly TermMatch[]): number {
  if (found.length < 2) return 0;
  let near = 0;
  for (let at = 1; at < found.length; at += 1) {
    const distance = nearest(found[at - 1] as TermMatch, found[at] as TermMatch);
    near += 1 / (1 + distance / 30);
  }
  return near / (found.length - 1);
}

function nearest(one: TermMatch, other: TermMatch): number {
  let best = Number.POSITIVE_INFINITY;
  for (const a of one.spans.slice(0, 20)) {
    for (const b of other.spans.slice(0, 20)) {
      best = Math.min(best, a.start < b.start ? Math.max(0, b.start - a.end) : Math.max(0, a.start - b.end));
    }
  }
  return best;
}

/** Scores what of a question was found in a text. */
export function scoreText(text: string, match: TextMatch, weights: TermWeights): TextScore {
  const found = match.matches.filter(({ count }) => count > 0);
  const total = match.matches.reduce((sum, { term }) => sum + weights.weightOf(term), 0);
  const there = found.reduce((sum, { term }) => sum + weights.weightOf(term), 0);
  const words = found.reduce(
    (sum, { term, count, asForm }) =>
      sum + weights.weightOf(term) * saturated(count, match.length, weights.meanLength) * (asForm ? 1 : 0.95),
    0,
  );
  return {
    words,
    coverage: total === 0 ? 0 : there / total,
    full: found.length === match.matches.length,
    exact: Math.max(0, ...found.map(exactness)),
    nearness: nearnessOf(found.filter(({ term }) => !term.light)),
    spoken: found.some(({ spans }) => spans[0]?.start === 0 && text[spans[0].end] === ':'),
  };
}

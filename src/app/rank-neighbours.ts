import type { FoundDocument, SearchDemand, SearchReader } from './ports/search.ts';

/** A document with what those around it add to its score. */
export interface FoundAround extends FoundDocument {
  readonly around: number;
}

/** What things said before and after add, by how far away: what follows a question answers it more often than it asks. */
const SHARES: readonly (readonly [distance: number, share: number])[] = [
  [-1, 0.35],
  [1, 0.25],
  [-2, 0.1],
  [2, 0.05],
];
/** Things said beside so many of the best are hits too, where the question asks for any of its words. */
const MOST_BEGUN = 60;

const placeOf = (subject: number, order: number): string => `${subject} ${order}`;

/** Adds to each thing said a share of the scores of those said right before and after it: talk answers talk. */
export function withNeighbours(
  reader: SearchReader,
  found: readonly FoundDocument[],
  demand: SearchDemand,
): readonly FoundAround[] {
  const scores = new Map<string, number>();
  for (const { subject, order, score } of found) if (order !== null) scores.set(placeOf(subject, order), score);
  const all = demand.any.length > 0 && !isNarrow(demand) ? [...found, ...beside(reader, found, scores)] : found;
  return all
    .map((one) => ({ ...one, around: aroundOf(one, scores) }))
    .sort((a, b) => b.score + b.around - (a.score + a.around));
}

/** What stands beside a hit need not fit such a filter. */
function isNarrow({ filter, not }: SearchDemand): boolean {
  const { kinds, path, since, until } = filter;
  return not.length > 0 || [kinds, path, since, until].some((part) => part !== undefined);
}

function aroundOf({ subject, order }: FoundDocument, scores: ReadonlyMap<string, number>): number {
  if (order === null) return 0;
  return SHARES.reduce(
    (sum, [distance, share]) => sum + share * (scores.get(placeOf(subject, order + distance)) ?? 0),
    0,
  );
}

function beside(
  reader: SearchReader,
  found: readonly FoundDocument[],
  scores: ReadonlyMap<string, number>,
): readonly FoundDocument[] {
  const places = new Map<string, { readonly subject: number; readonly order: number }>();
  for (const { subject, order } of found.slice(0, MOST_BEGUN)) {
    if (order === null) continue;
    for (const near of [order - 1, order + 1]) {
      const place = placeOf(subject, near);
      if (near >= 0 && !scores.has(place)) places.set(place, { subject, order: near });
    }
  }
  return reader.said([...places.values()]);
}

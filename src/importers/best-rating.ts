import type { Recognition } from '../app/ports/importer.ts';

/** The highest of some ratings; 0 of none. */
export function bestRating(ratings: readonly Recognition[]): Recognition {
  return ratings.reduce<number>((best, rating) => Math.max(best, rating), 0) as Recognition;
}

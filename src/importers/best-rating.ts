import type { Recognition } from '../app/ports/importer.ts';

/** The highest of some ratings; 0 of none. */
export function bestRating(ratings: readonly Recognition[]): Recognition {
  return ratings.reduce<Recognition>((best, rating) => (rating > best ? rating : best), 0);
}

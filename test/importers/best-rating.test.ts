import { expect, it } from 'vitest';
import type { Recognition } from '../../src/app/ports/importer.ts';
import { bestRating } from '../../src/importers/best-rating.ts';

it('the best of more ratings than fit on the stack is told, and of none 0', () => {
  const ratings = new Array<Recognition>(300_000).fill(1);
  expect(bestRating([...ratings, 2])).toBe(2);
  expect(bestRating([])).toBe(0);
});

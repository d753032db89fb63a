import { expect, test } from 'vitest';
import { nextLook } from '../../../src/cli/watch-pace.ts';

const quick = { allEnded: 1000, allTook: 10, ended: 1000, took: 10 };

test('without events everything is looked at now and then', () => {
  expect(nextLook(quick, null)).toEqual({ at: 3000, all: true });
});

test('a look that takes long comes seldom', () => {
  expect(nextLook({ ...quick, allTook: 5000 }, null).at).toBe(101_000);
});

test('events of known files are gathered until they pause, and not for ever', () => {
  expect(nextLook(quick, { first: 1500, last: 1600, unknown: false })).toEqual({ at: 1750, all: false });
  expect(nextLook(quick, { first: 1500, last: 2490, unknown: false })).toEqual({ at: 2500, all: false });
});

test('what is unknown needs a look at everything, which rests after a long one', () => {
  const slow = { allEnded: 1000, allTook: 400, ended: 1000, took: 10 };
  expect(nextLook(slow, { first: 1500, last: 1500, unknown: true })).toEqual({ at: 5000, all: true });
});

test('a look that is due anyway comes first', () => {
  expect(nextLook(quick, { first: 2950, last: 2999, unknown: false })).toEqual({ at: 3000, all: true });
});

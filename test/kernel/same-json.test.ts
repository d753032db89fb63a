import { describe, expect, it } from 'vitest';
import { isSameJson } from '../../src/kernel/same-json.ts';
import { fc } from '../support/properties.ts';

/** The same value, its keys written the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const turned = Object.entries(value)
    .toReversed()
    .map(([key, inner]) => [key, reversed(inner)] as const);
  return Object.fromEntries(turned);
}

describe('two values that JSON can tell', () => {
  it('are the same in whatever order their keys were written', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => isSameJson(value, reversed(value))));
  });

  it('are the same exactly when their text is, where keys stand in order', () => {
    const ordered = (value: unknown) =>
      JSON.stringify(value, (_, inner: unknown) =>
        typeof inner === 'object' && inner !== null && !Array.isArray(inner)
          ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
          : inner,
      );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
        expect(isSameJson(a, b)).toBe(ordered(a) === ordered(b));
      }),
    );
  });

  it.each<[unknown, unknown]>([
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: undefined }, { b: undefined }],
    [{}, []],
    [null, {}],
    [{ toString: 1 }, {}],
    [1, '1'],
  ])('%j and %j are two', (a, b) => {
    expect([isSameJson(a, b), isSameJson(b, a)]).toEqual([false, false]);
  });
});

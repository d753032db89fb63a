import { describe, expect, it } from 'vitest';
import { countField } from '../../src/kernel/json-fields.ts';

describe('a count in a record of another tool', () => {
  it.each([[0], [7], [Number.MAX_SAFE_INTEGER]])('is %d', (count) => {
    expect(countField({ count }, 'count')).toBe(count);
  });

  it.each([[-1], [0.5], [1e300], [Number.POSITIVE_INFINITY], ['7'], [null]])('is not known for %j', (count) => {
    expect(countField({ count }, 'count')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { isErased } from '../../src/events/erased.ts';

describe('erased data', () => {
  it('is known by its one field', () => {
    expect(isErased({ erased: true })).toBe(true);
  });

  it('is not seen in live data, or where the field is inherited', () => {
    for (const data of [
      {},
      { erased: 'yes' },
      { title: 'Double charge' },
      null,
      undefined,
      Object.create({ erased: true }),
    ]) {
      expect(isErased(data)).toBe(false);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { mayNestDeeper } from '../../src/kernel/nesting-bound.ts';
import { fc } from '../support/properties.ts';

describe('the bound of a nesting', () => {
  it('holds exactly when there are more openers, wherever the bytes begin and end', () => {
    const piece = fc.constantFrom('[', '{', ']', '}', 'z', '[[[[', '{{{', '\u007f', 'ö', ' ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.nat({ max: 7 }), fc.nat({ max: 5 }), (pieces, skip, limit) => {
        const bytes = Buffer.from(`${'.'.repeat(skip)}${pieces.join('')}`).subarray(skip);
        const openers = pieces.join('').replaceAll(/[^[{]/g, '').length;
        expect(mayNestDeeper(bytes, limit)).toBe(bytes.length > 2 * limit && openers > limit);
      }),
    );
  });
});

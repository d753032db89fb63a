import { expect, it } from 'vitest';
import { sumNumber, sumText } from '../../src/search-index/text-sum.ts';
import { fc } from '../support/properties.ts';

it('tells a text from the same text with one unit changed, lost or moved into the next text', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.string(), unit, unit, fc.string(), (before, one, other, after) => {
      const sum = sumText(`${before}${one}${after}`);
      fc.pre(one !== other);
      expect(sumText(`${before}${other}${after}`)).not.toBe(sum);
      expect(sumText(`${before}${after}`)).not.toBe(sum);
      expect(sumText(after, sumText(`${before}${one}`))).not.toBe(sumText(`${one}${after}`, sumText(before)));
    }),
  );
});

it('tells numbers apart that differ in one bit, of 52', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat({ max: 51 }), fc.nat(), (number, bit, from) => {
      const place = 2 ** bit;
      const other = Math.floor(number / place) % 2 === 0 ? number + place : number - place;
      expect(sumNumber(other, from)).not.toBe(sumNumber(number, from));
    }),
  );
});

import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cutToWidth, displayWidth } from '../../src/text/display-width.ts';
import { fc } from '../support/properties.ts';

const JOINING = ['é', 'e\u0301', 'ｅ', '👩‍🔧', '…', '│', '→', '·', '­', '©', '\u200b', 'ß', '5\ufe0f\u20e3', '‼'];
const words = fc.array(fc.oneof(fc.constantFrom(...JOINING), fc.string({ unit: 'grapheme-ascii', maxLength: 4 })));

describe('the width of a line', () => {
  it('is the same whether or not it was looked at closely', () => {
    for (let code = 0x20; code < 0x2600; code += 1) {
      const character = String.fromCodePoint(code);
      // Controls and marks are no safe text, or belong to a letter before them.
      if (/\p{Cc}|\p{M}/u.test(character)) continue;
      expect([character, displayWidth(`a${character}b`)]).toEqual([character, stringWidth(`a${character}b`)]);
    }
  });

  it('is never more than what it was cut to, and nothing is cut that fits', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 0, max: 12 }), (parts, width) => {
        const text = parts.join('');
        const cut = cutToWidth(text, width);
        expect(stringWidth(cut)).toBeLessThanOrEqual(width);
        if (stringWidth(text) <= width) expect(cut).toBe(text);
        else expect(cut.endsWith('…') || width === 0).toBe(true);
      }),
    );
  });
});

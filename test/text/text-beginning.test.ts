import { expect, it } from 'vitest';
import { textBeginning } from '../../src/text/text-beginning.ts';
import { fc } from '../support/properties.ts';

it('ends between characters, and says that something is left out', () => {
  expect(textBeginning('tide 🌊', 6)).toBe('tide …');
  expect(textBeginning('cafe\u0301s', 4)).toBe('caf…');
  expect(textBeginning('tide', 4)).toBe('tide');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 0, max: 30 }), (text, most) => {
      const cut = textBeginning(text, most);
      expect(cut === text || (cut.endsWith('…') && text.startsWith(cut.slice(0, -1)))).toBe(true);
      expect(cut.isWellFormed?.() ?? true).toBe(text.isWellFormed?.() ?? true);
      expect(cut.length).toBeLessThanOrEqual(most + 1);
    }),
  );
});

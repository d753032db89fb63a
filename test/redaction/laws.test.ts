import { describe, expect, it } from 'vitest';
import { fc } from '../support/properties.ts';
import { HOLE, INNOCENT_TEXTS, TOLD_TEXTS } from './rule-samples.ts';
import { draw, SAMPLES } from './secret-samples.ts';
import { testRedactor } from './test-redactor.ts';
import { VENDOR_SAMPLES } from './vendor-samples.ts';

const redactor = testRedactor();
const redact = (text: string): string => redactor.redact(text).text;

const SECRETS = [...SAMPLES, ...VENDOR_SAMPLES].map(({ make }) => make());
const TOLD = TOLD_TEXTS.map((text) => text.replace(HOLE, () => `Hq3Vd9Lm${draw(10)}7x`));
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TOLD) },
  { weight: 2, arbitrary: fc.constantFrom(...SECRETS) },
  { weight: 2, arbitrary: fc.constantFrom(...INNOCENT_TEXTS) },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 3,
    arbitrary: fc.constantFrom(' ', '\n', '": "', '=', ' is ', ', ', '\\n', '| ', '\t', '%3D', '(', '\u001b[32m'),
  },
);
const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));

describe('redaction', () => {
  it('changes nothing the second time', { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(text, (whole) => {
        const once = redact(whole);
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 10_000 },
    );
  });

  it('hides in JSON what it hides in the text', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(text, (whole) => {
        const inside = JSON.parse(redact(JSON.stringify({ output: [whole] }))) as {
          readonly output: readonly string[];
        };
        const hidden = (whole.match(/[\w+/=.-]{12,}/g) ?? []).filter((word) => !redact(whole).includes(word));
        expect(hidden.filter((word) => inside.output[0]?.includes(word))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

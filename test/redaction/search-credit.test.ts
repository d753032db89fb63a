import { describe, expect, it } from 'vitest';
import { creditOfPart, SearchCredit } from '../../src/redaction/search-credit.ts';
import { fc } from '../support/properties.ts';

/** How often something of a cost is allowed, one after the other, at places that are so far apart. */
function allowedOf(credit: SearchCredit, { cost, apart }: { readonly cost: number; readonly apart: number }): number {
  for (let count = 0; count < 100_000; count += 1) if (!credit.allows(count * apart, cost)) return count;
  return Number.POSITIVE_INFINITY;
}

describe('the credit of a search', () => {
  it('is used up where much is asked in one place, the sooner the more it costs', () => {
    const cheap = allowedOf(new SearchCredit(), { cost: 0.1, apart: 0 });
    const dear = allowedOf(new SearchCredit(), { cost: 1, apart: 0 });
    expect(dear).toBeGreaterThan(500);
    expect(cheap / dear).toBeCloseTo(10, 1);
  });

  it('lasts for ever where little is asked', () => {
    expect(allowedOf(new SearchCredit(), { cost: 1, apart: 100 })).toBe(Number.POSITIVE_INFINITY);
  });

  it('is less for a whole text that is read in another way', () => {
    const whole = allowedOf(new SearchCredit(), { cost: 1, apart: 10 });
    expect(allowedOf(new SearchCredit(true), { cost: 1, apart: 10 })).toBeLessThan(whole / 2);
  });

  it('grows by what lies between places, and not by going back', () => {
    const credit = new SearchCredit();
    while (credit.allows(1000, 1));
    expect(credit.allows(500, 1)).toBe(false);
    expect(credit.isSpent).toBe(true);
    expect(credit.allows(1000 + 100_000, 1)).toBe(true);
    expect(credit.isSpent).toBe(false);
  });

  it('takes off what is spent besides', () => {
    const credit = new SearchCredit();
    credit.spend(1_000_000);
    expect(credit.allows(0, 0)).toBe(false);
  });

  it('leaves a little behind a hidden stretch, and as much when the text is looked at again', () => {
    const first = new SearchCredit();
    while (first.allows(0, 1));
    const end = first.hideFrom('x'.repeat(10_000), 0);
    const again = new SearchCredit();
    while (again.allows(0, 1));
    again.leave(end);
    const left = (credit: SearchCredit): number => {
      for (let count = 0; ; count += 1) if (!credit.allows(end, 1)) return count;
    };
    expect(left(first)).toBe(left(again));
  });

  it('takes nothing from what is left at a placeholder, when more is', () => {
    const credit = new SearchCredit();
    credit.leave(10);
    expect(allowedOf(credit, { cost: 1, apart: 0 })).toBe(allowedOf(new SearchCredit(), { cost: 1, apart: 0 }));
  });

  it('hides to the end of a word, more each time, and no more than a first stretch once it has recovered', () => {
    const text = 'ab '.repeat(100_000);
    const credit = new SearchCredit();
    const [first, second] = [credit.hideFrom(text, 0), credit.hideFrom(text, 0)];
    expect(text.charAt(first)).toBe(' ');
    expect(second).toBeGreaterThan(1.9 * first);
    for (let time = 0; time < 10; time += 1) credit.hideFrom(text, 0);
    expect(credit.hideFrom(text, 0)).toBeLessThan(64 * 1024);
    credit.allows(10_000_000, 0);
    expect(credit.hideFrom(text, 0)).toBe(first);
  });

  it('never hides past the end, and always something', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (text, place) => {
        const at = place % text.length;
        const end = new SearchCredit().hideFrom(text, at);
        expect(end).toBeGreaterThan(at);
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('is shared with a view of a part, which hides its rest and leaves the stretch to the text', () => {
    const credit = new SearchCredit();
    const part = creditOfPart(credit);
    while (part.allows(1_000_000, 1));
    expect(credit.isSpent).toBe(true);
    expect(part.isSpent).toBe(true);
    expect(part.hideFrom('a view', 2)).toBe('a view'.length);
    expect(credit.isSpent).toBe(true);
    part.leave(3);
    expect(credit.isSpent).toBe(true);
    credit.hideFrom('a text', 0);
    part.spend(1000);
    expect(credit.isSpent).toBe(true);
  });
});

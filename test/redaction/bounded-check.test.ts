import { describe, expect, it } from 'vitest';
import { type Anchor, AnchorIndex, BoundedCheck } from '../../src/redaction/anchor-index.ts';

let asked = 0;
/** A literal of which nothing that stands around it is ever right. */
const LAMP: Anchor = {
  literal: 'lamp',
  ignoreCase: false,
  notPlural: false,
  wordStart: false,
  owner: 0,
  probe: () => {
    asked += 1;
    return false;
  },
};

describe('what looks like a literal and is none', () => {
  it('is told from one where there is little of it', () => {
    const index = new AnchorIndex([LAMP]);
    const text = Buffer.from(`${'the heather moor is wide '.repeat(40)}lamp`.repeat(50));
    asked = 0;
    expect(index.mayOccurIn(text)).toBe(false);
    expect(asked).toBe(50);
  });

  it('is taken for one where bytes are full of it, long or in many short texts, so that asking ends', () => {
    const long = Buffer.from('lamp'.repeat(100_000));
    asked = 0;
    expect(new AnchorIndex([LAMP]).mayOccurIn(long)).toBe(true);
    expect(asked).toBeLessThan(long.length / 40);

    const index = new AnchorIndex([LAMP]);
    const short = Buffer.from('lamp '.repeat(12));
    asked = 0;
    let taken = 0;
    for (let n = 0; n < 10_000; n += 1) if (index.mayOccurIn(short)) taken += 1;
    expect(taken).toBeGreaterThan(5000);
    expect(asked).toBeLessThan(40_000);
    for (let n = 0; n < 1000; n += 1) index.mayOccurIn(Buffer.from('the heather moor is wide'));
    expect(index.mayOccurIn(short)).toBe(false);
  });

  it('that has no surroundings to ask for is one wherever it stands', () => {
    const { probe: _, ...plain } = LAMP;
    const check = new BoundedCheck();
    check.begin(9);
    expect(check.occurs(plain, Buffer.from('the lamp!'), 4)).toBe(true);
    expect(check.occurs(plain, Buffer.from('the lamp!'), 3)).toBe(false);
  });
});

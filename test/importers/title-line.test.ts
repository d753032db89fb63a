import { describe, expect, it } from 'vitest';
import { toTitleLine } from '../../src/importers/title-line.ts';

describe('a title made of a text', () => {
  it('is one line', () => {
    expect(toTitleLine('\n  Sow the beds\n\tand water them\u2028now ')).toBe('Sow the beds and water them now');
  });

  it('is cut between graphemes, never inside one', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(toTitleLine(family.repeat(5), 4)).toBe(`${family}${family}…`);
    expect(toTitleLine('e\u0301'.repeat(5), 3)).toBe(`${'e\u0301'.repeat(3)}…`);
  });

  it('counts wide characters as two columns', () => {
    expect(toTitleLine('项目评审会议', 6)).toBe('项目评…');
  });

  it('is nothing for nothing', () => {
    expect(toTitleLine(' \n ')).toBeNull();
  });
});

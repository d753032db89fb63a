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

  it('is well-formed, whatever the text and wherever it was cut', () => {
    expect(toTitleLine('bed \ud83c and \udf31')).toBe('bed \ufffd and \ufffd');
    for (let offset = 0; offset < 4; offset += 1)
      expect(toTitleLine(`${'\u200b'.repeat(offset)}${'🌱'.repeat(200)}`, 4)?.isWellFormed()).toBe(true);
  });

  it('is nothing for nothing', () => {
    expect(toTitleLine(' \n ')).toBeNull();
  });
});

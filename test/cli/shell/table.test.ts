import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../../src/cli/color.ts';
import type { Screen } from '../../../src/cli/screen.ts';
import { type Column, renderTable } from '../../../src/cli/table.ts';
import { cutToWidth } from '../../../src/text/display-width.ts';

interface Boat {
  readonly name: string;
  readonly crew: number;
  readonly port: string | null;
}

const BOATS: readonly Boat[] = [
  { name: 'Swallow', crew: 4, port: 'Holly Howe' },
  { name: 'アマゾン', crew: 12, port: null },
];

const COLUMNS: readonly Column<Boat>[] = [
  { title: 'name', value: (boat) => boat.name, flexible: true },
  { title: 'crew', value: (boat) => boat.crew, align: 'right' },
  { title: 'port', value: (boat) => boat.port },
];

function screen(terminal: boolean, columns = 80): Screen {
  return { terminal, columns, paint: PLAIN, now: 0 };
}

describe('a list on a terminal', () => {
  it('aligns columns by display width, numbers to the right', () => {
    expect(renderTable(BOATS, COLUMNS, screen(true))).toBe(
      ['NAME      CREW  PORT', 'Swallow      4  Holly Howe', 'アマゾン    12  -', ''].join('\n'),
    );
  });

  it('keeps columns straight below emoji, accents and flags', () => {
    const odd = ['👩‍🚀 Nancy', '🇬🇧 Ruth', 'Titty e\u0301', '❤️ Roger', '👋🏽'].map((name) => ({
      name,
      crew: 1,
      port: 'Rio',
    }));
    for (const line of renderTable(odd, COLUMNS, screen(true)).trimEnd().split('\n').slice(1)) {
      expect(stringWidth(line.slice(0, line.indexOf('Rio')))).toBe(16);
    }
  });

  it('cuts the flexible column when the terminal is narrow', () => {
    const long = [{ name: 'The boat that was built over two winters', crew: 1, port: 'Rio' }];
    const [, row] = renderTable(long, COLUMNS, screen(true, 30)).split('\n');
    expect(row).toBe('The boat that was…     1  Rio');
  });

  it('never breaks a row that has line feeds, tabs or escapes in it', () => {
    const odd = [{ name: 'a\nb\tc\u001b[2J', crew: 1, port: 'x' }];
    expect(renderTable(odd, COLUMNS, screen(true)).split('\n')).toHaveLength(3);
    expect(renderTable(odd, COLUMNS, screen(true))).toContain('a b c␛[2J');
  });
});

describe('a list in a pipe', () => {
  it('has tabs, no heading, and nothing cut', () => {
    const long = [{ name: 'x'.repeat(300), crew: 1, port: null }];
    expect(renderTable(long, COLUMNS, screen(false, 20))).toBe(`${'x'.repeat(300)}\t1\t\n`);
  });

  it('keeps one line per row and one tab per column whatever a cell holds', () => {
    const odd = [{ name: 'a\nb', crew: 1, port: 'c\td' }];
    expect(renderTable(odd, COLUMNS, screen(false))).toBe('a b\t1\tc d\n');
  });

  it('is empty for no rows', () => {
    expect(renderTable([], COLUMNS, screen(true))).toBe('');
  });
});

describe('cutting to a width', () => {
  it('cuts between graphemes and counts wide characters as two', () => {
    expect(cutToWidth('日本語', 5)).toBe('日本…');
    expect(cutToWidth('日本語', 6)).toBe('日本語');
    expect(cutToWidth('👩‍🚀👩‍🚀👩‍🚀', 4)).toBe('👩‍🚀…');
    expect(cutToWidth('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
    expect(cutToWidth('abc', 0)).toBe('');
  });
});

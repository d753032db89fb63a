import { describe, expect, it } from 'vitest';
import { gatherClaudeContents } from '../../../src/importers/claude-code/contents.ts';
import { base, type Fields } from '../support/claude-records.ts';

const BEDS = '/home/ada/seed-shop/beds.ts';

let minute = 0;

/** The result of a tool, a minute after the one before. */
function result(outcome: unknown, more: Fields = {}): Fields {
  minute += 1;
  const timestamp = `2026-03-01T09:${String(minute).padStart(2, '0')}:00.000Z`;
  return base('user', `r${minute}`, null, { toolUseResult: outcome, timestamp, ...more });
}

function read(content: string, part: Fields = {}): Fields {
  const lines = content.split('\n').length;
  return result({
    type: 'text',
    file: { filePath: BEDS, content, startLine: 1, numLines: lines, totalLines: lines, ...part },
  });
}

function edit(originalFile: string | null, oldString: string, newString: string, more: Fields = {}): Fields {
  return result({ filePath: BEDS, originalFile, oldString, newString, replaceAll: false, ...more });
}

/** Contents by path; the digest of the tests is the text itself. */
function gather(...records: readonly Fields[]): Readonly<Record<string, string | undefined>> {
  const gatherer = gatherClaudeContents((content) => `<${content}>`);
  for (const record of records) gatherer.add(record);
  return Object.fromEntries(gatherer.finish().map(({ path, digest }) => [path, digest]));
}

describe('the content of a file after the last access', () => {
  it.each([
    ['what was read whole', read('roses\n'), '<roses\n>'],
    ['not known from a part', read('roses\n', { totalLines: 9 }), undefined],
    ['what was written', result({ type: 'create', filePath: BEDS, content: 'tulips\n' }), '<tulips\n>'],
    ['the original with the edit in it', edit('a b a\n', 'a', 'c'), '<c b a\n>'],
    ['the original with the edit everywhere', edit('a b a\n', 'a', 'c', { replaceAll: true }), '<c b c\n>'],
    ['an edit taken as text, not as a pattern', edit('cost $1\n', '$1', "$& $'"), "<cost $& $'\n>"],
    ['without the line that was taken out', edit('a\nb\nc\n', 'b', ''), '<a\nc\n>'],
    ['what a first edit of an empty file wrote', edit('', '', 'roses\n'), '<roses\n>'],
    ['not known when the edit does not fit', edit('a\n', 'zzz', 'c'), undefined],
    ['not known without the original', edit(null, 'a', 'c'), undefined],
    ['not known when a person changed the edit', edit('a\n', 'a', 'c', { userModified: true }), undefined],
    ['not known when bytes were no text', read('caf\ufffd\n'), undefined],
    ['not known beyond 1 MiB', read('x'.repeat(1024 * 1024 + 1)), undefined],
  ])('is %s', (_what, record, digest) => {
    expect(gather(record)).toEqual({ [BEDS]: digest });
  });

  it('follows several edits in one call, in both forms', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'b', new_string: 'c', replace_all: true },
    ];
    expect(gather(result({ filePath: BEDS, originalFileContents: 'a b\n', edits }))).toEqual({ [BEDS]: '<c c\n>' });
  });

  it('is that of the newest access, and not known when that tells nothing', () => {
    expect(gather(read('one'), edit('one', 'one', 'two'))).toEqual({ [BEDS]: '<two>' });
    expect(gather(read('one'), read('o', { totalLines: 5 }))).toEqual({ [BEDS]: undefined });
  });

  it('stays what it was when it was found unchanged', () => {
    const unchanged = result({ type: 'file_unchanged', file: { filePath: BEDS } });
    expect(gather(read('one'), unchanged)).toEqual({ [BEDS]: '<one>' });
    expect(gather(unchanged)).toEqual({ [BEDS]: undefined });
  });

  it('of a relative name is that of the file in the folder of its record', () => {
    const outcome = { type: 'create', filePath: 'pots/clay.ts', content: 'x' };
    expect(gather(result(outcome, { cwd: '/home/ada/kiln' }))).toEqual({ '/home/ada/kiln/pots/clay.ts': '<x>' });
  });

  it('is told for notebooks only as touched, and not at all for failures, shells and odd records', () => {
    expect(gather(result({ notebook_path: '/n.ipynb', new_source: 'x' }))).toEqual({ '/n.ipynb': undefined });
    expect(
      gather(result('Error: no such file'), result({ stdout: 'x' }), result([1]), base('user', 'u', null)),
    ).toEqual({});
  });

  it('comes with how and when it was touched', () => {
    const gatherer = gatherClaudeContents(() => 'd');
    gatherer.add(read('x'));
    gatherer.add({ ...read('x'), timestamp: 'soon' });
    expect(gatherer.finish()).toEqual([{ path: BEDS, access: 'read', digest: 'd', at: null }]);
  });
});

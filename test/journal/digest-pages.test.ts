import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { erasePageLines, openDigestPages } from '../../src/journal/digest-pages.ts';
import { withoutLines } from '../../src/journal/page-lines.ts';
import type { ProjectId } from '../../src/kernel/ids.ts';
import { removeFolder } from '../support/remove-folder.ts';

const HARBOUR = 'harb0rn2x4v8t1c5' as ProjectId;
const LAMP = 't1desn2x4v8t1c5b';

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'loom-pages-'));
  onTestFinished(() => removeFolder(folder));
  return { folder, pages: openDigestPages(folder) };
}

describe('pages on disk', () => {
  test('keep the folder that a project got first, whatever it is called later', () => {
    const { folder, pages } = openFolder();
    pages.write(HARBOUR, 'Old Harbour!', { before: null, text: 'one\n' });
    pages.write(HARBOUR, 'new name', { before: 'one\n', text: 'two\n' });
    expect(readdirSync(folder)).toEqual(['old-harbour-harb0rn2']);
    expect(pages.read(HARBOUR, '../..')).toMatchObject({ text: 'two\n' });
    expect(openFolder().pages.read(HARBOUR, '../..').path).toContain(`${'project'}-harb0rn2`);
  });

  test('are not written over a text that nobody read', () => {
    const { pages } = openFolder();
    pages.write(HARBOUR, 'harbour', { before: null, text: 'one\n' });
    expect(() => pages.write(HARBOUR, 'harbour', { before: null, text: 'two\n' })).toThrow(/was changed/);
    expect(pages.read(HARBOUR, 'harbour').text).toBe('one\n');
  });

  test('that are links are neither read nor written', () => {
    const { folder, pages } = openFolder();
    mkdirSync(join(folder, 'harbour-harb0rn2'));
    writeFileSync(join(folder, 'other.md'), 'other\n');
    symlinkSync(join(folder, 'other.md'), join(folder, 'harbour-harb0rn2', 'MEMORY.md'));
    expect(() => pages.read(HARBOUR, 'harbour')).toThrow(/symbolic link/);
    expect(() => pages.write(HARBOUR, 'harbour', { before: 'other\n', text: 'x' })).toThrow(/symbolic link/);
    expect(readFileSync(join(folder, 'other.md'), 'utf8')).toBe('other\n');
  });

  test('lose the lines of what is erased, and what a killed write left, as often as it is done', () => {
    const { folder, pages } = openFolder();
    pages.write(HARBOUR, 'harbour', { before: null, text: `# Memory\n- The lamp [2026 · ${LAMP}.AAAAAA]\n- Dogs\n` });
    writeFileSync(join(folder, 'harbour-harb0rn2', 'MEMORY.md.tmp'), `- The lamp [${LAMP}]\n`);
    for (let round = 0; round < 2; round += 1) erasePageLines(folder, [LAMP]);
    expect(pages.read(HARBOUR, 'harbour').text).toBe('# Memory\n- Dogs\n');
    expect(readdirSync(join(folder, 'harbour-harb0rn2'))).toEqual(['MEMORY.md']);
  });

  test('keep bytes that are no text while lines beside them are erased', () => {
    const { folder } = openFolder();
    mkdirSync(join(folder, 'x-harb0rn2'));
    const path = join(folder, 'x-harb0rn2', 'MEMORY.md');
    writeFileSync(
      path,
      Buffer.concat([Buffer.from([0x2d, 0x20, 0xff, 0x0a]), Buffer.from('- Käpt’n Orrin à la carte\n- Dogs\n')]),
    );
    erasePageLines(folder, ['Käpt’n Orrin à']);
    expect(readFileSync(path)).toEqual(Buffer.concat([Buffer.from([0x2d, 0x20, 0xff, 0x0a]), Buffer.from('- Dogs\n')]));
  });
});

describe('lines without a word', () => {
  test('go with what belongs to them, and a short word has to be all of a line', () => {
    expect(withoutLines('- one\n  two three four five\n- six\n', ['two three four five'])).toBe('- six\n');
    expect(withoutLines('- NAS\r\n- NAS is old\r\n', ['NAS'])).toBe('- NAS is old\r\n');
    expect(withoutLines('- Dogs\n', ['', 'NAS'])).toBeUndefined();
  });
});

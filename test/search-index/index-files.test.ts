import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openIndexFolder } from '../../src/search-index/index-files.ts';

it('clearing takes the indexes and the lists of databases, and leaves what is not ours', () => {
  const path = mkdtempSync(join(tmpdir(), 'loom-index-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const index = '01KJQ6PSG01132TCRFDAQW69N3.sqlite';
  for (const name of [index, 'current', `search-${index}`, 'lists.json', 'lists.json.0123456789ab', 'notes.txt'])
    writeFileSync(join(path, name), '');
  openIndexFolder(path, Date.now).clear();
  expect(readdirSync(path)).toEqual(['notes.txt']);
});

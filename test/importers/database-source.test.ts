import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { gooseImporter } from '../../src/importers/goose/goose-importer.ts';
import { createSourceReader } from '../../src/importers/source-reader.ts';
import { openDatabases } from '../../src/sqlite/foreign-database-file.ts';
import { GOOSE_ID } from './goose/samples.ts';
import { writeDatabase } from './support/database.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A reader that counts how often a database is opened; each import ends by closing what it opened. */
function countingReader() {
  const databases = openDatabases();
  const opened: string[] = [];
  const sources = createSourceReader({
    open: (path) => {
      opened.push(path);
      return databases.open(path);
    },
    stampOf: (path) => databases.stampOf(path),
    release: () => databases.release(),
  });
  return { opened, sources };
}

it('a database with a log beside it is opened again only when it or its log changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loom-list-'));
  folders.push(folder);
  const path = join(folder, 'sessions.db');
  const writer = writeDatabase(
    path,
    [
      {
        name: 'sessions',
        columns: 'id text primary key, name text, working_dir text, created_at text, updated_at text',
        rows: [[GOOSE_ID, 'Nests', '/home/ada/henhouse', '2026-03-01 09:00:00', '2026-03-01 09:00:00']],
      },
      {
        name: 'messages',
        columns:
          'id integer primary key, session_id text, role text, content_json text, created_timestamp integer, metadata_json text',
        rows: [[1, GOOSE_ID, 'user', '[{"type":"text","text":"Count the eggs"}]', 1772355600, '{}']],
      },
    ],
    true,
  );
  const { opened, sources } = countingReader();
  const look = () => {
    const found = [...gooseImporter.find(path, sources)];
    sources.release();
    return found;
  };
  const first = look();
  expect(first).toMatchObject([{ path, part: GOOSE_ID }]);
  const before = opened.length;
  expect(look()).toEqual(first);
  expect(look()).toEqual(first);
  expect(opened).toHaveLength(before);
  writer.run("INSERT INTO messages VALUES (2, ?, 'assistant', '[]', 1772355601, '{}')", GOOSE_ID);
  const second = look();
  expect(opened.length).toBeGreaterThan(before);
  expect(second).not.toEqual(first);
  writer.close();
  expect(look()).toMatchObject([{ path, part: GOOSE_ID }]);
});

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { SourceFile } from '../../src/app/ports/importer.ts';
import type { ListMemory, OpenSource } from '../../src/app/ports/source-reader.ts';
import { cursorImporter } from '../../src/importers/cursor/cursor-importer.ts';
import { gooseImporter } from '../../src/importers/goose/goose-importer.ts';
import { openListFile } from '../../src/importers/list-file.ts';
import { createSourceReader } from '../../src/importers/source-reader.ts';
import { openDatabases } from '../../src/sqlite/foreign-database-file.ts';
import { BUBBLES, CURSOR_ID, composer, insertSession, MORE, writeState, writeWindow } from './cursor/samples.ts';
import { GOOSE_ID } from './goose/samples.ts';
import { changeDatabase, writeDatabase } from './support/database.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A reader that counts how often a database is opened; each import ends by closing what it opened. */
function countingReader(lists?: ListMemory) {
  const databases = openDatabases();
  const opened: string[] = [];
  const opener = {
    open: (path: string) => {
      opened.push(path);
      return databases.open(path);
    },
    stampOf: (path: string) => databases.stampOf(path),
    isSettled: () => true,
    release: () => databases.release(),
  };
  const sources = createSourceReader(opener, lists);
  return { opened, sources };
}

/** A database with a log beside it, and a connection that stays open. */
function writeHenhouse(id: string = GOOSE_ID) {
  const folder = mkdtempSync(join(tmpdir(), 'loom-list-'));
  folders.push(folder);
  const path = join(folder, 'sessions.db');
  const writer = writeDatabase(
    path,
    [
      {
        name: 'sessions',
        columns: 'id text primary key, name text, working_dir text, created_at text, updated_at text',
        rows: [[id, 'Nests', '/home/ada/henhouse', '2026-03-01 09:00:00', '2026-03-01 09:00:00']],
      },
      {
        name: 'messages',
        columns:
          'id integer primary key, session_id text, role text, content_json text, created_timestamp integer, metadata_json text',
        rows: [[1, id, 'user', '[{"type":"text","text":"Count the eggs"}]', 1772355600, '{}']],
      },
    ],
    true,
  );
  return { folder, path, writer };
}

it('a database with a log beside it is opened again only when it or its log changed', () => {
  const { path, writer } = writeHenhouse();
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

/** What an invocation of its own finds, and how often it opens a database for that. */
function lookAnew(
  path: string,
  list: string,
  { isPlain = (_text: string): boolean => true, importer = gooseImporter } = {},
) {
  const { opened, sources } = countingReader(openListFile({ path: list, isPlain }));
  const found = [...importer.find(path, sources)];
  sources.release();
  sources.lists?.keep();
  return { found, opens: opened.length };
}

it('a database that did not change is not opened by the next invocation, and one that did is, its newest rows found', () => {
  const { folder, path, writer } = writeHenhouse();
  const list = join(folder, 'index', 'lists.json');
  const first = lookAnew(path, list);
  expect([first.found.length, first.opens]).toEqual([1, 1]);
  expect(lookAnew(path, list)).toEqual({ found: first.found, opens: 0 });
  writer.run("INSERT INTO sessions SELECT 'newest', name, working_dir, created_at, updated_at FROM sessions");
  writer.run("INSERT INTO messages VALUES (2, 'newest', 'user', '[]', 1772355601, '{}')");
  const second = lookAnew(path, list);
  expect([second.found.length, second.opens]).toEqual([2, 1]);
  expect(lookAnew(path, list)).toEqual({ found: second.found, opens: 0 });
  writer.close();
});

it.each(['', 'no JSON', '[]', '{"format":2,"lists":[]}', '{"format":1,"lists":[{"agent":"goose"},null,{"path":[]}]}'])(
  'a list that is %j is none',
  (text) => {
    const { folder, path, writer } = writeHenhouse();
    const list = join(folder, 'lists.json');
    writeFileSync(list, text);
    expect(lookAnew(path, list).opens).toBe(1);
    expect(lookAnew(path, list).opens).toBe(0);
    writer.close();
  },
);

it('what windows of Cursor name is remembered with their sessions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loom-list-'));
  folders.push(folder);
  const [user, list] = [join(folder, 'User'), join(folder, 'lists.json')];
  const editor = join(user, 'globalStorage', 'state.vscdb');
  const unnamed = composer(BUBBLES, { workspaceIdentifier: undefined });
  const open = writeState(editor);
  insertSession(open.run, unnamed, BUBBLES);
  open.close();
  writeWindow(join(user, 'workspaceStorage', 'c0ffee'), 'composer.composerData', {
    allComposers: [{ composerId: CURSOR_ID }],
  });
  const look = () => lookAnew(user, list, { importer: cursorImporter });
  const first = look();
  expect(first.found).toMatchObject([{ path: editor, part: CURSOR_ID }]);
  expect(first.opens).toBeGreaterThan(0);
  expect(look()).toEqual({ found: first.found, opens: 0 });
  changeDatabase(editor, (run) => insertSession(run, { ...unnamed, name: 'Burnt twice' }, MORE));
  const { opened, sources } = countingReader(openListFile({ path: list, isPlain: () => true }));
  const [session] = [...cursorImporter.find(user, sources)];
  expect(new Set(opened)).toEqual(new Set([editor]));
  const source = cursorImporter.open?.(session as SourceFile, sources) as OpenSource;
  const records = [...source.lines({ offset: 0, line: 0 })].flatMap((line) =>
    line.kind === 'record' ? [line.value] : [],
  );
  expect(records).toContainEqual({ folders: ['/home/ada/bakery'] });
});

it('what was found is written down once, and only where something was', () => {
  const { folder, path, writer } = writeHenhouse();
  const list = join(folder, 'lists.json');
  const { sources } = countingReader(openListFile({ path: list, isPlain: () => true }));
  Array.from(gooseImporter.find(path, sources));
  expect(existsSync(list)).toBe(false);
  sources.lists?.keep();
  const { ino } = statSync(list);
  Array.from(gooseImporter.find(path, sources));
  sources.lists?.keep();
  expect(statSync(list).ino).toBe(ino);
  expect(lookAnew(path, list).opens).toBe(0);
  expect(statSync(list).ino).toBe(ino);
  writer.close();
});

it('a session whose id must be redacted is not remembered', () => {
  const { folder, path, writer } = writeHenhouse('secret-id');
  const list = join(folder, 'lists.json');
  writeFileSync(list, '');
  lookAnew(path, list, { isPlain: (text) => !text.includes('secret') });
  expect(readFileSync(list, 'utf8')).toBe('');
  writer.close();
});

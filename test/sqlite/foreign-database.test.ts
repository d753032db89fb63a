import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenForeignDatabase } from '../../src/sqlite/foreign-database-file.ts';
import { openDatabases, openForeignDatabase } from '../../src/sqlite/foreign-database-file.ts';
import { changeDatabase, type OpenInvented, writeDatabase } from '../importers/support/database.ts';

let folder: string;
let copies: string;
let previous: string | undefined;
let writer: OpenInvented | undefined;

/** The folder of the database, and another where private copies are made, so that what is left of them is seen. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loom-foreign-'));
  copies = join(folder, 'copies');
  mkdirSync(copies);
  mkdirSync(join(folder, 'data'));
  previous = process.env['TMPDIR'];
  process.env['TMPDIR'] = copies;
});
afterEach(() => {
  writer?.close();
  writer = undefined;
  if (previous === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = previous;
  chmodSync(join(folder, 'data'), 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const PATH = () => join(folder, 'data', 'hive.db');
const BEES = { name: 'bees', columns: 'id integer primary key, name text', rows: [[1, 'Ada'] as const] };

function opened(path = PATH()): OpenForeignDatabase {
  const database = openForeignDatabase(path);
  if ('code' in database) throw new Error(database.message);
  return database;
}

function names(database: OpenForeignDatabase): readonly unknown[] {
  return [...database.rows('SELECT name FROM bees ORDER BY id')].map(({ name }) => name);
}

/** Names, bytes and times of everything beside the database. */
function picture(): readonly string[] {
  return readdirSync(join(folder, 'data')).map((name) => {
    const path = join(folder, 'data', name);
    return `${name} ${statSync(path).mtimeMs} ${readFileSync(path).toString('base64')}`;
  });
}

describe('a database of another tool', () => {
  it('is read in a folder that cannot be written, and nothing appears beside it', () => {
    writeDatabase(PATH(), [BEES], true).close();
    chmodSync(join(folder, 'data'), 0o500);
    const before = picture();
    const database = opened();
    expect(names(database)).toEqual(['Ada']);
    expect(database.tables.get('bees')).toEqual(new Set(['id', 'name']));
    database.close();
    expect(picture()).toEqual(before);
  });

  it('gives the rows that stand only in its log, and leaves log and copies as they were', () => {
    writer = writeDatabase(PATH(), [BEES], true);
    writer.run("INSERT INTO bees VALUES (2, 'Grace')");
    const before = picture();
    expect(before.length).toBeGreaterThan(1);
    const database = opened();
    expect(names(database)).toEqual(['Ada', 'Grace']);
    expect(readdirSync(copies)).toEqual([]);
    database.close();
    expect(picture()).toEqual(before);
  });

  it('gives those rows also without the shared memory of its log', () => {
    writer = writeDatabase(PATH(), [BEES], true);
    writer.run("INSERT INTO bees VALUES (2, 'Grace')");
    const wal = readFileSync(`${PATH()}-wal`);
    const main = readFileSync(PATH());
    writer.close();
    writer = undefined;
    rmSync(`${PATH()}-shm`, { force: true });
    writeFileSync(PATH(), main);
    writeFileSync(`${PATH()}-wal`, wal);
    const database = opened();
    expect(names(database)).toEqual(['Ada', 'Grace']);
    database.close();
    expect(readdirSync(join(folder, 'data')).sort()).toEqual(['hive.db', 'hive.db-wal']);
  });

  it('is read while its agent holds a transaction open, without what is not committed', () => {
    writer = writeDatabase(PATH(), [BEES]);
    writer.run('BEGIN EXCLUSIVE');
    writer.run("INSERT INTO bees VALUES (2, 'Grace')");
    const database = opened();
    expect(names(database)).toEqual(['Ada']);
    database.close();
    writer.run('COMMIT');
  });

  it('says that it was written to while it was read, and a second look gives the new rows', () => {
    writeDatabase(PATH(), [BEES]).close();
    const databases = openDatabases();
    const first = databases.open(PATH());
    if ('code' in first) throw new Error(first.message);
    const rows = first.rows('SELECT name FROM bees');
    changeDatabase(PATH(), (run) => run("INSERT INTO bees VALUES (2, 'Grace')"));
    expect(() => [...rows]).toThrow(expect.objectContaining({ code: 'source-changed' }));
    const second = databases.open(PATH());
    if ('code' in second) throw new Error(second.message);
    expect(names(second)).toEqual(['Ada', 'Grace']);
    changeDatabase(PATH(), (run) => run("INSERT INTO bees VALUES (3, 'Joan')"));
    expect(names(second)).toEqual(['Ada', 'Grace']);
    expect(databases.open(PATH())).toBe(second);
    databases.release();
    expect(readdirSync(copies)).toEqual([]);
  });

  it('keeps every digit of a whole number', () => {
    writeDatabase(PATH(), [{ ...BEES, rows: [] }]).close();
    changeDatabase(PATH(), (run) => run("INSERT INTO bees VALUES (9007199254740993, 'Ada')"));
    const database = opened();
    expect([...database.rows('SELECT id FROM bees')]).toEqual([{ id: 9007199254740993n }]);
    database.close();
  });

  it('is none when it is a text, a folder, a link, or not there', () => {
    writeFileSync(PATH(), 'no database');
    expect(openForeignDatabase(PATH())).toMatchObject({ code: 'not-a-session' });
    expect(openForeignDatabase(folder)).toMatchObject({ code: 'not-a-regular-file' });
    expect(openForeignDatabase(join(folder, 'absent.db'))).toMatchObject({ code: 'unreadable' });
  });

  it('is unreadable when its head is one and the rest is not', () => {
    writeFileSync(PATH(), `SQLite format 3\0${'x'.repeat(5000)}`);
    expect(openForeignDatabase(PATH())).toMatchObject({ code: 'unreadable' });
  });

  it('has no views: what they say is computed by text of another tool', () => {
    writeDatabase(PATH(), [BEES]).close();
    changeDatabase(PATH(), (run) => run('CREATE VIEW drones AS SELECT * FROM bees'));
    const database = opened();
    expect([...database.tables.keys()]).toEqual(['bees']);
    database.close();
  });
});

it('a database is settled when nothing of it was written for three seconds', () => {
  const path = join(folder, 'data', 'settled.db');
  writer = writeDatabase(path, [{ name: 'beds', columns: 'id text', rows: [['north']] }], true);
  const databases = openDatabases();
  const now = Date.now() / 1000;
  const date = (name: string, seconds: number) => utimesSync(name, seconds, seconds);
  expect(databases.isSettled(path)).toBe(false);
  date(path, now - 60);
  expect(databases.isSettled(path)).toBe(false);
  date(`${path}-wal`, now - 60);
  expect(databases.isSettled(path)).toBe(true);
  date(path, now + 60);
  expect(databases.isSettled(path)).toBe(false);
});

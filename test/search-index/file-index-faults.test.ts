import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { ReadModel } from '../../src/app/ports/read-model.ts';
import { temporaryFolder } from '../journal/journal-fixture.ts';
import { createWorld, day, fact, HARBOUR, importLines, LANTERN, ORCHARD, type World } from './read-model-fixture.ts';

interface Place {
  readonly world: World;
  readonly folder: string;
  /** What the journal says, whatever the index does. */
  readonly truth: string;
}

/** A store of three sessions with an index on disk that is closed. */
async function indexed(): Promise<Place> {
  const world = createWorld();
  const folder = join(temporaryFolder(), 'index');
  await importLines(world, HARBOUR, [`${day(3)} prompt How do tides work`]);
  await importLines(world, LANTERN, [`${day(5)} prompt Trim the wick`], { cwd: '/home/mira/lantern' });
  await importLines(world, ORCHARD, [`${day(7)} prompt Prune the trees`]);
  const truth = everything(caughtUp(world.open()));
  expect(everything(caughtUp(world.open({ folder })))).toBe(truth);
  return { world, folder, truth };
}

function caughtUp(model: ReadModel): ReadModel {
  model.catchUp();
  return model;
}

/** All that a model answers, as text. */
function everything(model: ReadModel): string {
  const views = model.list({ everything: true });
  const text = JSON.stringify([
    model.listJson({ everything: true }),
    views.map(({ id }) => [model.state(id), model.summary(id), model.children(id), model.view(id)]),
    model.candidates('native-'),
    model.projects(),
  ]);
  model.close();
  return text;
}

function indexFile(folder: string): string {
  return join(folder, readFileSync(join(folder, 'current'), 'utf8').trim());
}

function answersFrom({ world, folder }: Place): string {
  return everything(caughtUp(world.open({ folder })));
}

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

describe('an index on disk', () => {
  it('is used again without reading a transcript', async () => {
    const place = await indexed();
    place.world.summarized.length = 0;
    const model = caughtUp(place.world.open({ folder: place.folder }));
    expect(model.status()).toMatchObject({ kind: 'file', built: 'reused', reason: null, sessions: 3 });
    expect(everything(model)).toBe(place.truth);
    expect(place.world.summarized).toEqual([]);
  });

  it('is readable by its owner alone', async () => {
    const { folder } = await indexed();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it('catches up with what was appended since, whoever looks', async () => {
    const place = await indexed();
    const other = caughtUp(place.world.open({ folder: place.folder }));
    await place.world.append(fact(HARBOUR, { type: 'session.renamed', data: { title: 'Moon and sea' } }));
    expect(caughtUp(place.world.open({ folder: place.folder })).status().built).toBe('caught-up');
    expect(other.catchUp()).toEqual(place.world.journal.head());
    expect(other.view(HARBOUR)?.title).toBe('Moon and sea');
  });

  it('makes no file for an empty journal', () => {
    const folder = join(temporaryFolder(), 'index');
    expect(caughtUp(createWorld().open({ folder })).list({})).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  it('gets a file as soon as the journal is no longer empty', async () => {
    const world = createWorld();
    const folder = join(temporaryFolder(), 'index');
    const model = caughtUp(world.open({ folder }));
    await importLines(world, HARBOUR, [`${day(3)} prompt Tides`]);
    model.catchUp();
    expect(model.status()).toMatchObject({ kind: 'file', sessions: 1 });
  });

  it('is built anew when the pointer, the file or the folder is gone', async () => {
    const place = await indexed();
    for (const lose of [() => join(place.folder, 'current'), () => indexFile(place.folder), () => place.folder]) {
      rmSync(lose(), { recursive: true });
      expect(answersFrom(place)).toBe(place.truth);
    }
    expect(place.world.notices).toEqual([]);
  });

  it('removes the file before and old leftovers when a new one is in place, and nothing else', async () => {
    const place = await indexed();
    const before = indexFile(place.folder);
    const leftover = join(place.folder, '01ARZ3NDEKTSV4RRFFQ69G5FAV.sqlite');
    const building = join(place.folder, '01BX5ZZKBKACTAV9WEVGEMMVRZ.sqlite');
    const foreign = join(place.folder, 'notes.txt');
    for (const path of [leftover, building, foreign]) writeFileSync(path, 'x');
    const now = (Date.parse(day(401)) - 60_000) / 1000;
    utimesSync(leftover, now - 7200, now - 7200);
    utimesSync(building, now, now);
    place.world.open({ folder: place.folder }).rebuild();
    expect([before, leftover, building, foreign].map((path) => existsSync(path))).toEqual([false, false, true, true]);
  });

  it('drops every file of its own', async () => {
    const place = await indexed();
    const model = caughtUp(place.world.open({ folder: place.folder }));
    model.drop();
    expect(readdirSync(place.folder)).toEqual([]);
    expect(answersFrom(place)).toBe(place.truth);
  });
});

describe('a damaged index', () => {
  it.each([
    ['is text', (path: string) => writeFileSync(path, 'hello, this is no database at all')],
    ['is empty', (path: string) => truncateSync(path, 0)],
    ['is cut in half', (path: string) => truncateSync(path, statSync(path).size / 2)],
    [
      'is another program’s database',
      (path: string) => {
        unlinkSync(path);
        change(path, 'CREATE TABLE meta(x)');
      },
    ],
    ['lost a table', (path: string) => change(path, 'DROP TABLE listed')],
    ['lost rows', (path: string) => change(path, 'DELETE FROM listed WHERE rowid=2')],
    [
      'lost sessions',
      (path: string) => change(path, 'DELETE FROM session WHERE rowid=(SELECT max(rowid) FROM session)'),
    ],
    ['has a changed row', (path: string) => change(path, "UPDATE listed SET tail=replace(tail,'weaver','wearer')")],
    ['has a changed flag', (path: string) => change(path, 'UPDATE listed SET archived=1 WHERE rowid=1')],
    ['has a changed state', (path: string) => change(path, "UPDATE session SET state=replace(state,'false','true')")],
    ['has a changed project', (path: string) => change(path, "UPDATE project SET json=replace(json,'harbour','h')")],
    ['lost a project', (path: string) => change(path, 'DELETE FROM project')],
    ['has a changed cursor', (path: string) => change(path, "UPDATE meta SET value=value||' ' WHERE name='cursor'")],
  ])('that %s is set aside, told about once and built again', async (_name, damage) => {
    const place = await indexed();
    const path = indexFile(place.folder);
    damage(path);
    expect(answersFrom(place)).toBe(place.truth);
    expect(place.world.notices).toHaveLength(1);
    expect(place.world.notices[0]).toMatch(/damaged.*set aside as .*\.damaged-\d{8}T\d+Z$/);
    expect(answersFrom(place)).toBe(place.truth);
    expect(place.world.notices).toHaveLength(1);
  });

  it('answers right whichever 512 bytes of it are overwritten', async () => {
    const place = await indexed();
    const { size } = statSync(indexFile(place.folder));
    for (let offset = 0; offset < size; offset += 4096) {
      const path = indexFile(place.folder);
      const bytes = readFileSync(path);
      bytes.fill(0xa5, offset % bytes.length, (offset % bytes.length) + 512);
      writeFileSync(path, bytes);
      expect(answersFrom(place), `offset ${offset}`).toBe(place.truth);
    }
  });

  it.each(['-wal', '-journal', '-shm'])('is not misled by garbage beside it (%s)', async (ending) => {
    const place = await indexed();
    appendFileSync(indexFile(place.folder) + ending, Buffer.alloc(32_768, 0x5a));
    expect(answersFrom(place)).toBe(place.truth);
  });
});

describe('an index that does not fit', () => {
  it('is replaced when it belongs to another journal', async () => {
    const place = await indexed();
    const other = createWorld();
    await importLines(other, ORCHARD, [`${day(1)} prompt Elsewhere`]);
    const model = caughtUp(other.open({ folder: place.folder }));
    expect(model.list({}).map((view) => view.title)).toEqual(['Elsewhere']);
    expect(model.status().built).toBe('rebuilt');
  });

  it('is replaced when it is older, and left alone when it is newer', async () => {
    const place = await indexed();
    change(indexFile(place.folder), 'PRAGMA user_version=0');
    expect(answersFrom(place)).toBe(place.truth);
    const path = indexFile(place.folder);
    change(path, 'PRAGMA user_version=99');
    const bytes = readFileSync(path);
    const model = caughtUp(place.world.open({ folder: place.folder }));
    expect(model.status()).toMatchObject({ kind: 'memory', reason: 'newer version' });
    expect(everything(model)).toBe(place.truth);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(place.world.notices).toEqual(['the index was written by a newer loom; it is left as it is']);
  });

  it('is replaced when summaries are computed in a new way', async () => {
    const place = await indexed();
    const importer = { agent: 'claude-code', normalizerVersion: 2, summarize: () => null } as never;
    const model = caughtUp(place.world.open({ folder: place.folder, importerFor: () => importer }));
    expect(model.status().built).toBe('rebuilt');
  });

  it('is discarded, set-aside files included, when something was erased since', async () => {
    const place = await indexed();
    writeFileSync(`${indexFile(place.folder)}.damaged-20260101T000000000Z`, 'How do tides work');
    const done = fact(HARBOUR, { type: 'session.purged', data: { lines: 2, bytes: 9 } });
    const intent = fact(HARBOUR, { type: 'purge.intended', data: { sessions: [HARBOUR] } });
    await place.world.journal.erase({ sessions: [HARBOUR], intent, done: [done], unlink: () => undefined });
    expect(answersFrom(place)).toBe(everything(caughtUp(place.world.open())));
    for (const name of readdirSync(place.folder)) {
      expect(readFileSync(join(place.folder, name)).includes('How do tides work')).toBe(false);
    }
  });
});

describe('an index that cannot be used', () => {
  it('is waited for and then left alone while another process writes it', async () => {
    const place = await indexed();
    const path = indexFile(place.folder);
    const holder = new DatabaseSync(path);
    holder.exec('BEGIN EXCLUSIVE');
    const model = caughtUp(place.world.open({ folder: place.folder }));
    expect(model.status()).toMatchObject({ kind: 'memory', reason: 'busy' });
    expect(everything(model)).toBe(place.truth);
    holder.exec('ROLLBACK');
    holder.close();
    expect(place.world.notices).toEqual(['the index is busy; answering from the journal']);
    expect(indexFile(place.folder)).toBe(path);
    expect(caughtUp(place.world.open({ folder: place.folder })).status().built).toBe('reused');
  });

  it('is built in memory where no folder can be made', async () => {
    const place = await indexed();
    const blocked = join(temporaryFolder(), 'file');
    writeFileSync(blocked, '');
    expect(answersFrom({ ...place, folder: join(blocked, 'index') })).toBe(place.truth);
    expect(place.world.notices).toEqual(['the index cannot be used (ENOTDIR); answering from the journal']);
  });

  it('is built in memory where its place is taken by a folder', async () => {
    const place = await indexed();
    unlinkSync(join(place.folder, 'current'));
    mkdirSync(join(place.folder, 'current'));
    expect(answersFrom(place)).toBe(place.truth);
  });

  it('is built in memory where SQLite cannot be loaded', async () => {
    const place = await indexed();
    const loadSqlite = (): never => {
      throw Object.assign(new Error('no such addon'), { code: 'ERR_DLOPEN_FAILED' });
    };
    expect(everything(caughtUp(place.world.open({ folder: place.folder, loadSqlite })))).toBe(place.truth);
  });

  it('lends its summaries when it can be read and not written', async () => {
    const place = await indexed();
    const loadSqlite = () => ({ DatabaseSync: ReadOnlyDatabase });
    await place.world.append(fact(HARBOUR, { type: 'session.renamed', data: { title: 'Moon and sea' } }));
    place.world.summarized.length = 0;
    const model = caughtUp(place.world.open({ folder: place.folder, loadSqlite }));
    expect(model.status()).toMatchObject({ kind: 'memory', reason: 'unusable' });
    expect(place.world.summarized).toEqual([]);
    expect(place.world.notices).toEqual(['the index cannot be used (SQLITE_READONLY); answering from the journal']);
    expect(everything(model)).toBe(everything(caughtUp(place.world.open())));
  });
});

/** What SQLite makes of a file in a folder that is mounted read-only. */
class ReadOnlyDatabase extends DatabaseSync {
  constructor(path: string, options: { readonly timeout?: number } = {}) {
    super(path.replace(/^file:\/\/|\?mode=rw$/g, ''), { ...options, readOnly: true });
  }
}

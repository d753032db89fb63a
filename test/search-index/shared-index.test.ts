import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { Importer } from '../../src/app/ports/importer.ts';
import type { ReadModel } from '../../src/app/ports/read-model.ts';
import type { SessionId } from '../../src/kernel/ids.ts';
import { temporaryFolder } from '../journal/journal-fixture.ts';
import { createWorld, day, fact, HARBOUR, importLines, type World } from './read-model-fixture.ts';

/** A store of one session with an index on disk. */
async function indexed(): Promise<{ world: World; folder: string; model: ReadModel }> {
  const world = createWorld();
  const folder = join(temporaryFolder(), 'index');
  await importLines(world, HARBOUR, [`${day(3)} prompt Tides`]);
  const model = world.open({ folder });
  model.catchUp();
  return { world, folder, model };
}

function rename(world: World, title: string): Promise<unknown> {
  return world.append(fact(HARBOUR, { type: 'session.renamed', data: { title } }));
}

/** A database that another process locks each time this one wants to write, as often as told. */
function lockedDatabase(whileLocked: readonly (() => void)[]): { DatabaseSync: typeof DatabaseSync } {
  const left = [...whileLocked];
  class Locked extends DatabaseSync {
    override exec(sql: string): void {
      const meanwhile = sql === 'BEGIN IMMEDIATE' ? left.shift() : undefined;
      if (meanwhile === undefined) {
        super.exec(sql);
        return;
      }
      meanwhile();
      throw Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', sqliteCodeName: 'SQLITE_BUSY' });
    }
  }
  return { DatabaseSync: Locked as typeof DatabaseSync };
}

describe('an index that several processes use', () => {
  it('is changed in steps that each are whole, so that nobody waits long', async () => {
    const { world, folder } = await indexed();
    for (let n = 0; n < 120; n += 1) {
      const id = `n${String(n).padStart(15, '0')}` as SessionId;
      await importLines(world, id, [`${day(n)} prompt Wave ${n}`]);
    }
    const path = join(folder, readFileSync(join(folder, 'current'), 'utf8').trim());
    const seen = new Set<number>();
    const inner = world.importer;
    const watching: Importer = {
      ...inner,
      summarize: (...args) => {
        const db = new DatabaseSync(path, { readOnly: true });
        const row = db.prepare('SELECT count(*) AS n, max(sort) AS newest FROM listed').get() as { n: number };
        db.close();
        seen.add(row.n);
        return inner.summarize(...args);
      },
    };
    const model = world.open({ folder, importerFor: () => watching });
    model.catchUp();
    expect([...seen]).toEqual([1, 51, 101]);
    const fresh = world.open();
    fresh.catchUp();
    expect(model.listJson({})).toBe(fresh.listJson({}));
    expect(model.status().cursor).toEqual(fresh.status().cursor);
  });

  it('is waited for as long as the other process gets on', async () => {
    const { world, folder, model } = await indexed();
    await rename(world, 'first');
    const others = ['second', 'third'].map((title) => () => {
      model.catchUp();
      void rename(world, title);
    });
    const waiting = world.open({ folder, loadSqlite: () => lockedDatabase(others) });
    waiting.catchUp();
    expect(waiting.status().kind).toBe('file');
    expect(waiting.view(HARBOUR)?.title).toBe('third');
    expect(world.notices).toEqual([]);
  });

  it('is given up for this time when the other process does not get on', async () => {
    const { world, folder } = await indexed();
    await rename(world, 'first');
    const stuck = Array.from({ length: 9 }, () => () => undefined);
    const waiting = world.open({ folder, loadSqlite: () => lockedDatabase(stuck) });
    waiting.catchUp();
    expect(waiting.status()).toMatchObject({ kind: 'memory', reason: 'busy' });
    expect(waiting.view(HARBOUR)?.title).toBe('first');
  });

  it('keeps a large listing until something is appended', async () => {
    const { world, folder, model } = await indexed();
    for (let n = 0; n < 520; n += 1) {
      await importLines(world, `n${String(n).padStart(15, '0')}` as SessionId, [`${day(n % 300)} prompt Wave ${n}`]);
    }
    model.catchUp();
    const first = model.listJson({});
    const path = join(folder, readFileSync(join(folder, 'current'), 'utf8').trim());
    const kept = (): unknown => {
      const db = new DatabaseSync(path, { readOnly: true });
      const row = db.prepare('SELECT count(DISTINCT key) AS n FROM rendering').get() as { n: number };
      db.close();
      return row.n;
    };
    expect(kept()).toBe(1);
    expect(model.listJson({})).toBe(first);
    model.listJson({ agent: 'claude-code' });
    expect(kept()).toBe(2);
    await rename(world, 'Moon and sea');
    model.catchUp();
    expect(kept()).toBe(0);
    expect(model.listJson({})).toContain('Moon and sea');
    expect(JSON.parse(model.listJson({}))).toEqual(model.list({}));
  });

  it('is followed when another process replaces it, without a word', async () => {
    const { world, folder, model } = await indexed();
    const other = world.open({ folder });
    other.rebuild();
    await rename(world, 'Moved on');
    model.catchUp();
    expect(model.view(HARBOUR)?.title).toBe('Moved on');
    expect(model.status()).toMatchObject({ kind: 'file', path: other.status().path });
    expect(world.notices).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('that another process has built in the meantime is used instead of a second one', async () => {
    const world = createWorld();
    const folder = join(temporaryFolder(), 'index');
    await importLines(world, HARBOUR, [`${day(3)} prompt Tides`]);
    const other = world.open({ folder });
    const inner = world.importer;
    const slow: Importer = {
      ...inner,
      summarize: (...args) => {
        other.catchUp();
        return inner.summarize(...args);
      },
    };
    const model = world.open({ folder, importerFor: () => slow });
    expect(model.list({})).toHaveLength(1);
    expect(model.status()).toMatchObject({ kind: 'file', path: other.status().path, built: 'reused' });
    expect(other.list({})).toHaveLength(1);
    expect(world.notices).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('that is taken away while it is built is built again', async () => {
    const world = createWorld();
    const folder = join(temporaryFolder(), 'index');
    await importLines(world, HARBOUR, [`${day(3)} prompt Tides`]);
    const inner = world.importer;
    let drops = 0;
    const disturbed: Importer = {
      ...inner,
      summarize: (...args) => {
        if (drops === 0) {
          drops += 1;
          world.open({ folder }).drop();
        }
        return inner.summarize(...args);
      },
    };
    const model = world.open({ folder, importerFor: () => disturbed });
    expect(model.list({})).toHaveLength(1);
    await rename(world, 'After the drop');
    model.catchUp();
    expect(model.view(HARBOUR)?.title).toBe('After the drop');
    expect(model.status().kind).toBe('file');
    expect(world.notices).toEqual([]);
  });

  it('is not called damaged because another process folds on between two looks', async () => {
    const { world, folder, model } = await indexed();
    let folds = 0;
    class Interleaved extends DatabaseSync {
      override prepare(sql: string): ReturnType<InstanceType<typeof DatabaseSync>['prepare']> {
        if (folds < 5 && sql.includes('count(*)') && sql.includes('session')) {
          folds += 1;
          const id = `n${String(folds).padStart(15, '0')}` as SessionId;
          void importLines(world, id, [`${day(folds)} prompt Wave`]).then(() => undefined);
          model.catchUp();
        }
        return super.prepare(sql);
      }
    }
    await importLines(world, 'n000000000000009' as SessionId, [`${day(9)} prompt Wave`]);
    const module = { DatabaseSync: Interleaved as typeof DatabaseSync };
    world.open({ folder, loadSqlite: () => module }).list({});
    expect(folds).toBeGreaterThan(0);
    expect(world.notices.filter((notice) => notice.includes('damaged'))).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('rids its folder of what nobody touched for an hour', async () => {
    const { folder, world } = await indexed();
    const stray = join(folder, '01ARZ3NDEKTSV4RRFFQ69G5FAV.sqlite');
    for (const name of [stray, `${stray}-journal`]) writeFileSync(name, '');
    const old = new Date(0);
    utimesSync(stray, old, old);
    world.open({ folder, now: () => Date.now() }).list({});
    expect(readdirSync(folder).filter((name) => join(folder, name) === stray)).toEqual([]);
    expect(readdirSync(folder)).toContain('01ARZ3NDEKTSV4RRFFQ69G5FAV.sqlite-journal');
  });

  it('tells once that it takes long to build', async () => {
    const world = createWorld();
    const folder = join(temporaryFolder(), 'index');
    for (const id of [HARBOUR, 'n000000000000009' as SessionId])
      await importLines(world, id, [`${day(3)} prompt Tides`]);
    const told: string[] = [];
    let now = 1_780_000_000_000;
    const onSlow = (work: string): void => void told.push(work);
    world.open({ folder, onSlow, now: () => (now += 100) }).list({});
    expect(told).toEqual([]);
    world.open({ folder, onSlow, now: () => (now += 600) }).rebuild();
    expect(told).toEqual(['building']);
  });
});

import { readFileSync } from 'node:fs';
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
});

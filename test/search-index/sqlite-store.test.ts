import { expect, it } from 'vitest';
import { blockSession } from '../../src/domain/session-fold.ts';
import type { EventId, IsoTime, SessionId } from '../../src/kernel/ids.ts';
import type { StoredSession } from '../../src/search-index/index-store.ts';
import { openSqliteInMemory } from '../../src/search-index/sqlite-file.ts';
import { SCHEMA } from '../../src/search-index/sqlite-schema.ts';
import { createSqliteStore } from '../../src/search-index/sqlite-store.ts';
import { loadSqlite } from '../../src/sqlite/load-sqlite.ts';

function storedSession(id: string): StoredSession {
  const at = '2026-03-01T10:20:00.000Z' as IsoTime;
  const event = { id: id as SessionId, blocked: 'damaged', at, event: '' as EventId } as const;
  return { state: blockSession(undefined, event), summary: null };
}

it('answers inside a change with what the change put, and after it with what the file holds', () => {
  const store = createSqliteStore(openSqliteInMemory(loadSqlite(), SCHEMA));
  const ids = Array.from({ length: 3000 }, (_, at) => `kiln-${at}`);
  store.write(() => {
    for (const id of ids) {
      expect(store.session(id as SessionId)).toBeUndefined();
      store.putSession(storedSession(id));
      expect(store.session(id as SessionId)).toEqual(storedSession(id));
    }
    expect(store.session('kiln-0' as SessionId)).toEqual(storedSession('kiln-0'));
  });
  for (const id of ids) expect(store.session(id as SessionId)).toEqual(storedSession(id));
  store.close();
});

it('forgets what a change put that was taken back', () => {
  const store = createSqliteStore(openSqliteInMemory(loadSqlite(), SCHEMA));
  const failing = () =>
    store.write(() => {
      store.putSession(storedSession('kiln-1'));
      throw new Error('the power went out');
    });
  expect(failing).toThrow('the power went out');
  expect(store.session('kiln-1' as SessionId)).toBeUndefined();
  store.write(() => expect(store.session('kiln-1' as SessionId)).toBeUndefined());
  store.close();
});

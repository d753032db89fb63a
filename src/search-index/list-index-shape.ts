import type { IndexShape } from './file-indexes.ts';
import { LIST_NAMES } from './index-files.ts';
import { INDEX_VERSION, IndexDamaged, type IndexStore } from './index-store.ts';
import { SCHEMA } from './sqlite-schema.ts';
import { createSqliteStore } from './sqlite-store.ts';

/** Rows that vanished from a table leave its structure sound; the count that the last fold wrote down does not lie. */
function checkWhole(store: IndexStore): void {
  const sessions = store.meta('sessions');
  if (sessions === undefined) throw new IndexDamaged('never filled');
  if (Number(sessions) !== store.sessionCount()) throw new IndexDamaged('sessions are missing');
  if (Number(sessions) !== store.totalRows()) throw new IndexDamaged('rows are missing');
  if (Number(store.meta('stretches')) !== store.stretchCount()) throw new IndexDamaged('stretches are missing');
}

/** The index of sessions and memory records. */
export const LIST_INDEX: IndexShape<IndexStore> = {
  names: LIST_NAMES,
  schema: SCHEMA,
  version: INDEX_VERSION,
  attach: createSqliteStore,
  checkWhole,
};

import type { IndexShape } from './file-indexes.ts';
import { SEARCH_NAMES } from './index-files.ts';
import { IndexDamaged } from './index-store.ts';
import { SEARCH_SCHEMA, SEARCH_VERSION } from './search-schema.ts';
import { createSearchStore, type SearchStore } from './search-store.ts';

/** The index of what was said and done. */
export const SEARCH_INDEX: IndexShape<SearchStore> = {
  names: SEARCH_NAMES,
  schema: SEARCH_SCHEMA,
  version: SEARCH_VERSION,
  attach: createSearchStore,
  checkWhole: (store) => {
    if (store.progress() === undefined) throw new IndexDamaged('never filled');
  },
};

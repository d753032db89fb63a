import type { Importer } from '../../app/ports/importer.ts';
import { openZedThread } from './database.ts';
import { findZedSources, zedPlaces } from './find.ts';
import { identifyZed } from './identify.ts';
import { recognizeZed } from './recognize.ts';
import { zedReaders } from './zed-format.ts';
import { zedFacts } from './zed-record.ts';

/** Zed: threads of its own agent in `threads.db`. */
export const zedImporter: Importer = {
  ...zedReaders,
  normalizerVersion: 2,
  places: zedPlaces,
  find: findZedSources,
  open: openZedThread,
  recognize: recognizeZed,
  facts: zedFacts,
  identify: identifyZed,
};

import type { Importer } from '../../app/ports/importer.ts';
import { openDocumentOrLines } from '../document-source.ts';
import { openDatabaseSession } from './database.ts';
import { findOpencodeSources, opencodePlaces } from './find.ts';
import { identifyOpencode } from './identify.ts';
import { opencodeReaders } from './opencode-format.ts';
import { opencodeFacts } from './opencode-record.ts';
import { recognizeOpencode } from './recognize.ts';
import { openTree } from './tree.ts';

/** opencode: a database, a tree of JSON files before it, and `opencode export`. */
export const opencodeImporter: Importer = {
  ...opencodeReaders,
  normalizerVersion: 2,
  places: opencodePlaces,
  find: findOpencodeSources,
  open: (file, sources) => {
    if (file.part !== undefined) return openDatabaseSession(file, sources);
    return openTree(file) ?? openDocumentOrLines(file, sources, { lists: ['messages'] });
  },
  recognize: recognizeOpencode,
  facts: opencodeFacts,
  identify: identifyOpencode,
};

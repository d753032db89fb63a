import type { Importer } from '../../app/ports/importer.ts';
import { openDocumentOrLines } from '../document-source.ts';
import { openGooseSession } from './database.ts';
import { findGooseSources, goosePlaces } from './find.ts';
import { gooseReaders } from './goose-format.ts';
import { gooseFacts } from './goose-record.ts';
import { identifyGoose } from './identify.ts';
import { recognizeGoose } from './recognize.ts';

/** goose: `sessions.db`, one file per session before it, and `goose session export --format json`. */
export const gooseImporter: Importer = {
  ...gooseReaders,
  normalizerVersion: 2,
  places: goosePlaces,
  find: findGooseSources,
  open: (file, sources) =>
    file.part === undefined
      ? openDocumentOrLines(file, sources, { lists: ['conversation'] })
      : openGooseSession(file, sources),
  recognize: recognizeGoose,
  facts: gooseFacts,
  identify: identifyGoose,
};

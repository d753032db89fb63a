import { sep } from 'node:path';
import type { Importer, Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { openDocumentOrLines } from '../document-source.ts';
import { identifyMiniMe } from './identify.ts';
import { miniMeReaders } from './mini-me-format.ts';
import { isMiniMeDocument, miniMeFacts } from './mini-me-record.ts';
import { findMiniMeFiles, miniMePlaces } from './places.ts';

const IN_PLACE = `${sep}.mm${sep}sessions${sep}`;

function recognizeMiniMe({ path, format, records }: SourceHead): Recognition {
  if ((format !== 'json' && format !== 'jsonl') || !isMiniMeDocument(records[0])) return 0;
  return path.includes(IN_PLACE) ? 3 : 2;
}

/** mini-me: `.mm/sessions/<time>-<id>.json` in the project, written whole after every turn. */
export const miniMeImporter: Importer = {
  ...miniMeReaders,
  normalizerVersion: 1,
  places: miniMePlaces,
  find: findMiniMeFiles,
  open: (file, sources) => openDocumentOrLines(file, sources, { lists: ['messages', 'errors'] }),
  recognize: recognizeMiniMe,
  facts: miniMeFacts,
  identify: identifyMiniMe,
};

import type { Importer, Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject } from '../../kernel/json-fields.ts';
import { openDocumentOrLines } from '../document-source.ts';
import { identifyIntentloom } from './identify.ts';
import { intentloomReaders } from './intentloom-format.ts';
import { intentloomFacts, intentloomRecord } from './intentloom-record.ts';
import { intentloomClaims } from './items.ts';
import { findIntentloomSessions, intentloomPlaces, liesIn } from './places.ts';

/** Its records are what many agents write: the folder tells that they are its own. */
function recognizeIntentloom({ path, format, records }: SourceHead): Recognition {
  if ((format !== 'json' && format !== 'jsonl') || !liesIn(path, 'sessions')) return 0;
  const [document] = records;
  const items: readonly unknown[] = Array.isArray(document) ? document : records;
  return items.some((record) => intentloomRecord(asObject(record)) !== undefined) ? 3 : 0;
}

/** intentloom: `.aif/memory/sessions`, and what it remembers in `.aif/memory/items`. */
export const intentloomImporter: Importer = {
  ...intentloomReaders,
  normalizerVersion: 1,
  places: intentloomPlaces,
  find: findIntentloomSessions,
  open: (file, sources) => openDocumentOrLines(file, sources, { lists: ['messages'] }),
  recognize: recognizeIntentloom,
  claims: intentloomClaims,
  facts: intentloomFacts,
  identify: identifyIntentloom,
};

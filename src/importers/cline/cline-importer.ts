import { basename } from 'node:path';
import type { Importer, Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject, listField, textField } from '../../kernel/json-fields.ts';
import { clineReaders } from './cline-format.ts';
import { clineFacts, clineRecord } from './cline-record.ts';
import { identifyCline } from './identify.ts';
import { openCline } from './open.ts';
import { API_FILE, clinePlaces, findClineFiles } from './places.ts';

/** What a person's words and what the client adds stand in. */
const MARKS = /^\s*<(?:task|feedback|user_message|environment_details)>/;

function isMarked(value: unknown): boolean {
  return listField(asObject(value), 'content').some((block) => MARKS.test(textField(asObject(block), 'text') ?? ''));
}

/** The file is a list; what its items are, and what it is called, tells whose it is. */
function recognizeCline({ path, format, records }: SourceHead): Recognition {
  const [document] = records;
  if (format !== 'json' || !Array.isArray(document)) return 0;
  const kinds = document.map(clineRecord);
  if (kinds.includes('ui')) return 3;
  if (!kinds.includes('api')) return 0;
  return basename(path) === API_FILE || document.some(isMarked) ? 3 : 1;
}

/** Cline and Roo: `tasks/<id>/api_conversation_history.json`, with `ui_messages.json` beside it or instead. */
export const clineImporter: Importer = {
  ...clineReaders,
  normalizerVersion: 2,
  places: clinePlaces,
  find: findClineFiles,
  open: openCline,
  recognize: recognizeCline,
  facts: clineFacts,
  identify: identifyCline,
};

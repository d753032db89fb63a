import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject, listField, textField } from '../../kernel/json-fields.ts';
import { bestRating } from '../best-rating.ts';
import { hasTables } from '../database-source.ts';
import { OPENCODE_SESSIONS } from './database.ts';
import { readMessage, readSession } from './opencode-record.ts';

function rateDocument(value: unknown): Recognition {
  const document = asObject(value);
  const messages = listField(document, 'messages').filter((message) => readMessage(message) !== undefined);
  const isSession = readSession(document) !== undefined;
  if (messages.length > 0) return isSession ? 3 : 2;
  const id = textField(readSession(document), 'id') ?? '';
  return isSession && id.startsWith('ses_') ? 2 : 0;
}

/** How well a beginning fits opencode: its database, a session file of its older store, an export. */
export function recognizeOpencode({ format, records, tables }: SourceHead): Recognition {
  if (format === 'sqlite') return hasTables(tables, OPENCODE_SESSIONS.needed) ? 3 : 0;
  return format === 'text' ? 0 : bestRating(records.slice(0, 1).map(rateDocument));
}

import type { Recognition } from '../../app/ports/importer.ts';
import type { SourceHead } from '../../app/ports/source-reader.ts';
import { asObject, listField, textField } from '../../kernel/json-fields.ts';
import { bestRating } from '../best-rating.ts';
import { hasTables } from '../database-source.ts';
import { GOOSE_SESSIONS } from './database.ts';
import { readContent, readGooseRecord } from './goose-record.ts';

const OWN_ITEMS: ReadonlySet<string> = new Set(['toolRequest', 'toolResponse', 'frontendToolRequest']);

function rateRecord(value: unknown): Recognition {
  const record = asObject(value);
  const what = readGooseRecord(record);
  if (record === undefined || what === 'unknown') return 0;
  if (what === 'session')
    return Object.hasOwn(record, 'message_count') || Object.hasOwn(record, 'extension_data') ? 3 : 1;
  const types = (readContent(record)?.items ?? []).map((item) => textField(asObject(item), 'type') ?? '');
  return types.some((type) => OWN_ITEMS.has(type)) ? 3 : 2;
}

/** How well a beginning fits goose: its database, its older files, an export. */
export function recognizeGoose({ format, records, tables }: SourceHead): Recognition {
  if (format === 'sqlite') return hasTables(tables, GOOSE_SESSIONS.needed) ? 3 : 0;
  if (format === 'jsonl') return bestRating(records.map(rateRecord));
  if (format !== 'json') return 0;
  const document = asObject(records[0]);
  return bestRating([rateRecord(document), ...listField(document, 'conversation').map(rateRecord)]);
}

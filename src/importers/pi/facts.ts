import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { entryId, entryType, isAboutFile, messageOf, roleOf } from './entry.ts';
import { isKnownType } from './record-types.ts';

/**
 * Native key of an entry: its time with what it is. Ids are few characters and unique within one file only; times survive
 * a fork, and a rewrite that gives ids to entries that had none. The header and the title have no key: two files that
 * agree in nothing else share no record.
 */
export function entryKey(entry: JsonObject): string | undefined {
  const type = entryType(entry);
  if (isAboutFile(entry)) return undefined;
  const time = readForeignTime(field(entry, 'timestamp'))?.iso;
  if (time === undefined) return entryId(entry);
  const message = messageOf(entry);
  const what = message === undefined ? type : `${type}/${roleOf(message)}/${textField(message, 'toolCallId') ?? ''}`;
  return `${time}/${what}`;
}

/** What an import needs of one record. */
export function piFacts(record: unknown): RecordFacts {
  const entry = asObject(record);
  const type = entry === undefined ? '' : entryType(entry);
  if (entry === undefined || type === '') return { at: null, type: '(none)', known: false };
  const key = entryKey(entry);
  const at = readForeignTime(field(entry, 'timestamp'))?.iso ?? null;
  return { ...(key === undefined ? {} : { key }), at, type, known: isKnownType(type) };
}

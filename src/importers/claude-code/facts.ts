import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { typeOf } from './classify.ts';
import { isKnownType } from './record-types.ts';

/**
 * What an import needs of one record. Only `uuid` is a key: a snapshot's `messageId` names another record, and metadata
 * records have none.
 */
export function claudeFacts(record: unknown): RecordFacts {
  const object = asObject(record);
  if (object === undefined) return { at: null, type: '(none)', known: false };
  const key = textField(object, 'uuid');
  const type = typeOf(object);
  const at = readForeignTime(field(object, 'timestamp'))?.iso ?? null;
  return { ...(key === undefined ? {} : { key }), at, type, known: isKnownType(type) };
}

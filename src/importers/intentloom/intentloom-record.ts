import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool']);

/** What a record of a session is: a message, or what is told of the session as a whole. */
export function intentloomRecord(record: JsonObject | undefined): 'message' | 'frame' | undefined {
  if (record === undefined) return undefined;
  const isMessage = ROLES.has(field(record, 'role')) && Object.hasOwn(record, 'content');
  if (isMessage && !Object.hasOwn(record, 'parts')) return 'message';
  return Array.isArray(field(record, 'messages')) ? 'frame' : undefined;
}

/** When a record says that it was made. */
export function recordTime(record: JsonObject): unknown {
  for (const name of ['timestamp', 'at', 'createdAt', 'created_at', 'time'])
    if (Object.hasOwn(record, name)) return record[name];
  return undefined;
}

function keyOf(record: JsonObject): string | undefined {
  const id = textField(record, 'id');
  const time = recordTime(record);
  return id ?? (typeof time === 'string' ? `${textField(record, 'role')} ${time}` : undefined);
}

/** What an import needs of one record. A message without id is known by who said it and when. */
export function intentloomFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const what = intentloomRecord(record);
  if (record === undefined || what === undefined)
    return { at: null, type: textField(record, 'type') ?? '(none)', known: false };
  const key = what === 'frame' ? 'frame' : keyOf(record);
  const at = readForeignTime(recordTime(record))?.iso ?? null;
  const type = what === 'frame' ? what : `message:${textField(record, 'role')}`;
  return { ...(key === undefined ? {} : { key }), at, type, known: true };
}

import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, numberField, objectField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { parseJson } from '../parse-json.ts';

/** What a record of goose is. A session is the row, the first line of an older file, or an export without its messages. */
export type GooseRecord = 'session' | 'message' | 'unknown';

/** The content of a message, under the name that its form of storage gives it. */
export interface GooseContent {
  readonly items: readonly unknown[];
  /** JSON pointer of the list; undefined when it is text inside the record. */
  readonly pointer: string | undefined;
}

/** The items of a message; `undefined` for a record that has none. */
export function readContent(record: JsonObject): GooseContent | undefined {
  for (const name of ['content_json', 'content']) {
    const value = field(record, name);
    if (Array.isArray(value)) return { items: value, pointer: `/${name}` };
    const parsed = typeof value === 'string' && name === 'content_json' ? parseJson(value) : undefined;
    if (Array.isArray(parsed)) return { items: parsed, pointer: undefined };
  }
  return undefined;
}

/** When a message was made, as it says itself. */
export function timeOf(record: JsonObject): unknown {
  return field(record, 'created_timestamp') ?? field(record, 'created');
}

/** Tells what a record is, from its members alone. */
export function readGooseRecord(value: unknown): GooseRecord {
  const record = asObject(value);
  if (record === undefined) return 'unknown';
  if (typeof field(record, 'working_dir') === 'string' && !Object.hasOwn(record, 'role')) return 'session';
  const role = field(record, 'role');
  const isTimed = timeOf(record) !== undefined;
  return (role === 'user' || role === 'assistant') && isTimed && readContent(record) !== undefined
    ? 'message'
    : 'unknown';
}

/**
 * The native key of a message: its own id, else its row, told apart from the same row of another database by its time.
 */
export function messageKey(record: JsonObject): string | undefined {
  const own = textField(record, 'message_id') ?? textField(record, 'id');
  if (own !== undefined) return own;
  const row = numberField(record, 'id');
  return row === undefined ? undefined : `row:${row}@${readForeignTime(timeOf(record))?.iso ?? ''}`;
}

/** Who may see a message: the summary of a compaction is for the model alone, what it replaces is for the person alone. */
export function visibilityOf(record: JsonObject): { readonly user: boolean; readonly agent: boolean } {
  const metadata = objectField(record, 'metadata_json') ?? objectField(record, 'metadata');
  return { user: field(metadata, 'userVisible') !== false, agent: field(metadata, 'agentVisible') !== false };
}

/** What an import needs of one record. */
export function gooseFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const what = readGooseRecord(value);
  if (record === undefined || what === 'unknown')
    return { at: null, type: textField(record, 'type') ?? '(none)', known: false };
  if (what === 'session') return { at: null, type: 'session', known: true };
  const key = messageKey(record);
  const at = readForeignTime(timeOf(record))?.iso ?? null;
  return { ...(key === undefined ? {} : { key }), at, type: `message:${textField(record, 'role')}`, known: true };
}

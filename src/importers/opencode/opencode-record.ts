import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';

/** A message with its parts: in an export as it stands, in a store put together from the rows or files of both. */
export interface OpencodeMessage {
  readonly info: JsonObject;
  readonly id: string | undefined;
  readonly role: 'user' | 'assistant';
}

/** The message of a record; `undefined` for the record of the session itself and for anything else. */
export function readMessage(value: unknown): OpencodeMessage | undefined {
  const info = objectField(asObject(value), 'info');
  const role = field(info, 'role');
  if (info === undefined || (role !== 'user' && role !== 'assistant')) return undefined;
  return { info, id: textField(info, 'id'), role };
}

/** What a record says of the session: its `info`, or its own members in exports of other tools. */
export function readSession(value: unknown): JsonObject | undefined {
  const record = asObject(value);
  const info = objectField(record, 'info');
  if (readMessage(record) !== undefined || record === undefined) return undefined;
  const session = info ?? record;
  const isOne =
    textField(session, 'id')?.startsWith('ses') === true &&
    ['directory', 'cwd', 'projectID', 'project_id', 'time', 'time_created'].some((name) =>
      Object.hasOwn(session, name),
    );
  return isOne ? session : undefined;
}

/** Text under any of several names: columns of the database are named differently from members of its files. */
export function anyText(object: JsonObject | undefined, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textField(object, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** When a message was begun, as it says itself. */
export function createdOf(info: JsonObject): unknown {
  return field(objectField(info, 'time'), 'created') ?? field(info, 'timestamp');
}

/** What an import needs of one record. */
export function opencodeFacts(value: unknown): RecordFacts {
  const message = readMessage(value);
  if (message !== undefined) {
    const { id, info, role } = message;
    const at = readForeignTime(createdOf(info))?.iso ?? null;
    return { ...(id === undefined ? {} : { key: id }), at, type: `message:${role}`, known: true };
  }
  if (readSession(value) !== undefined) return { at: null, type: 'session', known: true };
  return { at: null, type: textField(asObject(value), 'type') ?? '(none)', known: false };
}

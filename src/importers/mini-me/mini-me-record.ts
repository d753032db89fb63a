import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';

/** What a record of a session is: a message of the history, an error beside it, or the document without both. */
export type MiniMeRecord = 'message' | 'error' | 'frame';

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool']);
const ERROR_KINDS: ReadonlySet<unknown> = new Set(['generation', 'compaction', 'resume']);

/** Tells what a record is; undefined for one of another agent. */
export function miniMeRecord(value: unknown): MiniMeRecord | undefined {
  const record = asObject(value);
  if (record === undefined) return undefined;
  if (Array.isArray(field(record, 'messages'))) return 'frame';
  if (ERROR_KINDS.has(field(record, 'kind')) && Object.hasOwn(record, 'line')) return 'error';
  const isMessage = ROLES.has(field(record, 'role')) && !Object.hasOwn(record, 'parts');
  return isMessage && (Object.hasOwn(record, 'content') || Object.hasOwn(record, 'tool_calls')) ? 'message' : undefined;
}

/** What an import needs of one record. Messages have neither id nor time. */
export function miniMeFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const what = miniMeRecord(record);
  if (record === undefined || what === undefined)
    return { at: null, type: textField(record, 'type') ?? '(none)', known: false };
  if (what === 'frame') return { key: 'frame', at: null, type: what, known: true };
  if (what === 'error') return { at: readForeignTime(field(record, 'time'))?.iso ?? null, type: what, known: true };
  return { at: null, type: `message:${textField(record, 'role')}`, known: true };
}

/** Whether a value is the document of a session: a history, and what it was last written with. */
export function isMiniMeDocument(value: unknown): boolean {
  const document: JsonObject | undefined = asObject(value);
  const messages = field(document, 'messages');
  if (document === undefined || !Array.isArray(messages)) return false;
  const isNamed = textField(document, 'provider') !== undefined || textField(document, 'model') !== undefined;
  const isHistory = messages.every((message) => message === undefined || miniMeRecord(message) === 'message');
  return isHistory && isNamed && (Array.isArray(field(document, 'errors')) || Object.hasOwn(document, 'provider'));
}

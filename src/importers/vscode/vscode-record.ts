import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';

/** What a record of a chat is: a request with its answer, or the chat without its requests. */
export type VscodeRecord = 'request' | 'chat' | 'unknown';

/** Other agents have requests and messages too; their records say what type they are, and hold no text of their own. */
function isRequest(record: JsonObject): boolean {
  if (!Object.hasOwn(record, 'message') || Object.hasOwn(record, 'type')) return false;
  const hasText = typeof field(objectField(record, 'message'), 'text') === 'string';
  return Array.isArray(field(record, 'response')) || (hasText && textField(record, 'requestId') !== undefined);
}

/** Tells what a record is, from its members alone. */
export function readVscodeRecord(value: unknown): VscodeRecord {
  const record = asObject(value);
  if (record === undefined) return 'unknown';
  if (Array.isArray(field(record, 'requests')) && textField(record, 'sessionId') !== undefined) return 'chat';
  return isRequest(record) ? 'request' : 'unknown';
}

/** What the person wrote; the oldest chats hold it as a bare text. */
export function requestText(request: JsonObject): string {
  return textField(objectField(request, 'message'), 'text') ?? textField(request, 'message') ?? '';
}

/** What an import needs of one record. */
export function vscodeFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const what = readVscodeRecord(value);
  if (what === 'unknown') return { at: null, type: textField(record, 'kind') ?? '(none)', known: false };
  const id = textField(record, what === 'request' ? 'requestId' : 'sessionId');
  const at = what === 'request' ? (readForeignTime(field(record, 'timestamp'))?.iso ?? null) : null;
  return { ...(id === undefined ? {} : { key: id }), at, type: what, known: true };
}

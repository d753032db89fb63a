import { asObject, field, type JsonObject, listField, textField } from '../../kernel/json-fields.ts';

/** What a record of the Gemini CLI is. */
export type GeminiRecord =
  | { readonly kind: 'header' }
  /** A message of a chat file. */
  | { readonly kind: 'message'; readonly id: string | undefined; readonly type: string }
  /** A message of a saved chat: a content of the API, without id and time. */
  | { readonly kind: 'content'; readonly role: 'user' | 'model' }
  | { readonly kind: 'set'; readonly set: JsonObject }
  | { readonly kind: 'rewind'; readonly to: string }
  /** A line of `--output-format stream-json`. */
  | { readonly kind: 'stream'; readonly type: string }
  | { readonly kind: 'unknown' };

const MESSAGE_TYPES: ReadonlySet<string> = new Set(['user', 'gemini', 'model', 'info', 'error', 'warning']);
const STREAM_TYPES: ReadonlySet<string> = new Set(['init', 'message', 'tool_use', 'tool_result', 'error', 'result']);
const UNKNOWN: GeminiRecord = { kind: 'unknown' };

function isHeader(record: JsonObject): boolean {
  const hasId = textField(record, 'sessionId') !== undefined;
  const isFrame = Array.isArray(field(record, 'messages')) || Array.isArray(field(record, 'history'));
  return isFrame || (hasId && (Object.hasOwn(record, 'projectHash') || Object.hasOwn(record, 'startTime')));
}

function readTyped(record: JsonObject, type: string): GeminiRecord {
  const isMessage = ['content', 'parts', 'toolCalls'].some((name) => Object.hasOwn(record, name));
  if (MESSAGE_TYPES.has(type) && isMessage && type !== 'message') {
    return { kind: 'message', id: textField(record, 'id'), type };
  }
  const isStream = typeof field(record, 'timestamp') === 'string' && !Object.hasOwn(record, 'sessionId');
  return STREAM_TYPES.has(type) && isStream ? { kind: 'stream', type } : UNKNOWN;
}

/** Tells what a record is, from its members alone. */
export function readGeminiRecord(value: unknown): GeminiRecord {
  const record = asObject(value);
  if (record === undefined) return UNKNOWN;
  const set = asObject(field(record, '$set'));
  if (set !== undefined) return { kind: 'set', set };
  const to = field(record, '$rewindTo');
  if (typeof to === 'string') return { kind: 'rewind', to };
  const type = textField(record, 'type');
  if (type !== undefined) return readTyped(record, type);
  const role = field(record, 'role');
  if ((role === 'user' || role === 'model') && Array.isArray(field(record, 'parts'))) return { kind: 'content', role };
  return isHeader(record) ? { kind: 'header' } : UNKNOWN;
}

/** Messages that a `$set` puts in place of all others; `undefined` when it sets something else. */
export function replacedMessages(set: JsonObject): readonly JsonObject[] | undefined {
  if (!Array.isArray(field(set, 'messages'))) return undefined;
  return listField(set, 'messages')
    .map(asObject)
    .filter((message) => message !== undefined);
}

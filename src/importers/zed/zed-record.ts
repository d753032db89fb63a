import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';

/** What a record of Zed is: a message, one of an older version, or the thread's row without its messages. */
export type ZedRecord =
  | { readonly kind: 'user' | 'agent'; readonly message: JsonObject }
  /** The person let the agent go on without a word. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'older'; readonly role: string; readonly message: JsonObject }
  | { readonly kind: 'thread'; readonly data: JsonObject }
  | { readonly kind: 'unknown' };

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system']);
const UNKNOWN: ZedRecord = { kind: 'unknown' };

function readRest(record: JsonObject): ZedRecord {
  const role = textField(record, 'role');
  const hasParts = Array.isArray(field(record, 'segments')) || typeof field(record, 'text') === 'string';
  if (role !== undefined && ROLES.has(role) && hasParts && typeof field(record, 'id') === 'number')
    return { kind: 'older', role, message: record };
  const data = objectField(record, 'data');
  return data !== undefined && Object.hasOwn(record, 'updated_at') ? { kind: 'thread', data } : UNKNOWN;
}

/** Tells what a record is, from its members alone. */
export function readZedRecord(value: unknown): ZedRecord {
  const record = asObject(value);
  if (record === undefined) return UNKNOWN;
  const user = objectField(record, 'User');
  if (user !== undefined) return { kind: 'user', message: user };
  const agent = objectField(record, 'Agent');
  if (agent !== undefined) return { kind: 'agent', message: agent };
  return Object.hasOwn(record, 'Resume') ? { kind: 'resume' } : readRest(record);
}

/** Answers have no ids; the calls in them do. */
function firstCallId(message: JsonObject): string | undefined {
  const uses = listField(message, 'content').map((item) => objectField(asObject(item), 'ToolUse'));
  return textField(
    uses.find((use) => use !== undefined),
    'id',
  );
}

/** The native key of a record; the numbers of older messages are those of their place in every thread, and no keys. */
export function zedKey(value: unknown): string | undefined {
  const what = readZedRecord(value);
  if (what.kind === 'user') return textField(what.message, 'id');
  if (what.kind === 'thread') return prefixed('thread', textField(asObject(value), 'id'));
  return what.kind === 'agent' ? prefixed('agent', firstCallId(what.message)) : undefined;
}

function prefixed(prefix: string, id: string | undefined): string | undefined {
  return id === undefined ? undefined : `${prefix}:${id}`;
}

/** What an import needs of one record; only threads have times. */
export function zedFacts(value: unknown): RecordFacts {
  const what = readZedRecord(value);
  const key = zedKey(value);
  const [first] = Object.keys(asObject(value) ?? {});
  const type = what.kind === 'unknown' ? (first ?? '(none)') : what.kind;
  return { ...(key === undefined ? {} : { key }), at: null, type, known: what.kind !== 'unknown' };
}

import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { uniqueId } from '../unique-id.ts';

/** What a record of Cursor is. */
export type CursorRecord =
  /** A message of the editor. `id`: as the session names it. */
  | { readonly kind: 'bubble'; readonly id: string | undefined; readonly bubble: JsonObject }
  /** A message of the oldest chats. */
  | { readonly kind: 'tab-bubble'; readonly type: 'user' | 'ai' }
  /** The session as a whole: of the editor, of the oldest chats, of the command line. */
  | { readonly kind: 'composer' | 'tab' | 'description'; readonly id: string }
  /** A message of the command line. */
  | { readonly kind: 'message'; readonly role: string }
  /** A line of a transcript. */
  | { readonly kind: 'line'; readonly role: string; readonly message: JsonObject }
  /** The folders of the window that a session belongs to. */
  | { readonly kind: 'folders' }
  | { readonly kind: 'unknown' };

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'tool', 'system']);
const BUBBLE_KEY = /^bubbleId:[^:]*:(.+)$/;
const UNKNOWN: CursorRecord = { kind: 'unknown' };

function readBubble(record: JsonObject): CursorRecord | undefined {
  const key = BUBBLE_KEY.exec(textField(record, 'key') ?? '');
  if (key !== null) {
    const value = objectField(record, 'value');
    return value === undefined ? UNKNOWN : { kind: 'bubble', id: key[1], bubble: value };
  }
  const type = field(record, 'type');
  const hasText = typeof field(record, 'text') === 'string' || typeof field(record, 'rawText') === 'string';
  const isBubble = hasText || Object.hasOwn(record, 'bubbleId');
  if ((type === 1 || type === 2) && isBubble)
    return { kind: 'bubble', id: textField(record, 'bubbleId'), bubble: record };
  return (type === 'user' || type === 'ai') && hasText ? { kind: 'tab-bubble', type } : undefined;
}

const WHOLES = [
  ['composer', 'composerId'],
  ['tab', 'tabId'],
  ['description', 'agentId'],
] as const;

function readWhole(record: JsonObject): CursorRecord | undefined {
  for (const [kind, name] of WHOLES) {
    const id = textField(record, name);
    if (id !== undefined) return { kind, id };
  }
  return Array.isArray(field(record, 'folders')) ? { kind: 'folders' } : undefined;
}

function readMessage(record: JsonObject): CursorRecord {
  const role = textField(record, 'role');
  const message = objectField(record, 'message');
  // Other agents say of a message what type it is, and have roles too.
  if (role === undefined || !ROLES.has(role) || Object.hasOwn(record, 'type')) return UNKNOWN;
  if (message !== undefined) return { kind: 'line', role, message };
  return Object.hasOwn(record, 'content') ? { kind: 'message', role } : UNKNOWN;
}

/** Tells what a record is, from its members alone. */
export function readCursorRecord(value: unknown): CursorRecord {
  const record = asObject(value);
  if (record === undefined) return UNKNOWN;
  return readBubble(record) ?? readWhole(record) ?? readMessage(record);
}

/** When a message was made: written down, else when its request began. */
export function bubbleTime(bubble: JsonObject): unknown {
  const timing = objectField(bubble, 'timingInfo');
  return field(bubble, 'createdAt') ?? field(timing, 'clientRpcSendTime') ?? field(timing, 'clientStartTime');
}

/** The native key of a record. */
export function cursorKey(value: unknown): string | undefined {
  const what = readCursorRecord(value);
  switch (what.kind) {
    case 'bubble':
      return what.id;
    case 'composer':
    case 'tab':
    case 'description':
      return `${what.kind}:${what.id}`;
    case 'message':
    case 'tab-bubble':
      return uniqueId(textField(asObject(value), 'id'));
    default:
      return undefined;
  }
}

/** What an import needs of one record. */
export function cursorFacts(value: unknown): RecordFacts {
  const what = readCursorRecord(value);
  const key = cursorKey(value);
  const at = what.kind === 'bubble' ? (readForeignTime(bubbleTime(what.bubble))?.iso ?? null) : null;
  return { ...(key === undefined ? {} : { key }), at, type: what.kind, known: what.kind !== 'unknown' };
}

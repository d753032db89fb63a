import { createHash } from 'node:crypto';
import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, numberField, objectField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';

/** What a record of cagent is: a message, a session that this one sent out, a summary, or the session's own row. */
export type CagentRecord =
  | {
      readonly kind: 'message';
      readonly role: string;
      readonly message: JsonObject;
      readonly agentName: string | undefined;
      /** The agent put it in the person's place. */
      readonly implicit: boolean;
    }
  | { readonly kind: 'subsession'; readonly id: string }
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'session' }
  | { readonly kind: 'unknown' };

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);
const UNKNOWN: CagentRecord = { kind: 'unknown' };

function isImplicit(record: JsonObject): boolean {
  const value = field(record, 'implicit') ?? field(record, 'Implicit');
  return value === true || value === 1;
}

/** A message, bare or inside what names its agent. */
function readMessage(holder: JsonObject | undefined, record: JsonObject): CagentRecord {
  const inner = objectField(holder, 'message') ?? holder;
  const role = textField(inner, 'role');
  if (inner === undefined || role === undefined || !ROLES.has(role)) return UNKNOWN;
  const agentName = textField(record, 'agent_name') ?? textField(holder, 'agentName');
  const implicit = isImplicit(record) || isImplicit(holder ?? {});
  return { kind: 'message', role, message: inner, agentName, implicit };
}

/** Tells what a record is, from its members alone. */
export function readCagentRecord(value: unknown): CagentRecord {
  const record = asObject(value);
  if (record === undefined) return UNKNOWN;
  switch (field(record, 'item_type')) {
    case 'message':
      return readMessage(objectField(record, 'message_json'), record);
    case 'subsession':
      return { kind: 'subsession', id: textField(record, 'subsession_id') ?? '' };
    case 'summary':
      return { kind: 'summary', text: textField(record, 'summary_text') ?? '' };
    default:
      return readRest(record);
  }
}

function readRest(record: JsonObject): CagentRecord {
  if (Object.hasOwn(record, 'item_type')) return UNKNOWN;
  const isSession = textField(record, 'id') !== undefined && Object.hasOwn(record, 'created_at');
  if (isSession && !Object.hasOwn(record, 'role')) return { kind: 'session' };
  return Object.hasOwn(record, 'message') ? readMessage(record, record) : UNKNOWN;
}

/**
 * The native key of a message. A branch is a copy with rows of its own: what a call answers, or when a message was made,
 * stays the same in it; what a person said tells apart those that were said in the same second.
 */
function messageKey(role: string, message: JsonObject): string | undefined {
  const callId = textField(message, 'tool_call_id');
  if (role === 'tool' && callId !== undefined) return `tool:${callId}`;
  const made = textField(message, 'created_at');
  if (made === undefined) return undefined;
  if (role !== 'user') return `${role}@${made}`;
  const said = JSON.stringify([field(message, 'content'), field(message, 'multi_content')]);
  return `user@${made}/${createHash('sha256').update(said).digest('hex').slice(0, 16)}`;
}

/** The native key of a record; rows without one are known by their text. */
export function cagentKey(value: unknown): string | undefined {
  const record = asObject(value);
  const what = readCagentRecord(value);
  if (what.kind === 'message') return messageKey(what.role, what.message);
  if (what.kind === 'session') return `session:${textField(record, 'id')}`;
  if (what.kind === 'subsession') return `subsession:${what.id}`;
  const row = numberField(record, 'id');
  return what.kind === 'summary' && row !== undefined ? `summary:${textField(record, 'session_id')}/${row}` : undefined;
}

/** When a message was made. */
export function madeAt(what: CagentRecord): unknown {
  return what.kind === 'message' ? field(what.message, 'created_at') : undefined;
}

/** What an import needs of one record. */
export function cagentFacts(value: unknown): RecordFacts {
  const what = readCagentRecord(value);
  if (what.kind === 'unknown') {
    const type = textField(asObject(value), 'item_type') ?? '(none)';
    return { at: null, type, known: false };
  }
  const key = cagentKey(value);
  const at = readForeignTime(madeAt(what))?.iso ?? null;
  const type = what.kind === 'message' ? `message:${what.role}` : what.kind;
  return { ...(key === undefined ? {} : { key }), at, type, known: true };
}

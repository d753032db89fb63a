import { asObject, field, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';

/** Kinds of line. `other`: an envelope of a kind that is not known here. */
export type LineKind =
  | 'session_meta'
  | 'turn_context'
  | 'response_item'
  | 'event_msg'
  | 'compacted'
  | 'state'
  | 'other';

/** A record without its envelope. */
export interface CodexItem {
  readonly line: LineKind;
  /** Type of the payload as the agent names it; empty where lines of the kind have none. */
  readonly type: string;
  readonly payload: JsonObject;
  /** JSON pointer of the payload. */
  readonly pointer: '' | '/payload' | '/session';
}

const LINES: ReadonlySet<string> = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']);

/** Items that files of before the envelope hold bare. */
const BARE_ITEMS: ReadonlySet<string> = new Set([
  'reasoning',
  'function_call',
  'function_call_output',
  'local_shell_call',
  'custom_tool_call',
  'custom_tool_call_output',
  'web_search_call',
]);

/** Parts of a message that only this API names so. */
const PARTS: ReadonlySet<string> = new Set(['input_text', 'output_text', 'input_image']);

/** A bare message: role and content of this API's shape stand at the top, which no other agent's records have. */
function isBareMessage(record: JsonObject): boolean {
  if (field(record, 'type') !== 'message' || textField(record, 'role') === undefined) return false;
  return listField(record, 'content').some((part) => PARTS.has(textField(asObject(part), 'type') ?? ''));
}

/** Members of which each bare item has one. */
const ITEM_MARKS = ['call_id', 'summary', 'action'] as const;

function isBareItem(record: JsonObject): boolean {
  if (!BARE_ITEMS.has(textField(record, 'type') ?? '')) return false;
  return ITEM_MARKS.some((name) => Object.hasOwn(record, name));
}

/** The first line of a file of before the envelope. */
function isBareHeader(record: JsonObject): boolean {
  const names = Object.hasOwn(record, 'instructions') || Object.hasOwn(record, 'git');
  return !Object.hasOwn(record, 'type') && names && textField(record, 'id') !== undefined;
}

/** The rest of the oldest form, one document whose items became records of their own. */
function readDocument(record: JsonObject): CodexItem | undefined {
  const session = objectField(record, 'session');
  if (session === undefined || !Array.isArray(field(record, 'items'))) return undefined;
  return { line: 'session_meta', type: '', payload: session, pointer: '/session' };
}

function readBare(record: JsonObject): CodexItem | undefined {
  const type = textField(record, 'type') ?? '';
  if (isBareMessage(record) || isBareItem(record)) return { line: 'response_item', type, payload: record, pointer: '' };
  if (isBareHeader(record)) return { line: 'session_meta', type: '', payload: record, pointer: '' };
  if (textField(record, 'record_type') === 'state') return { line: 'state', type: '', payload: record, pointer: '' };
  return readDocument(record);
}

/** Takes a record out of its envelope, or takes a bare one as it is; undefined for what this agent does not write. */
export function readItem(record: JsonObject): CodexItem | undefined {
  const line = textField(record, 'type');
  const payload = asObject(field(record, 'payload'));
  if (line === undefined || payload === undefined) return readBare(record);
  const known = LINES.has(line) ? (line as LineKind) : 'other';
  return { line: known, type: textField(payload, 'type') ?? '', payload, pointer: '/payload' };
}

import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { isKnownEvent } from './event-types.ts';

/** One line of an event log. */
export interface CopilotEvent {
  readonly type: string;
  /** `undefined` where it has none of its own. */
  readonly id: string | undefined;
  readonly data: JsonObject;
}

/** What a record of the Copilot CLI is. The older document has messages, a timeline of the screen, and what is left of it. */
export type CopilotRecord =
  | { readonly kind: 'event'; readonly event: CopilotEvent }
  | { readonly kind: 'chat'; readonly role: string }
  | { readonly kind: 'timeline' }
  | { readonly kind: 'frame' }
  | { readonly kind: 'unknown' };

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'tool', 'system', 'developer']);
const TYPE = /^[a-z_]+(?:\.[a-z_]+)+$/;

/** An event is never its own parent: such an id stands for no event. */
function eventId(record: JsonObject): string | undefined {
  const id = textField(record, 'id');
  return id === field(record, 'parentId') ? undefined : id;
}

function readOlder(record: JsonObject): CopilotRecord {
  const role = textField(record, 'role');
  if (role !== undefined && ROLES.has(role) && !Object.hasOwn(record, 'type')) return { kind: 'chat', role };
  if (Array.isArray(field(record, 'chatMessages'))) return { kind: 'frame' };
  const isEntry = typeof field(record, 'type') === 'string' && typeof field(record, 'timestamp') === 'string';
  return isEntry && (Object.hasOwn(record, 'text') || Object.hasOwn(record, 'callId'))
    ? { kind: 'timeline' }
    : { kind: 'unknown' };
}

/** Tells what a record is, from its members alone. */
export function readCopilotRecord(value: unknown): CopilotRecord {
  const record = asObject(value);
  const type = textField(record, 'type');
  const data = objectField(record, 'data');
  if (record === undefined) return { kind: 'unknown' };
  if (data === undefined || type === undefined) return readOlder(record);
  if (type !== 'abort' && !TYPE.test(type)) return { kind: 'unknown' };
  return { kind: 'event', event: { type, id: eventId(record), data } };
}

function keyed(key: string | undefined): Pick<RecordFacts, 'key'> {
  return key === undefined ? {} : { key };
}

/** What an import needs of one record. */
export function copilotFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const what = readCopilotRecord(value);
  const at = readForeignTime(field(record, 'timestamp'))?.iso ?? null;
  switch (what.kind) {
    case 'event': {
      const { id, type } = what.event;
      return { ...keyed(id), at, type, known: isKnownEvent(type) };
    }
    case 'chat':
      return { at: null, type: `chat:${what.role}`, known: true };
    case 'timeline':
      return { ...keyed(textField(record, 'id')), at, type: what.kind, known: true };
    case 'frame':
      return { ...keyed(textField(record, 'sessionId')), at, type: what.kind, known: true };
    default:
      return { at, type: textField(record, 'type') ?? '(none)', known: false };
  }
}

/** Whether a record is something that was said: a launch that asked nothing leaves no session. */
export function isSaid(what: CopilotRecord): boolean {
  if (what.kind === 'chat') return what.role === 'user' || what.role === 'assistant';
  return what.kind === 'event' && (what.event.type === 'user.message' || what.event.type === 'assistant.message');
}

/** Calls that an answer asks for. */
export function requestedCalls(data: JsonObject): readonly JsonObject[] {
  return listField(data, 'toolRequests')
    .map(asObject)
    .filter((request) => request !== undefined);
}

import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';

const TYPES: ReadonlySet<string> = new Set(['user', 'assistant', 'tool_result', 'system']);
const SUBTYPES: ReadonlySet<string> = new Set([
  'ui_telemetry',
  'slash_command',
  'custom_title',
  'chat_compression',
  'rewind',
  'at_command',
  'notification',
  'attribution_snapshot',
  'file_history_snapshot',
  'session_artifact_snapshot',
]);

/** What a record of Qwen Code is: its type, and for a system record its subtype; undefined for a record of another agent. */
export function qwenType(record: JsonObject | undefined): string | undefined {
  const type = textField(record, 'type') ?? '';
  if (record === undefined || !TYPES.has(type) || textField(record, 'sessionId') === undefined) return undefined;
  const hasParts = Array.isArray(field(objectField(record, 'message'), 'parts'));
  if (type !== 'system') return hasParts ? type : undefined;
  const isOwn = hasParts || payloadOf(record) !== undefined;
  return isOwn ? `system:${textField(record, 'subtype') ?? ''}` : undefined;
}

/** The parts of a record's message. */
export function partsOf(record: JsonObject): readonly unknown[] {
  return listField(objectField(record, 'message'), 'parts');
}

/** What a system record says. */
export function payloadOf(record: JsonObject): JsonObject | undefined {
  return objectField(record, 'systemPayload');
}

/** The turn that a record takes the conversation back to. */
export function rewindTarget(record: JsonObject): string | undefined {
  return textField(payloadOf(record), 'targetUuid') ?? textField(record, 'parentUuid');
}

/** What an import needs of one record. */
export function qwenFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const type = qwenType(record);
  const uuid = textField(record, 'uuid');
  const known = type !== undefined && (!type.startsWith('system:') || SUBTYPES.has(type.slice('system:'.length)));
  return {
    ...(uuid === undefined ? {} : { key: uuid }),
    at: readForeignTime(field(record, 'timestamp'))?.iso ?? null,
    type: type ?? textField(record, 'type') ?? '(none)',
    known,
  };
}

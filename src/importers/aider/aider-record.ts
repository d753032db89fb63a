import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, numberField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { firstLine, type HistoryRecord } from './history.ts';

const TYPES: ReadonlySet<string> = new Set(['chat', 'prompt', 'output', 'answer'] satisfies HistoryRecord['type'][]);

/** What a record of a history is; undefined for one of another agent. */
export function aiderType(record: JsonObject | undefined): HistoryRecord['type'] | undefined {
  const type = textField(record, 'type') ?? '';
  const isOne = TYPES.has(type) && textField(record, 'chat') !== undefined && typeof field(record, 'text') === 'string';
  return isOne ? (type as HistoryRecord['type']) : undefined;
}

function chatOf(record: JsonObject): string {
  const again = numberField(record, 'again');
  return `${textField(record, 'chat')}${again === undefined ? '' : `+${again}`}`;
}

/** Where a record stands: its chat, and its place in it. */
export function aiderPlace(record: JsonObject): string {
  return `${chatOf(record)}/${numberField(record, 'block') ?? 0}`;
}

/** What makes a record the same one after lines before it were taken out, or lines were added to it. */
function aiderKey(record: JsonObject, type: HistoryRecord['type']): string {
  const start = type === 'chat' ? '' : firstLine(textField(record, 'text') ?? '');
  return JSON.stringify([chatOf(record), type, start, numberField(record, 'twin') ?? 0]);
}

/** What an import needs of one record. The time is that of its chat's start. */
export function aiderFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const type = aiderType(record);
  if (record === undefined || type === undefined)
    return { at: null, type: textField(record, 'type') ?? '(none)', known: false };
  return { key: aiderKey(record, type), at: readForeignTime(field(record, 'chat'))?.iso ?? null, type, known: true };
}

import type { RecordFacts } from '../../app/ports/importer.ts';
import { readForeignTime } from '../foreign-time.ts';
import { asObject, field, type JsonObject, textField } from '../json-fields.ts';
import { type CodexItem, readItem } from './item.ts';
import { isKnownItem, recordType } from './record-types.ts';

/** Time of a record: its own, else the one that its payload carries. */
export function recordTime(record: JsonObject): ReturnType<typeof readForeignTime> {
  return (
    readForeignTime(field(record, 'timestamp')) ??
    readForeignTime(field(asObject(field(record, 'payload')), 'timestamp'))
  );
}

/**
 * Native key of a record: the call, turn or item id with what the record says of it. Replayed history keeps these ids, so
 * a fork shares them with its parent. The header has no key: two files that agree in nothing else share no record.
 */
export function recordKey({ line, type, payload }: CodexItem): string | undefined {
  if (line === 'session_meta') return undefined;
  const callId = textField(payload, 'call_id') ?? textField(payload, 'callId');
  if (callId !== undefined) return `${type}:${callId}`;
  const turnId = textField(payload, 'turn_id');
  if (turnId !== undefined) return `${line}/${type}:${turnId}`;
  const id = textField(payload, 'id');
  return id === undefined ? undefined : `${type}:${id}`;
}

/** What an import needs of one record. */
export function codexFacts(record: unknown): RecordFacts {
  const object = asObject(record);
  const item = object === undefined ? undefined : readItem(object);
  if (object === undefined || item === undefined) {
    return { at: null, type: textField(object, 'type') ?? '(none)', known: false };
  }
  const line = textField(object, 'type') ?? item.line;
  const named = item.pointer === '' ? (item.type === '' ? item.line : item.type) : recordType(item, line);
  const key = recordKey(item);
  const at = recordTime(object)?.iso ?? null;
  return { ...(key === undefined ? {} : { key }), at, type: named, known: isKnownItem(item, line) };
}

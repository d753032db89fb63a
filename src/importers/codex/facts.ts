import { createHash } from 'node:crypto';
import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { type CodexItem, readItem } from './item.ts';
import { isKnownItem, recordType } from './record-types.ts';

/** Time of a record: its own, else the one that what it holds carries. */
export function recordTime(record: JsonObject): ReturnType<typeof readForeignTime> {
  return (
    readForeignTime(field(record, 'timestamp')) ??
    readForeignTime(field(asObject(field(record, 'payload') ?? field(record, 'session')), 'timestamp'))
  );
}

/**
 * Native key of a record: the call, turn or item id with what the record says of it. Replayed history keeps these ids, so
 * a fork shares them with its parent. The header has no key: two files that agree in nothing else share no record.
 */
export function recordKey({ line, type, payload, pointer }: CodexItem): string | undefined {
  if (line === 'session_meta') return undefined;
  const callId = textField(payload, 'call_id') ?? textField(payload, 'callId');
  if (callId !== undefined) return `${type}:${callId}`;
  const turnId = textField(payload, 'turn_id');
  if (turnId !== undefined) return `${line}/${type}:${turnId}`;
  const id = textField(payload, 'id');
  if (id !== undefined) return `${type}:${id}`;
  return pointer === '' && type === 'message' ? `said:${digestOf(payload)}` : undefined;
}

/** Bare messages carry neither id nor time; what they say is all that they can be known by. */
function digestOf(payload: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(payload)).digest('base64url').slice(0, 22);
}

/** What an import needs of one record. */
export function codexFacts(record: unknown): RecordFacts {
  const object = asObject(record);
  const item = object === undefined ? undefined : readItem(object);
  if (object === undefined || item === undefined) {
    return { at: null, type: textField(object, 'type') ?? '(none)', known: false };
  }
  const line = textField(object, 'type') ?? item.line;
  const named = item.pointer === '/payload' ? recordType(item, line) : item.type || item.line;
  const key = recordKey(item);
  const at = recordTime(object)?.iso ?? null;
  return { ...(key === undefined ? {} : { key }), at, type: named, known: isKnownItem(item, line) };
}

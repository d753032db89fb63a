import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, numberField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';

const TYPES = ['manifest', 'source', 'session', 'event', 'file_reference', 'file_touch', 'edge'] as const;

/** What a line of the exchange format is. */
export type CtxType = (typeof TYPES)[number];

/** Tells what a line is; undefined for one of another format. */
export function ctxType(record: JsonObject | undefined): CtxType | undefined {
  return TYPES.find((name) => name === field(record, 'record_type'));
}

/** The session that a line belongs to: the ids of its source and of the session in it; undefined for a line of none. */
export function ctxSession(record: JsonObject | undefined, member = 'session_id'): string | undefined {
  const type = ctxType(record);
  const [source, session] = [textField(record, 'source_id'), textField(record, member)];
  if (type === undefined || type === 'manifest' || type === 'source') return undefined;
  return source === undefined || session === undefined ? undefined : `${source}/${session}`;
}

/** When a line says that it happened. */
export function ctxTime(record: JsonObject): unknown {
  return field(record, 'occurred_at') ?? field(record, 'started_at');
}

/** The native id of an event: its own, else its number in the session. */
export function eventKey(record: JsonObject): string | undefined {
  const index = numberField(record, 'event_index');
  return textField(record, 'event_id') ?? (index === undefined ? undefined : `event:${index}`);
}

/** What an import needs of one record. */
export function ctxFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const type = ctxType(record);
  if (record === undefined || type === undefined)
    return { at: null, type: textField(record, 'record_type') ?? textField(record, 'type') ?? '(none)', known: false };
  const key = type === 'event' ? eventKey(record) : type === 'session' ? 'session' : undefined;
  const at = readForeignTime(ctxTime(record))?.iso ?? null;
  return { ...(key === undefined ? {} : { key }), at, type, known: true };
}

import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, numberField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';

/** The newest version of the format that is read. */
export const NEWEST_VERSION = 1;

const KINDS = ['meta', 'user', 'assistant', 'agent', 'event', 'title', 'compact'] as const;

/** What a line of a session file is. */
export type LineKind = (typeof KINDS)[number];

/** Tells what a line is; undefined for one of another agent. */
export function lineKind(record: JsonObject | undefined): LineKind | undefined {
  const kind = KINDS.find((name) => name === field(record, 'kind'));
  if (kind === 'meta') return textField(record, 'id') === undefined ? undefined : kind;
  return kind !== undefined && Object.hasOwn(record ?? {}, 't') ? kind : undefined;
}

/** Version of the format that a meta line names. */
export function versionOf(record: JsonObject | undefined): number {
  return lineKind(record) === 'meta' ? (numberField(record, 'v') ?? NEWEST_VERSION) : NEWEST_VERSION;
}

/** When a line was written. */
export function timeOf(record: JsonObject): unknown {
  return field(record, 't') ?? field(record, 'createdAt');
}

/** What an import needs of one record. Lines have no ids: their kind and time stand for one. */
export function levelcodeFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const kind = lineKind(record);
  if (record === undefined || kind === undefined)
    return { at: null, type: textField(record, 'kind') ?? textField(record, 'type') ?? '(none)', known: false };
  const at = readForeignTime(timeOf(record))?.iso ?? null;
  const name = kind === 'meta' ? textField(record, 'id') : textField(record, 't');
  const type = kind === 'event' ? `event:${textField(record, 'type') ?? ''}` : kind;
  return { ...(name === undefined ? {} : { key: `${kind} ${name}` }), at, type, known: true };
}

import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, listField, numberField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';

/** What a record of a document is; undefined for one of another agent. */
export function specstoryType(record: JsonObject | undefined): 'session' | 'message' | undefined {
  const type = field(record, 'type');
  const isOurs = typeof field(record, 'text') === 'string' && listField(record, 'lines').length === 2;
  if (!isOurs || (type !== 'session' && type !== 'message')) return undefined;
  return type === 'session' || numberField(record, 'place') !== undefined ? type : undefined;
}

/**
 * What makes a message the same one when the document is written anew: the time of its heading, or the last one before it,
 * and its place among the messages after that time.
 */
export function messageKey(record: JsonObject): string {
  return `${textField(record, 'after') ?? 'untimed'}/${numberField(record, 'place') ?? 0}`;
}

/** What an import needs of one record. */
export function specstoryFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const type = specstoryType(record);
  if (record === undefined || type === undefined)
    return { at: null, type: textField(record, 'type') ?? '(none)', known: false };
  if (type === 'session') return { key: 'session', at: null, type, known: true };
  const at = readForeignTime(field(record, 'timestamp') ?? field(record, 'after'))?.iso ?? null;
  return { key: messageKey(record), at, type: `${type}:${textField(record, 'role') ?? ''}`, known: true };
}

/** Older documents put the time behind the title; newer ones have nothing but the time. */
const TITLE_TIME = /\s*\(?(\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?Z)\)?\s*$/;
const LONGEST_TITLE = 1000;

/** What the document is called; where it names no session, its headings have no times, and that of the title is all there is. */
export function titleOf(record: JsonObject): { readonly name: string; readonly time: string | undefined } {
  const title = (textField(record, 'title') ?? '').slice(0, LONGEST_TITLE);
  const time = textField(record, 'id') === undefined ? TITLE_TIME.exec(title)?.[1] : undefined;
  return { name: title.replace(TITLE_TIME, ''), time };
}

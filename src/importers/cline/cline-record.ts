import type { RecordFacts } from '../../app/ports/importer.ts';
import { asObject, field, type JsonObject, numberField, objectField, textField } from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';

/**
 * What a record of a task is. `api`: a message as the model was sent it. `ui`: a line as the person saw it. `task`: what
 * the lines of the second tell of times and costs, where the first are read.
 */
export type ClineRecord = 'api' | 'ui' | 'task';

/** Tells what a record is; undefined for one of another agent. */
export function clineRecord(value: unknown): ClineRecord | undefined {
  const record = asObject(value);
  if (record === undefined) return undefined;
  if (objectField(record, 'clineTask') !== undefined) return 'task';
  const type = field(record, 'type');
  if (
    (type === 'say' || type === 'ask') &&
    typeof field(record, type) === 'string' &&
    numberField(record, 'ts') !== undefined
  )
    return 'ui';
  const role = field(record, 'role');
  const content = field(record, 'content');
  const isMessage = (role === 'user' || role === 'assistant') && !Object.hasOwn(record, 'timestamp');
  return isMessage && (Array.isArray(content) || typeof content === 'string') ? 'api' : undefined;
}

/** What a line of the screen is: the word of its `say` or `ask`. */
export function wordOf(record: JsonObject): string {
  return textField(record, textField(record, 'type') ?? '') ?? '';
}

/** What an import needs of one record. */
export function clineFacts(value: unknown): RecordFacts {
  const record = asObject(value);
  const what = clineRecord(record);
  if (record === undefined || what === undefined)
    return { at: null, type: textField(record, 'type') ?? '(none)', known: false };
  const at = readForeignTime(field(record, 'ts'))?.iso ?? null;
  if (what === 'task') return { key: 'task', at: null, type: what, known: true };
  if (what === 'api') return { at, type: `api:${textField(record, 'role')}`, known: true };
  return { key: `ui:${numberField(record, 'ts')}:${wordOf(record)}`, at, type: `ui:${wordOf(record)}`, known: true };
}

/** The folder that the client tells the model that it works in. */
export function folderIn(text: string): string | undefined {
  return /# Current (?:Working|Workspace) Directory \(([^)\n]+)\)/.exec(text)?.[1];
}

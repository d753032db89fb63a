import { type JsonObject, textField } from '../../kernel/json-fields.ts';

/** Id of a record's message: its own, else its place among the kept lines. */
export function recordId(record: JsonObject, line: number): string {
  return textField(record, 'uuid') ?? `line:${line}`;
}

/** Id of the tool call that stands at a place of a record's content: its own, else that place. */
export function toolCallId(block: JsonObject, line: number, index: number): string {
  return textField(block, 'id') ?? `line:${line}/${index}`;
}

import type { ContentBlock } from '../../domain/conversation.ts';
import { asObject, type JsonObject, listField, textField } from '../../kernel/json-fields.ts';

/** The thoughts that go with an answer. */
export function thoughtBlocks(record: JsonObject): ContentBlock[] {
  return listField(record, 'thoughts').flatMap((value): ContentBlock[] => {
    const thought = asObject(value);
    const lines = [textField(thought, 'subject'), textField(thought, 'description')].filter(
      (line) => line !== undefined,
    );
    return lines.length === 0 ? [] : [{ type: 'thinking', text: lines.join('\n') }];
  });
}

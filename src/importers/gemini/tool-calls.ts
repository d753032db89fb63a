import type { ContentBlock } from '../../domain/conversation.ts';
import { asObject, field, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';
import { responseText } from '../google-content.ts';

/** A call inside an answer, with what came of it. */
interface CallBlocks {
  readonly call: ContentBlock;
  readonly result: ContentBlock | undefined;
  /** A call that a person stopped has no result to show, but a reason. */
  readonly notice: ContentBlock | undefined;
}

/** Results as parts of the API, else what was shown on the screen. */
function resultText(record: JsonObject): string | undefined {
  const parts = field(record, 'result');
  const texts = (Array.isArray(parts) ? parts : [parts]).flatMap((value) => {
    const response = objectField(asObject(value), 'functionResponse');
    if (response !== undefined) return [responseText(field(response, 'response'))];
    return typeof value === 'string' ? [value] : (textField(asObject(value), 'text') ?? []);
  });
  if (texts.length > 0) return texts.join('\n');
  return textField(record, 'resultDisplay');
}

function readCall(record: JsonObject, id: string): CallBlocks {
  const status = textField(record, 'status');
  const text = resultText(record);
  const call: ContentBlock = {
    type: 'toolCall',
    id,
    name: textField(record, 'name') ?? '',
    input: field(record, 'args') ?? null,
  };
  if (status === 'cancelled')
    return { call, result: undefined, notice: { type: 'notice', kind: 'cancelled', text: text ?? '' } };
  const ended = status === 'success' || status === 'error' || text !== undefined;
  const content: ContentBlock[] = text === undefined ? [] : [{ type: 'text', text }];
  const result: ContentBlock = { type: 'toolResult', callId: id, isError: status === 'error', content };
  return { call, result: ended ? result : undefined, notice: undefined };
}

/** The calls of an answer. A call without id is named after its place. */
export function readToolCalls(record: JsonObject, messageId: string): readonly CallBlocks[] {
  return listField(record, 'toolCalls').flatMap((value, index) => {
    const call = asObject(value);
    return call === undefined ? [] : [readCall(call, textField(call, 'id') ?? `${messageId}/${index}`)];
  });
}

import type { ContentBlock } from '../domain/conversation.ts';
import { asObject, field, isTrue, type JsonObject, listField, objectField, textField } from '../kernel/json-fields.ts';
import { parseJson } from './parse-json.ts';

/** Arguments as the model gave them: JSON in a text, mostly. */
export function callArguments(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  return parseJson(value) ?? value;
}

function toPart(part: JsonObject): ContentBlock {
  const text = textField(part, 'text');
  const type = textField(part, 'type') ?? 'part';
  if (text !== undefined) return { type: 'text', text };
  if (type === 'image_url' || type === 'image') return { type: 'image' };
  return type === 'text' ? { type: 'text', text: '' } : { type: 'notice', kind: type, text: '' };
}

function partsOf(value: unknown): readonly ContentBlock[] {
  if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', text: value }];
  return (Array.isArray(value) ? value : []).flatMap((item) => {
    const part = asObject(item);
    return part === undefined ? [] : [toPart(part)];
  });
}

/** What a message in the form of OpenAI's chat API says: a text, or parts under either name. */
export function saidBlocks(message: JsonObject): readonly ContentBlock[] {
  const parts = listField(message, 'multi_content');
  return parts.length > 0 ? partsOf(parts) : partsOf(field(message, 'content'));
}

/** The calls of such a message. A call without id is named after its place. */
export function chatCalls(message: JsonObject, place: string): readonly ContentBlock[] {
  return listField(message, 'tool_calls').flatMap((value, index): readonly ContentBlock[] => {
    const call = asObject(value);
    const called = objectField(call, 'function');
    if (call === undefined) return [];
    const id = textField(call, 'id') ?? `${place}/${index}`;
    const name = textField(called, 'name') ?? textField(call, 'name') ?? '';
    return [{ type: 'toolCall', id, name, input: callArguments(field(called, 'arguments')) }];
  });
}

/** What a tool's message answers. */
export function chatResult(message: JsonObject, place: string): ContentBlock {
  const callId = textField(message, 'tool_call_id') ?? place;
  return { type: 'toolResult', callId, isError: isTrue(message, 'is_error'), content: saidBlocks(message) };
}

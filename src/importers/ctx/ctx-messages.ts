import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import { asObject, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { anthropicBlocks, plainText, subsByPointer } from '../anthropic-content.ts';
import { eventKey } from './ctx-record.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

const CALL = /^tool[_.-]?(?:call|use|request)/;
const RESULT = /^tool[_.-]?(?:result|output|response)/;

/** What an event says: blocks as the Anthropic API has them, a text, or the preview where that is all there is. */
function contentOf(record: JsonObject, kept: KeptRecord): readonly ContentBlock[] {
  const payload = field(record, 'payload');
  const object = asObject(payload);
  const place = { subs: subsByPointer(kept.subs), place: `line:${kept.n}`, text: plainText };
  const content = field(object, 'content');
  if (Array.isArray(content)) return anthropicBlocks(content, { ...place, pointer: '/payload/content' });
  const text =
    (typeof payload === 'string' ? payload : undefined) ??
    (typeof content === 'string' ? content : undefined) ??
    textField(object, 'text') ??
    textField(object, 'message') ??
    textField(record, 'preview');
  return text === undefined ? [] : plainText(text);
}

function call(record: JsonObject, base: Base): Message {
  const payload = objectField(record, 'payload');
  const id = textField(payload, 'call_id') ?? textField(payload, 'id') ?? base.id;
  const name = textField(payload, 'name') ?? textField(payload, 'tool') ?? '';
  const input = field(payload, 'input') ?? field(payload, 'arguments') ?? null;
  return { ...base, kind: 'notice', role: 'assistant', content: [{ type: 'toolCall', id, name, input }] };
}

function result(record: JsonObject, base: Base, content: readonly ContentBlock[]): Message {
  const message = { ...base, kind: 'toolResult', role: 'user' } as const;
  if (content.some(({ type }) => type === 'toolResult')) return { ...message, content };
  const payload = objectField(record, 'payload');
  const callId = textField(payload, 'call_id') ?? textField(payload, 'tool_use_id') ?? base.id;
  const isError = field(payload, 'is_error') === true;
  return { ...message, content: [{ type: 'toolResult', callId, isError, content }] };
}

/** The message of an event: who spoke is told by its role, what it is by its type. */
export function ctxMessage(record: JsonObject, kept: KeptRecord): Message {
  const base: Base = { id: eventKey(record) ?? `line:${kept.n}`, parentId: null, at: kept.at, line: kept.n };
  const [type, role] = [textField(record, 'event_type') ?? 'message', textField(record, 'role')];
  const content = contentOf(record, kept);
  if (CALL.test(type)) return call(record, base);
  if (RESULT.test(type) || role === 'tool') return result(record, base, content);
  if (type === 'summary') return { ...base, kind: 'summary', role: 'user', content };
  if (role === 'user') return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content };
  if (role === 'assistant') {
    const model = textField(objectField(record, 'payload'), 'model');
    return { ...base, kind: 'answer', role: 'assistant', content, ...(model === undefined ? {} : { model }) };
  }
  if (role === 'system') return { ...base, kind: 'meta', role: 'system', content };
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return { ...base, kind: 'notice', role: 'system', content: [{ type: 'notice', kind: type, text }] };
}

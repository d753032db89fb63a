import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import {
  asObject,
  field,
  isTrue,
  type JsonObject,
  listField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';
import { callArguments } from '../chat-message.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

function baseOf(kept: KeptRecord, id: string): Base {
  return { id, parentId: null, at: kept.at, line: kept.n };
}

/** What a person mentioned: a file, or something else that the editor knows. */
function toMention(mention: JsonObject): ContentBlock {
  const uri = field(mention, 'uri');
  const [kind, inside] = Object.entries(asObject(uri) ?? {})[0] ?? [];
  const target = asObject(inside);
  const path =
    textField(target, 'abs_path') ?? textField(target, 'path') ?? (typeof uri === 'string' ? uri : undefined);
  if (path !== undefined) return { type: 'file', name: path };
  return { type: 'notice', kind: 'mention', text: textField(target, 'name') ?? kind ?? '' };
}

function toThinking(value: unknown): ContentBlock {
  const thought = asObject(value);
  const signature = textField(thought, 'signature');
  const text = textField(thought, 'text') ?? (typeof value === 'string' ? value : '');
  return { type: 'thinking', text, ...(signature === undefined ? {} : { signature }) };
}

function toCall(use: JsonObject | undefined, place: string): ContentBlock {
  const id = textField(use, 'id') ?? place;
  const input = field(use, 'input') ?? callArguments(field(use, 'raw_input'));
  return { type: 'toolCall', id, name: textField(use, 'name') ?? '', input };
}

function toBlock(item: unknown, place: string): ContentBlock | undefined {
  if (typeof item === 'string') return { type: 'text', text: item };
  const [kind, value] = Object.entries(asObject(item) ?? {})[0] ?? [];
  switch (kind) {
    case undefined:
      return undefined;
    case 'Text':
      return typeof value === 'string' ? { type: 'text', text: value } : undefined;
    case 'Mention':
      return toMention(asObject(value) ?? {});
    case 'Image':
      return { type: 'image' };
    case 'Thinking':
      return toThinking(value);
    case 'RedactedThinking':
      return { type: 'thinking', text: '', encrypted: true };
    case 'ToolUse':
      return toCall(asObject(value), place);
    default:
      return { type: 'notice', kind, text: '' };
  }
}

function contentOf(message: JsonObject, place: string): readonly ContentBlock[] {
  return listField(message, 'content').flatMap((item, index) => toBlock(item, `${place}/${index}`) ?? []);
}

function resultContent(content: unknown): readonly ContentBlock[] {
  const items = Array.isArray(content) ? content : [content];
  return items.flatMap((item) => toBlock(item, '') ?? []);
}

function toResult(result: JsonObject, callId: string): ContentBlock {
  const id = textField(result, 'tool_use_id') ?? callId;
  return {
    type: 'toolResult',
    callId: id,
    isError: isTrue(result, 'is_error'),
    content: resultContent(field(result, 'content')),
  };
}

/** Results stand in the message that asked for them, by call. */
function resultsOf(message: JsonObject): readonly ContentBlock[] {
  const entries: readonly [string, unknown][] = Object.entries(objectField(message, 'tool_results') ?? {});
  return entries.flatMap(([callId, value]) => {
    const result = asObject(value);
    return result === undefined ? [] : [toResult(result, callId)];
  });
}

function withResults(answer: Message, results: readonly ContentBlock[]): readonly Message[] {
  if (results.length === 0) return [answer];
  const { parentId, at, line, id } = answer;
  return [answer, { id: `${id}/results`, parentId, at, line, kind: 'toolResult', role: 'user', content: results }];
}

/** What a person said. */
export function userMessage(message: JsonObject, kept: KeptRecord): Message {
  const base = baseOf(kept, textField(message, 'id') ?? `line:${kept.n}`);
  return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content: contentOf(message, base.id) };
}

/** What the model answered, and what came of its calls. */
export function agentMessages(message: JsonObject, kept: KeptRecord): readonly Message[] {
  const base = baseOf(kept, `line:${kept.n}`);
  const answer: Message = { ...base, kind: 'answer', role: 'assistant', content: contentOf(message, base.id) };
  return withResults(answer, resultsOf(message));
}

/** That the person let the agent go on. */
export function resumeMessage(kept: KeptRecord): Message {
  const content: readonly ContentBlock[] = [{ type: 'notice', kind: 'resumed', text: '' }];
  return { ...baseOf(kept, `line:${kept.n}`), kind: 'notice', role: 'system', content };
}

function segmentBlocks(message: JsonObject): readonly ContentBlock[] {
  const text = textField(message, 'text');
  const segments = listField(message, 'segments').flatMap((value): readonly ContentBlock[] => {
    const segment = asObject(value);
    if (field(segment, 'type') === 'redacted_thinking') return [{ type: 'thinking', text: '', encrypted: true }];
    const said = textField(segment, 'text');
    if (said === undefined) return [];
    return field(segment, 'type') === 'thinking' ? [toThinking(segment)] : [{ type: 'text', text: said }];
  });
  return text === undefined ? segments : [{ type: 'text', text }, ...segments];
}

function olderResult(value: unknown): readonly ContentBlock[] {
  const result = asObject(value);
  const content = field(result, 'content');
  if (result === undefined) return [];
  return [toResult({ ...result, content: content ?? null }, '')];
}

/** The messages of an older version. */
export function olderMessages(role: string, message: JsonObject, kept: KeptRecord): readonly Message[] {
  const base = baseOf(kept, `line:${kept.n}`);
  const said = segmentBlocks(message);
  if (role === 'user') {
    const results = listField(message, 'tool_results').flatMap(olderResult);
    if (said.length === 0 && results.length > 0) return [{ ...base, kind: 'toolResult', role, content: results }];
    return [{ ...base, kind: 'prompt', role, promptKind: 'plain', content: said }];
  }
  if (role === 'system') return [{ ...base, kind: 'meta', role, content: said }];
  const calls = listField(message, 'tool_uses').map((use, index) => toCall(asObject(use), `${base.id}/${index}`));
  const answer: Message = { ...base, kind: 'answer', role: 'assistant', content: [...said, ...calls] };
  return withResults(answer, listField(message, 'tool_results').flatMap(olderResult));
}

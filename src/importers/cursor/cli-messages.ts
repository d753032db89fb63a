import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import { asObject, field, isTrue, type JsonObject, listField, textField } from '../../kernel/json-fields.ts';
import { callArguments } from '../chat-message.ts';

const QUERY = /<user_query>\s*([\s\S]*?)\s*<\/user_query>/;
const INJECTED = /^\s*<(?:user_info|environment|system_reminder|git_status|rules|attached_files|project_layout)\b/;

/** Names of one thing in the chats of the command line and in transcripts. */
function anyText(item: JsonObject, ...names: readonly string[]): string | undefined {
  return names.map((name) => textField(item, name)).find((text) => text !== undefined);
}

function resultContent(item: JsonObject): readonly ContentBlock[] {
  const value = field(item, 'result') ?? field(item, 'content') ?? field(item, 'output');
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.flatMap((part): readonly ContentBlock[] => {
    const text = typeof part === 'string' ? part : textField(asObject(part), 'text');
    if (text !== undefined) return [{ type: 'text', text }];
    return part === undefined || part === null ? [] : [{ type: 'text', text: JSON.stringify(part) }];
  });
}

function toBlock(item: JsonObject, place: string): ContentBlock {
  const type = textField(item, 'type') ?? 'part';
  const id = anyText(item, 'toolCallId', 'tool_use_id', 'id') ?? place;
  switch (type) {
    case 'text':
      return { type, text: textField(item, 'text') ?? '' };
    case 'reasoning':
    case 'thinking':
      return { type: 'thinking', text: anyText(item, 'text', 'thinking') ?? '' };
    case 'redacted-reasoning':
      return { type: 'thinking', text: '', encrypted: true };
    case 'tool-call':
    case 'tool_use': {
      const input = callArguments(field(item, 'args') ?? field(item, 'input'));
      return { type: 'toolCall', id, name: anyText(item, 'toolName', 'name') ?? '', input };
    }
    case 'tool-result':
    case 'tool_result': {
      const isError = isTrue(item, 'isError') || isTrue(item, 'is_error');
      return { type: 'toolResult', callId: id, isError, content: resultContent(item) };
    }
    case 'image':
      return { type };
    default:
      return { type: 'notice', kind: type, text: '' };
  }
}

function blocksOf(holder: JsonObject, place: string): readonly ContentBlock[] {
  const content = field(holder, 'content');
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listField(holder, 'content').flatMap((value, index): readonly ContentBlock[] => {
    const item = asObject(value);
    if (item !== undefined) return [toBlock(item, `${place}/${index}`)];
    return typeof value === 'string' ? [{ type: 'text', text: value }] : [];
  });
}

/** What the person typed stands in a tag, beside what the client put in. */
function typed(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const hasQuery = blocks.some((block) => block.type === 'text' && QUERY.test(block.text));
  if (!hasQuery) return blocks;
  return blocks.map((block) => {
    const query = block.type === 'text' ? QUERY.exec(block.text) : null;
    if (query !== null) return { type: 'text', text: query[1] ?? '' };
    return block.type === 'text' ? { type: 'notice', kind: 'injected', text: block.text } : block;
  });
}

function isInjected(blocks: readonly ContentBlock[]): boolean {
  return blocks.length > 0 && blocks.every((block) => block.type === 'text' && INJECTED.test(block.text));
}

/** The message of one that the command line keeps, or of a line of a transcript. */
export function cliMessage(holder: JsonObject, role: string, kept: KeptRecord): Message {
  const id = textField(holder, 'id') ?? `line:${kept.n}`;
  const base = { id, parentId: null, at: kept.at, line: kept.n };
  const content = blocksOf(holder, `line:${kept.n}`);
  if (role === 'assistant') return { ...base, kind: 'answer', role, content };
  if (role === 'system') return { ...base, kind: 'meta', role, content };
  const isResult = content.length > 0 && content.every(({ type }) => type === 'toolResult');
  if (role === 'tool' || isResult) return { ...base, kind: 'toolResult', role: 'user', content };
  const said = typed(content);
  if (said === content && isInjected(content)) return { ...base, kind: 'meta', role: 'user', content };
  return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content: said };
}

import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import { field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { chatCalls, chatResult, saidBlocks } from '../chat-message.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

/** Lines that mini-me puts into what a person typed. */
const ATTACHED = /^\[attached file: (.+)\]$/;
const INJECTED = /^\[(?:asked|hook|note)\b.*\]$/i;
/** What stands in the history for the turns that a compaction took out. */
const SUMMARY = /^[\s[(<#*]*(?:summary of|conversation summary|compacted|summary)\b/i;

function lineBlock(line: string): ContentBlock | undefined {
  const name = ATTACHED.exec(line)?.[1];
  if (name !== undefined) return { type: 'file', name };
  return INJECTED.test(line) ? { type: 'notice', kind: 'injected', text: line } : undefined;
}

/** What a person typed, and what was put in beside it. */
function typedBlocks(text: string): readonly ContentBlock[] {
  if (!text.includes('[')) return [{ type: 'text', text }];
  const typed: string[] = [];
  const added: ContentBlock[] = [];
  for (const line of text.split('\n')) {
    const block = lineBlock(line);
    if (block === undefined) typed.push(line);
    else added.push(block);
  }
  const words = typed.join('\n').trim();
  return words === '' ? added : [{ type: 'text', text: words }, ...added];
}

function userMessage(record: JsonObject, base: Base): Message {
  const said = saidBlocks(record);
  const [first] = said;
  if (first?.type === 'text' && SUMMARY.test(first.text))
    return { ...base, kind: 'summary', role: 'user', content: said };
  const content = said.flatMap((block) => (block.type === 'text' ? typedBlocks(block.text) : [block]));
  const isTyped = content.some(({ type }) => type === 'text' || type === 'image') || content.length === 0;
  if (!isTyped) return { ...base, kind: 'meta', role: 'user', content };
  return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content };
}

/** The message of a record of the history. */
export function miniMeMessage(record: JsonObject, kept: KeptRecord): Message {
  const id = `line:${kept.n}`;
  const base: Base = { id, parentId: null, at: kept.at, line: kept.n };
  switch (field(record, 'role')) {
    case 'user':
      return userMessage(record, base);
    case 'assistant':
      return { ...base, kind: 'answer', role: 'assistant', content: [...saidBlocks(record), ...chatCalls(record, id)] };
    case 'tool':
      return { ...base, kind: 'toolResult', role: 'user', content: [chatResult(record, id)] };
    default:
      return { ...base, kind: 'meta', role: 'system', content: saidBlocks(record) };
  }
}

/** Whether a record of the history is a question of the person's. */
export function isQuestion(record: JsonObject): boolean {
  if (textField(record, 'role') !== 'user') return false;
  return userMessage(record, { id: '', parentId: null, at: null, line: 0 }).kind === 'prompt';
}

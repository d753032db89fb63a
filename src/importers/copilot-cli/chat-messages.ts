import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { Message } from '../../domain/conversation.ts';
import type { JsonObject } from '../../kernel/json-fields.ts';
import { chatCalls, chatResult, saidBlocks } from '../chat-message.ts';

/** The message of the older document; it has neither id nor time. */
export function chatMessage(record: JsonObject, role: string, kept: KeptRecord): Message {
  const id = `line:${kept.n}`;
  const base = { id, parentId: null, at: null, line: kept.n };
  const said = saidBlocks(record);
  if (role === 'user') return { ...base, kind: 'prompt', role, promptKind: 'plain', content: said };
  if (role === 'assistant') return { ...base, kind: 'answer', role, content: [...said, ...chatCalls(record, id)] };
  if (role === 'tool') return { ...base, kind: 'toolResult', role: 'user', content: [chatResult(record, id)] };
  return { ...base, kind: 'meta', role: 'system', content: said };
}

import type { ContentBlock, Conversation, Message, MessageKind } from '../../src/domain/conversation.ts';
import { listBranches } from '../../src/domain/conversation-branches.ts';
import { findActiveLeaf, tracePath } from '../../src/domain/conversation-path.ts';

/** A message whose parent is the one before it in the list, unless it names one. */
export type Line = Partial<Message> & Pick<Message, 'id' | 'kind'> & { readonly says?: string };

export const call = (id: string, name = 'Read', input: unknown = { file_path: 'beds.ts' }): ContentBlock => ({
  type: 'toolCall',
  id,
  name,
  input,
});

export const done = (callId: string, text = 'fine', isError = false): ContentBlock => ({
  type: 'toolResult',
  callId,
  isError,
  content: [{ type: 'text', text }],
});

function roleOf(kind: MessageKind): Message['role'] {
  return kind === 'answer' ? 'assistant' : 'user';
}

/** A conversation of these messages, the newest turn as its leaf. */
export function conversationOf(lines: readonly Line[]): Conversation {
  const messages = lines.map(
    ({ says, ...line }, index): Message => ({
      parentId: lines[index - 1]?.id ?? null,
      role: roleOf(line.kind),
      at: null,
      content: says === undefined ? [] : [{ type: 'text', text: says }],
      line: index + 1,
      ...line,
    }),
  );
  const leaf = findActiveLeaf(messages);
  const activePath = tracePath(messages, leaf);
  const branches = listBranches(messages, activePath, leaf);
  return { agent: 'claude-code', nativeId: null, messages, activePath, branches, compactions: [], repairs: [] };
}

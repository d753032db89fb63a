import type { NativeOriginal, WholeRecord } from '../app/ports/native-writer.ts';
import type { Conversation, Message } from '../domain/conversation.ts';
import { indexMessages } from '../domain/conversation-path.ts';

/** The current records of a linear file, up to the last message that is copied. */
export function recordsUpTo({ records, conversation, path }: NativeOriginal): readonly WholeRecord[] {
  const current = records.filter((record) => record.current);
  if (path === null) return current;
  const onPath = new Set(path);
  const last = conversation.messages.reduce((line, one) => (onPath.has(one.id) ? Math.max(line, one.line) : line), 0);
  return current.filter(({ n }) => n <= last);
}

/** The messages to compose, in order: the active line, or the one that ends where the copy ends. */
export function messagesOf(conversation: Conversation, path: readonly string[] | null): readonly Message[] {
  const byId = indexMessages(conversation.messages);
  return (path ?? conversation.activePath).flatMap((id) => byId.get(id) ?? []);
}

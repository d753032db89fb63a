import type { Conversation, Message } from './conversation.ts';
import { beginsTurn } from './turns.ts';
import type { CapturedPrompt } from './unpaired-prompts.ts';

function messageOf({ id, at, text }: CapturedPrompt, parentId: string | null): Message {
  return {
    id,
    parentId,
    kind: 'prompt',
    role: 'user',
    at,
    content: [{ type: 'text', text }],
    promptKind: 'plain',
    line: 0,
    captured: true,
  };
}

/** Place on the path before the first turn that began later: no turn of the transcript is cut in two. */
function placeOf(path: readonly Message[], { at }: CapturedPrompt): number {
  const later = path.findIndex((message) => beginsTurn(message) && message.at !== null && message.at > at);
  return later === -1 ? path.length : later;
}

/** Puts prompts that only were recorded live on the active path, by time, each as a turn of its own. */
export function insertPrompts(conversation: Conversation, prompts: readonly CapturedPrompt[]): Conversation {
  if (prompts.length === 0) return conversation;
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
  const path = conversation.activePath.flatMap((id) => byId.get(id) ?? []);
  const added: Message[] = [];
  for (const prompt of [...prompts].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))) {
    const place = placeOf(path, prompt);
    const message = messageOf(prompt, path[place - 1]?.id ?? null);
    path.splice(place, 0, message);
    added.push(message);
  }
  return {
    ...conversation,
    messages: [...conversation.messages, ...added],
    activePath: path.map(({ id }) => id),
  };
}

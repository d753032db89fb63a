import type { Message } from './conversation.ts';

/** Counts tool calls by name, distinct by call id, in the session's own thread. */
export function tallyTools(messages: readonly Message[]): Readonly<Record<string, number>> {
  const seen = new Set<string>();
  const tally = new Map<string, number>();
  for (const message of messages) {
    if (message.sidechain === true) continue;
    for (const block of message.content) {
      if (block.type !== 'toolCall' || seen.has(block.id)) continue;
      seen.add(block.id);
      tally.set(block.name, (tally.get(block.name) ?? 0) + 1);
    }
  }
  return Object.fromEntries(tally);
}

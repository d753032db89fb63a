import { addAll } from '../kernel/add-all.ts';
import type { CallPart, ContextPart, ContextStep } from './context-step.ts';

/** A turn of speech as chat APIs count it: one side, everything it said before the other side spoke. */
export type ChatMessage =
  | { readonly role: 'user'; readonly results: readonly CallPart[]; readonly texts: readonly string[] }
  | {
      readonly role: 'assistant';
      readonly thinking: readonly ThinkingPart[];
      readonly texts: readonly string[];
      readonly calls: readonly CallPart[];
    };

export type ThinkingPart = Extract<ContextPart, { type: 'thinking' }>;
type OpenUser = { role: 'user'; results: CallPart[]; texts: string[] };
type OpenAssistant = { role: 'assistant'; thinking: ThinkingPart[]; texts: string[]; calls: CallPart[] };

function textsOf({ parts }: ContextStep): readonly string[] {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** Thinking that stands before everything else of its step, and that something follows. */
function leadingThinking({ parts }: ContextStep): readonly ThinkingPart[] {
  const end = parts.findIndex((part) => part.type !== 'thinking');
  return end === -1 ? [] : (parts.slice(0, end) as ThinkingPart[]);
}

class ChatBuilder {
  readonly messages: (OpenUser | OpenAssistant)[] = [];

  #user(): OpenUser {
    const last = this.messages.at(-1);
    if (last?.role === 'user') return last;
    const opened: OpenUser = { role: 'user', results: [], texts: [] };
    this.messages.push(opened);
    return opened;
  }

  addUser(step: ContextStep): void {
    const texts = textsOf(step);
    if (texts.length > 0) addAll(this.#user().texts, texts);
  }

  addAssistant(step: ContextStep): void {
    const texts = textsOf(step);
    const calls = step.parts.filter((part) => part.type === 'call');
    if (texts.length === 0 && calls.length === 0) return;
    const last = this.messages.at(-1);
    if (last?.role === 'assistant') {
      // Thinking in the middle of an answer is none that an API takes back.
      addAll(last.texts, texts);
      addAll(last.calls, calls);
    } else this.messages.push({ role: 'assistant', thinking: [...leadingThinking(step)], texts: [...texts], calls });
    if (calls.length > 0) addAll(this.#user().results, calls);
  }
}

/**
 * Steps as alternating messages: the results of calls stand in the very next message of the user's side, and what one side
 * said twice in a row is one message. The first message may still be the assistant's.
 */
export function chatMessages(steps: readonly ContextStep[]): readonly ChatMessage[] {
  const builder = new ChatBuilder();
  for (const step of steps) {
    if (step.role === 'user') builder.addUser(step);
    else builder.addAssistant(step);
  }
  return builder.messages;
}

/** What stands first where a conversation begins with an answer: chat APIs want the user's side first. */
export const BEGINS_WITH_ANSWER = '[the conversation begins with an answer]';

/** The same with the user's side first, and without blanks at the end of a last answer, which the APIs refuse. */
export function wholeChat(steps: readonly ContextStep[]): readonly ChatMessage[] {
  const messages = [...chatMessages(steps)];
  if (messages[0]?.role === 'assistant') messages.unshift({ role: 'user', results: [], texts: [BEGINS_WITH_ANSWER] });
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return messages;
  const texts = last.texts.map((text, index) => (index === last.texts.length - 1 ? text.trimEnd() : text));
  return [...messages.slice(0, -1), { ...last, texts }];
}

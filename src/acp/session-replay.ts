import type { ContentBlock as AcpContent, SessionUpdate, ToolCallContent, ToolKind } from '@agentclientprotocol/sdk';
import type { AppContext } from '../app/context.ts';
import { type ExportedSession, readExported } from '../app/export-conversation.ts';
import type { ContentBlock, Message } from '../domain/conversation.ts';
import { messagesInOrder, shownText } from '../domain/conversation-markdown.ts';
import type { SessionView } from '../domain/session-view.ts';
import { aboutCall } from '../domain/tool-about.ts';
import { type PairedCall, pairTools } from '../domain/tool-pairing.ts';
import { toolPaths } from '../domain/tool-paths.ts';
import { makeBlockVisible, makeLineVisible } from '../kernel/visible-text.ts';

type ToolResult = Extract<ContentBlock, { type: 'toolResult' }>;

/** Longest text of one update, in UTF-16 units. */
const MOST_TEXT = 256 * 1024;
const MOST_TITLE = 200;
const MOST_LOCATIONS = 64;
/** How deep the arguments of a call are shown. */
const MOST_DEPTH = 32;

function visibleValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return shortened(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MOST_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((each) => visibleValue(each, depth + 1));
  const entries = Object.entries(value).map(([key, each]) => [makeLineVisible(key), visibleValue(each, depth + 1)]);
  return Object.fromEntries(entries) as unknown;
}

function shortened(text: string): string {
  const left = text.length - MOST_TEXT;
  if (left <= 0) return makeBlockVisible(text);
  return `${makeBlockVisible(text.slice(0, MOST_TEXT).toWellFormed())}\n[… ${left} more characters: loom sessions export]`;
}

function textContent(text: string): AcpContent {
  return { type: 'text', text: shortened(text) };
}

const KINDS: readonly (readonly [RegExp, ToolKind])[] = [
  [/^(?:ba|z)?sh$|shell|exec|terminal|command|powershell/i, 'execute'],
  [/delete|remove/i, 'delete'],
  [/move|rename/i, 'move'],
  [/edit|write|patch|create|replace|insert|notebook/i, 'edit'],
  [/search|grep|glob|find|list|^ls$/i, 'search'],
  [/fetch|web|browse|url/i, 'fetch'],
  [/read|view|cat|open/i, 'read'],
  [/think|plan|todo/i, 'think'],
];

function kindOf(name: string): ToolKind {
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}

function titleOf({ name, input }: PairedCall): string {
  const about = aboutCall(input);
  return makeLineVisible(about === null ? name : `${name}: ${about}`)
    .slice(0, MOST_TITLE)
    .toWellFormed();
}

/** Turns the messages of a conversation into the updates that a client shows, none of which asks it to do anything. */
class Replay {
  readonly #calls: ReadonlyMap<string, PairedCall>;
  readonly #results: ReadonlyMap<string, ToolResult>;
  readonly #told = new Set<string>();
  #last = '';

  constructor({ conversation }: ExportedSession) {
    this.#calls = pairTools(conversation.messages).calls;
    const results = new Map<string, ToolResult>();
    for (const { content } of conversation.messages) {
      for (const block of content) {
        if (block.type === 'toolResult' && !results.has(block.callId)) results.set(block.callId, block);
      }
    }
    this.#results = results;
  }

  *updates(message: Message): Generator<SessionUpdate> {
    switch (message.kind) {
      case 'prompt':
        yield* this.#said('user_message_chunk', message, shownText(message.content));
        return;
      case 'summary':
        yield* this.#said(
          'agent_message_chunk',
          message,
          `[summary of what came before]\n\n${shownText(message.content)}`,
        );
        return;
      case 'answer':
        for (const block of message.content) yield* this.#answered(message, block);
        return;
      default:
        return;
    }
  }

  *#answered(message: Message, block: ContentBlock): Generator<SessionUpdate> {
    if (block.type === 'thinking') {
      if (block.encrypted !== true) yield* this.#said('agent_thought_chunk', message, block.text);
    } else if (block.type === 'toolCall') {
      const call = this.#calls.get(block.id);
      if (call !== undefined && !this.#told.has(block.id)) yield this.#called(call);
    } else yield* this.#said('agent_message_chunk', message, shownText([block]));
  }

  /** Clients put chunks of one kind together: what another message says begins a paragraph. */
  *#said(
    sessionUpdate: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk',
    { id }: Message,
    text: string,
  ): Generator<SessionUpdate> {
    if (text.trim() === '') return;
    const content = textContent(this.#last === sessionUpdate ? `\n\n${text}` : text);
    this.#last = sessionUpdate;
    yield { sessionUpdate, messageId: id, content };
  }

  #called(call: PairedCall): SessionUpdate {
    const { id, name, input, status } = call;
    this.#told.add(id);
    this.#last = 'tool_call';
    return {
      sessionUpdate: 'tool_call',
      toolCallId: id,
      title: titleOf(call),
      kind: kindOf(name),
      status: status === 'ok' ? 'completed' : 'failed',
      rawInput: visibleValue(input),
      locations: toolPaths(name, input)
        .slice(0, MOST_LOCATIONS)
        .map(({ path }) => ({ path: makeLineVisible(path) })),
      content: this.#outcome(call),
    };
  }

  #outcome({ id, status }: PairedCall): ToolCallContent[] {
    const result = this.#results.get(id);
    const text = result === undefined ? '' : shownText(result.content);
    const shown = status === 'interrupted' ? '[interrupted: no result was recorded]' : text;
    return shown.trim() === '' ? [] : [{ type: 'content', content: textContent(shown) }];
  }
}

/**
 * Everything that was said and done in a session, as updates in its order, along the active branch: prompts, answers, thinking,
 * and each call once, with how it ended. Redacted with the present rules. The store is read before the first update.
 */
export function replaySession(app: AppContext, view: SessionView): Iterable<SessionUpdate> {
  const exported = readExported(app, view, 'redacted');
  const messages = messagesInOrder(exported.conversation, 'redacted');
  const replay = new Replay(exported);
  return (function* () {
    for (const message of messages) yield* replay.updates(message);
  })();
}

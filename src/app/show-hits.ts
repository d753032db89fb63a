import type { Conversation, Message } from '../domain/conversation.ts';
import { cutBefore } from '../domain/cut-text.ts';
import type { MemoryRecord } from '../domain/memory-state.ts';
import { estimateTokens } from '../domain/search-document.ts';
import type { SessionView } from '../domain/session-view.ts';
import { type PairedCall, pairTools } from '../domain/tool-pairing.ts';
import { foldTurns, textOf } from '../domain/turns.ts';
import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import { findHit, type HitTarget, messageNotFound } from './find-hit.ts';
import { hydrateConversation } from './hydrate-blobs.ts';
import type { SessionScope } from './list-sessions.ts';
import { summaryText, wholeConversation } from './session-documents.ts';

/** Estimated tokens of one answer unless told otherwise. */
export const SHOW_BUDGET = 4000;

/** One thing whole, as far as the budget goes. */
export interface ShownHit {
  readonly id: string;
  readonly type: 'memory' | 'session' | 'event' | 'toolCall' | Message['kind'];
  readonly session: SessionId | null;
  readonly title: string | null;
  readonly at: string | null;
  readonly text: string;
  /** Estimated tokens of the whole text. */
  readonly tokens: number;
  /** The text goes on. */
  readonly truncated: boolean;
  /** The whole record, for memory. */
  readonly record?: MemoryRecord;
}

export interface ShowRequest {
  readonly scope: SessionScope;
  /** Estimated tokens for all texts together. Default: {@link SHOW_BUDGET}. */
  readonly budget?: number;
}

/** Shows what ids stand for: records, messages, tool calls with their results, sessions, events. Throws LoomError `not-found`. */
export function showHits(app: AppContext, ids: readonly string[], request: ShowRequest): readonly ShownHit[] {
  const targets = ids.map((id) => ({ id, target: findHit(app, id, request.scope) }));
  let left = (request.budget ?? SHOW_BUDGET) * 4;
  return targets.map(({ id, target }) => {
    const shown = showTarget(app, id, target);
    const end = cutBefore(shown.text, Math.max(0, left));
    left -= end;
    return { ...shown, text: shown.text.slice(0, end), truncated: end < shown.text.length };
  });
}

type Whole = Omit<ShownHit, 'truncated'>;

function showTarget(app: AppContext, id: string, target: HitTarget): Whole {
  switch (target.kind) {
    case 'memory':
      return showMemory(target.record);
    case 'session':
      return showWhole(app, target.view);
    case 'message':
      return showMessage(app, target.view, target.key);
    case 'event':
      return showEvent(id, target);
  }
}

function showMemory(record: MemoryRecord): Whole {
  const { id, kind, text, provenance, acceptedAt, proposedAt } = record;
  const at = acceptedAt ?? proposedAt;
  const tokens = estimateTokens(text.length);
  return { id, type: 'memory', session: provenance.sessionId, title: kind, at, text, tokens, record };
}

function showEvent(id: string, { event, view }: Extract<HitTarget, { kind: 'event' }>): Whole {
  const text = JSON.stringify(event.data, null, 2);
  return {
    id: event.id ?? id,
    type: 'event',
    session: view?.id ?? null,
    title: event.type,
    at: event.at,
    text,
    tokens: estimateTokens(text.length),
  };
}

function conversationOf(app: AppContext, view: SessionView): Conversation {
  const state = app.readModel.state(view.id);
  if (state === undefined)
    return {
      agent: view.agent,
      nativeId: null,
      messages: [],
      activePath: [],
      branches: [],
      compactions: [],
      repairs: [],
    };
  return wholeConversation(app, state);
}

/** What a session was about: each prompt, and what the turn ended with. */
function showWhole(app: AppContext, view: SessionView): Whole {
  const conversation = hydrateConversation(app, view.id, {
    conversation: conversationOf(app, view),
    hydration: 'said',
  });
  const lines = foldTurns(conversation).flatMap(({ prompt, answer, toolCalls }) => [
    ...(prompt === null ? [] : [`> ${prompt}`]),
    ...(toolCalls.length === 0 ? [] : [`[${toolCalls.length} tool calls]`]),
    ...(answer === null ? [] : [answer]),
  ]);
  const text = lines.join('\n\n');
  return {
    id: view.id,
    type: 'session',
    session: view.id,
    title: view.title,
    at: view.sortAt,
    text,
    tokens: estimateTokens(text.length),
  };
}

function showMessage(app: AppContext, view: SessionView, key: string): Whole {
  const conversation = conversationOf(app, view);
  const message = conversation.messages.find(({ id }) => id === key);
  const call = message === undefined ? pairTools(conversation.messages).calls.get(key) : undefined;
  if (message === undefined && call === undefined) return showSummary(app, view, key);
  const parts = message === undefined ? callParts(call as PairedCall, conversation) : [message];
  const hydrated = hydrateConversation(app, view.id, {
    conversation: { ...conversation, messages: parts },
    hydration: 'everything',
  });
  const text = message === undefined ? callText(key, hydrated.messages) : messageText(hydrated.messages[0]);
  const type = message === undefined ? 'toolCall' : message.kind;
  const at = (message ?? call?.message)?.at ?? null;
  return {
    id: `${view.id}:${key}`,
    type,
    session: view.id,
    title: view.title,
    at,
    text,
    tokens: estimateTokens(text.length),
  };
}

/** A summary that loom made, by the event that stored it. */
function showSummary(app: AppContext, view: SessionView, key: string): Whole {
  const mark = app.readModel.state(view.id)?.summaries.find(({ event }) => event === key);
  const text = mark === undefined ? undefined : summaryText(app, view.id, mark);
  if (mark === undefined || text === undefined) throw messageNotFound(view, key);
  return {
    id: `${view.id}:${key}`,
    type: 'summary',
    session: view.id,
    title: view.title,
    at: mark.at,
    text,
    tokens: estimateTokens(text.length),
  };
}

function messageText(message: Message | undefined): string {
  return message === undefined ? '' : textOf(message.content);
}

/** The messages that hold a call and its result. */
function callParts(call: PairedCall, { messages }: Conversation): readonly Message[] {
  const result = messages.find(({ id }) => id === call.resultMessageId);
  return result === undefined ? [call.message] : [call.message, result];
}

function callText(key: string, messages: readonly Message[]): string {
  const blocks = messages.flatMap(({ content }) => content);
  return blocks
    .flatMap((block) => {
      if (block.type === 'toolCall' && block.id === key)
        return [`${block.name} ${JSON.stringify(block.input, null, 2)}`];
      if (block.type === 'toolResult' && block.callId === key)
        return [`${block.isError ? 'Error' : 'Result'}:\n${textOf(block.content)}`];
      return [];
    })
    .join('\n\n');
}

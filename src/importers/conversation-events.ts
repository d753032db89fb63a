import type { ContentBlock, Conversation, Message } from '../domain/conversation.ts';
import type { DerivedEvent } from '../domain/derived-event.ts';
import { toolPaths } from '../domain/tool-paths.ts';
import { knownParts } from '../kernel/known-parts.ts';

const MOST_PATHS = 64;

type Block<T extends ContentBlock['type']> = Extract<ContentBlock, { type: T }>;

/** How the agent says that a call ended, beside the result that the model saw. */
export interface CallOutcome {
  readonly durationMs?: number;
  readonly exitStatus?: number;
  readonly interrupted?: boolean;
}

/** What an agent's format tells beyond the conversation itself. */
export interface EventSources {
  readonly outcomes?: ReadonlyMap<string, CallOutcome>;
  /** Tools by which the agent sends out a subagent. */
  readonly subagentTools?: ReadonlySet<string>;
  /** Native prompt or turn id of a prompt, by message id. */
  readonly promptIds?: ReadonlyMap<string, string>;
}

/** What has been seen so far: each call and result is one fact however often it is recorded. */
interface Seen {
  readonly calls: Map<string, string>;
  readonly results: Set<string>;
  readonly compactions: ReadonlyMap<string, Conversation['compactions'][number]>;
  model: string | undefined;
}

interface Fact {
  readonly type: string;
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function eventAt(message: Message, { type, key, data }: Fact): DerivedEvent {
  const { id, at, line } = message;
  return { type, key, at, data: knownParts({ ...data, messageId: id }), messageId: id, line };
}

function* callEvents(message: Message, block: Block<'toolCall'>, from: Walk): Generator<DerivedEvent> {
  const { id: callId, name, input } = block;
  if (from.seen.calls.has(callId)) return;
  from.seen.calls.set(callId, name);
  const touched = toolPaths(name, input);
  const paths = touched.length === 0 ? undefined : touched.slice(0, MOST_PATHS).map(({ path }) => path);
  const access = touched[0]?.access === 'edit' ? 'write' : touched[0]?.access;
  yield eventAt(message, { type: 'tool.requested', key: callId, data: { callId, name, paths, access } });
  if (from.sources.subagentTools?.has(name) === true)
    yield eventAt(message, { type: 'subagent.started', key: callId, data: { callId } });
}

function* resultEvents(message: Message, block: Block<'toolResult'>, from: Walk): Generator<DerivedEvent> {
  const { callId, isError } = block;
  if (from.seen.results.has(callId)) return;
  from.seen.results.add(callId);
  const name = from.seen.calls.get(callId);
  const { interrupted, ...outcome } = from.sources.outcomes?.get(callId) ?? {};
  yield isError
    ? eventAt(message, { type: 'tool.failed', key: callId, data: { callId, name, ...outcome, interrupted } })
    : eventAt(message, { type: 'tool.completed', key: callId, data: { callId, name, ...outcome } });
  if (name !== undefined && from.sources.subagentTools?.has(name) === true)
    yield eventAt(message, { type: 'subagent.completed', key: callId, data: { callId, isError } });
}

function* modelEvents(message: Message, seen: Seen): Generator<DerivedEvent> {
  const { model, provider, id } = message;
  if (model === undefined || message.synthetic === true) return;
  if (seen.model !== undefined && seen.model !== model)
    yield eventAt(message, { type: 'model.changed', key: id, data: { from: seen.model, to: model, provider } });
  seen.model = model;
}

/** Notices of what happened to the session itself. */
const SESSION_NOTICES: Readonly<Record<string, (text: string) => Omit<Fact, 'key'>>> = {
  'session-reloaded': (reason) => ({ type: 'session.reloaded', data: reason === '' ? {} : { reason } }),
  'session-renamed': (title) => ({ type: 'session.renamed', data: { title } }),
  'session-pinned': () => ({ type: 'session.pinned', data: {} }),
  'session-archived': () => ({ type: 'session.archived', data: {} }),
  'session-closed': (reason) => ({ type: 'session.closed', data: reason === '' ? {} : { reason } }),
};

function* noticeEvents(message: Message, block: Block<'notice'>): Generator<DerivedEvent> {
  const { id: key } = message;
  const known = Object.hasOwn(SESSION_NOTICES, block.kind) ? SESSION_NOTICES[block.kind]?.(block.text) : undefined;
  if (known !== undefined && message.kind === 'notice') yield eventAt(message, { ...known, key });
  if (block.kind === 'interrupted') yield eventAt(message, { type: 'run.interrupted', key, data: { reason: 'user' } });
  if (block.kind === 'error') yield eventAt(message, { type: 'error.recorded', key, data: { source: 'agent' } });
}

interface Walk {
  readonly seen: Seen;
  readonly sources: EventSources;
}

function* blockEvents(message: Message, block: ContentBlock, walk: Walk): Generator<DerivedEvent> {
  if (block.type === 'toolCall') yield* callEvents(message, block, walk);
  else if (block.type === 'toolResult') yield* resultEvents(message, block, walk);
  else if (block.type === 'notice' && (message.kind === 'notice' || message.kind === 'answer'))
    yield* noticeEvents(message, block);
}

function* messageEvents(message: Message, walk: Walk): Generator<DerivedEvent> {
  const { id, kind, promptKind } = message;
  const promptId = walk.sources.promptIds?.get(id);
  if (kind === 'prompt')
    yield eventAt(message, { type: 'prompt.submitted', key: id, data: { kind: promptKind, promptId } });
  if (kind === 'answer') yield* modelEvents(message, walk.seen);
  for (const block of message.content) yield* blockEvents(message, block, walk);
  const compaction = walk.seen.compactions.get(id);
  if (compaction === undefined) return;
  const { trigger, preTokens, summaryMessageId: summary } = compaction;
  yield eventAt(message, { type: 'session.compacted', key: id, data: { trigger, preTokens, summary } });
}

/**
 * Derives the typed events of the session's own thread, in message order. Keys are native: the call id for tools and
 * subagents, the message id for all else.
 */
export function* conversationEvents(conversation: Conversation, sources: EventSources = {}): Generator<DerivedEvent> {
  const compactions = new Map(conversation.compactions.map((one) => [one.id, one]));
  const seen: Seen = { calls: new Map(), results: new Set(), compactions, model: undefined };
  for (const message of conversation.messages) {
    if (message.sidechain !== true) yield* messageEvents(message, { seen, sources });
  }
}

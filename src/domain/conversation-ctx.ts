import { assertNever } from '../kernel/assert-never.ts';
import { printJson } from '../kernel/json-text.ts';
import type { ContentBlock, Conversation, Message } from './conversation.ts';
import { type ExportMode, isShown, messagesInOrder } from './conversation-markdown.ts';
import { beginningOf } from './cut-text.ts';
import type { SessionView } from './session-view.ts';

/** The name of the exchange format. */
export const CTX_FORMAT = 'ctx-history-jsonl-v1';

/** A session to write, with the native id of the one that it continues. */
export interface CtxSession {
  readonly view: SessionView;
  readonly conversation: Conversation;
  readonly parentNativeId: string | null;
}

const MOST_PREVIEW = 200;
const RELATIONS: Readonly<Record<string, string>> = {
  subagent: 'delegated',
  fork: 'forked',
  continuation: 'resumed_from',
};

type Json = Readonly<Record<string, unknown>>;

function sourceId(agent: string): string {
  return `loom-${agent}`;
}

function* sourceLines(sessions: readonly SessionView[]): Generator<Json> {
  for (const agent of new Set(sessions.map((view) => view.agent))) {
    yield {
      record_type: 'source',
      source_id: sourceId(agent),
      provider_key: agent,
      source_format: 'loom-conversation-v1',
    };
  }
}

function known(parts: Json): Json {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined));
}

function sessionLine({ view }: CtxSession): Json {
  const relation = view.parent === null ? 'root' : (RELATIONS[view.parent.kind] ?? 'related_unknown');
  return known({
    record_type: 'session',
    source_id: sourceId(view.agent),
    session_id: view.id,
    started_at: view.startedAt ?? view.updatedAt ?? view.sortAt,
    parent_session_id: view.parent?.id,
    session_relationship: relation,
    native_session_id: view.nativeId,
    cwd: view.cwd,
    ended_at: view.endedAt,
    agent_scope: relation === 'delegated' ? 'subagent' : 'primary',
    metadata: known({ title: view.title, branch: view.branch, models: view.models, project: view.project?.name }),
  });
}

/** A block in the shape of the Anthropic API; undefined for one that this mode leaves out. */
function blockOf(block: ContentBlock, mode: ExportMode): Json | undefined {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'thinking':
      return mode === 'full' && block.text !== '' ? { type: 'thinking', thinking: block.text } : undefined;
    case 'toolCall':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input ?? null };
    case 'toolResult': {
      if (mode === 'compact') return undefined;
      const content = blocksOf(block.content, mode);
      return { type: 'tool_result', tool_use_id: block.callId, is_error: block.isError, content };
    }
    case 'image':
    case 'file':
      return known({ type: block.type === 'image' ? 'image' : 'document', title: block.name, sha256: block.blob });
    case 'notice':
      return block.text === '' ? undefined : { type: 'text', text: block.text };
    default:
      return assertNever(block);
  }
}

function blocksOf(content: readonly ContentBlock[], mode: ExportMode): readonly Json[] {
  return content.map((block) => blockOf(block, mode)).filter((block) => block !== undefined);
}

function roleOf(message: Message): string | undefined {
  switch (message.kind) {
    case 'prompt':
      return 'user';
    case 'answer':
      return 'assistant';
    case 'toolResult':
      return 'tool';
    case 'meta':
      return 'system';
    case 'summary':
    case 'notice':
      return undefined;
    default:
      return assertNever(message.kind);
  }
}

function typeOf({ kind, content }: Message): string {
  if (kind === 'toolResult') return 'tool_result';
  if (kind === 'summary') return 'summary';
  const [first] = content;
  return kind === 'notice' ? (first?.type === 'notice' ? first.kind : 'notice') : 'message';
}

/** Only native ids say that an event was copied: the beginning that a session shares with the one that it continues. */
function copiedFrom(message: Message, parentNativeId: string | null): Json | undefined {
  if (message.inherited !== true || parentNativeId === null) return undefined;
  return { ancestor_native_session_id: parentNativeId, ancestor_event_id: message.id, proof: 'native_id' };
}

function* eventLines({ view, conversation, parentNativeId }: CtxSession, mode: ExportMode): Generator<Json> {
  let index = 0;
  let last = view.startedAt ?? view.sortAt;
  for (const message of messagesInOrder(conversation, mode)) {
    const content = isShown(message, mode) ? blocksOf(message.content, mode) : [];
    if (content.length === 0) continue;
    last = message.at ?? last;
    const text = content.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : [])).join('\n');
    yield known({
      record_type: 'event',
      source_id: sourceId(view.agent),
      session_id: view.id,
      event_index: index,
      occurred_at: last,
      event_id: message.id,
      copied_from: copiedFrom(message, parentNativeId),
      event_type: typeOf(message),
      role: roleOf(message),
      payload: known({ content, model: message.model }),
      preview: text === '' ? undefined : beginningOf(text, MOST_PREVIEW),
    });
    index += 1;
  }
}

/** Renders sessions in the exchange format, a line each: what it is, whose they are, then each session with its events. */
export function* renderCtx(
  views: readonly SessionView[],
  sessions: Iterable<CtxSession>,
  mode: ExportMode,
): Generator<string> {
  const manifest = { record_type: 'manifest', schema_version: CTX_FORMAT, lineage_contract: 'provider_native_v1' };
  for (const line of [manifest, ...sourceLines(views)]) yield printJson(line);
  for (const session of sessions) {
    yield printJson(sessionLine(session));
    for (const line of eventLines(session, mode)) yield printJson(line);
  }
}

import type { NativeCopy, NativeOriginal, NativeTarget } from '../../app/ports/native-writer.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import { indexMessages } from '../../domain/conversation-path.ts';
import { asObject, type JsonObject } from '../../kernel/json-fields.ts';
import { NativeChangeTally } from '../native-change-tally.ts';
import { namedUuid } from '../native-ids.ts';
import { type CopiedRecord, PairRepair } from './native-pairs.ts';

const CALL_ID = /^[A-Za-z0-9_-]{1,128}$/;
/** A token count of another agent's answers would be counted a second time. */
const NO_USAGE = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };

interface Composing {
  readonly target: NativeTarget;
  readonly changes: NativeChangeTally;
  readonly media: NativeOriginal['media'];
  readonly foreign: boolean;
}

function callId(id: string, { target }: Composing): string {
  return CALL_ID.test(id) ? id : `toolu_${namedUuid(target.nativeId, id).replaceAll('-', '')}`;
}

function mediaBlock(block: Extract<ContentBlock, { type: 'image' | 'file' }>, { media, changes }: Composing): unknown {
  const data = block.blob === undefined ? undefined : media(block.blob);
  const type = block.type === 'image' ? 'image' : 'document';
  const plain = data?.replace(/^data:[^,]*,/, '');
  if (plain !== undefined && block.mediaType !== undefined) {
    return { type, source: { type: 'base64', media_type: block.mediaType, data: plain } };
  }
  changes.add('lost-media');
  return { type: 'text', text: `[${block.type}: not kept]` };
}

function toNative(block: ContentBlock, composing: Composing): readonly unknown[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }];
    case 'thinking':
      composing.changes.add('thinking');
      return [];
    case 'toolCall': {
      if (composing.foreign) composing.changes.add('tool-calls');
      const input = asObject(block.input) ?? (block.input === null ? {} : { input: block.input });
      return [{ type: 'tool_use', id: callId(block.id, composing), name: block.name || 'unknown', input }];
    }
    case 'toolResult': {
      const content = block.content.flatMap((inner) => toNative(inner, composing));
      return [
        {
          type: 'tool_result',
          tool_use_id: callId(block.callId, composing),
          content: content.length === 0 ? '' : content,
          is_error: block.isError,
        },
      ];
    }
    case 'image':
    case 'file':
      return [mediaBlock(block, composing)];
    default:
      return [];
  }
}

function bodyOf(message: Message, content: readonly unknown[]): JsonObject {
  if (message.promptKind === 'queued') {
    return { type: 'attachment', attachment: { type: 'queued_command', commandMode: 'prompt', prompt: content } };
  }
  if (message.kind !== 'answer') {
    const summary = message.kind === 'summary' ? { isCompactSummary: true } : {};
    return { type: 'user', ...summary, message: { role: 'user', content } };
  }
  const { apiId, model } = message;
  return {
    type: 'assistant',
    message: {
      id: apiId ?? `msg_${message.id}`,
      type: 'message',
      role: 'assistant',
      model: model ?? 'unknown',
      content,
      stop_reason: null,
      usage: NO_USAGE,
    },
  };
}

function compose(message: Message, parentUuid: string | null, composing: Composing): CopiedRecord | undefined {
  const { target, changes } = composing;
  if (message.kind === 'meta' || message.kind === 'notice') {
    changes.add('notices');
    return undefined;
  }
  const content = message.content.flatMap((block) => toNative(block, composing));
  if (content.length === 0) return undefined;
  const branch = message.branch ?? target.branch;
  const record = {
    parentUuid,
    isSidechain: false,
    userType: 'external',
    cwd: message.cwd ?? target.cwd,
    sessionId: target.nativeId,
    version: '0.0.0',
    ...(branch === undefined ? {} : { gitBranch: branch }),
    uuid: namedUuid(target.nativeId, message.id),
    timestamp: message.at ?? target.at,
    ...bodyOf(message, content),
  };
  return { id: message.id, record };
}

/**
 * A conversation of any agent as records of Claude Code: one line from prompt to answer. Tools keep the names they had;
 * thinking is left out, since another model cannot be shown it as its own.
 */
export function composeClaude(original: Omit<NativeOriginal, 'records'>, target: NativeTarget): NativeCopy {
  const { conversation, media } = original;
  const changes = new NativeChangeTally();
  const byId = indexMessages(conversation.messages);
  const items: CopiedRecord[] = [];
  const composing: Composing = { target, changes, media, foreign: conversation.agent !== 'claude-code' };
  let parent: string | null = null;
  for (const id of original.path ?? conversation.activePath) {
    const message = byId.get(id);
    const item = message === undefined ? undefined : compose(message, parent, composing);
    if (item === undefined) continue;
    items.push(item);
    parent = namedUuid(target.nativeId, item.id);
  }
  new PairRepair(items, { path: items.map(({ id }) => id), nativeId: target.nativeId, changes }).repair();
  const at = new Map(conversation.messages.map((message) => [message.id, message.at]));
  const { nativeId: sessionId, title } = target;
  const named =
    title === undefined ? [] : [{ value: { type: 'custom-title', customTitle: title, sessionId }, at: null }];
  return {
    records: [...items.map(({ id, record }) => ({ value: record, at: at.get(id) ?? target.at })), ...named],
    changes: changes.list(),
  };
}

import type { NativeCopy, NativeOriginal, NativeTarget } from '../../app/ports/native-writer.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import { instantMillis } from '../../kernel/instant.ts';
import type { JsonObject } from '../../kernel/json-fields.ts';
import { NativeChangeTally } from '../native-change-tally.ts';
import { messagesOf } from '../native-lines.ts';

const NO_USAGE = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

interface Composing {
  readonly target: NativeTarget;
  readonly changes: NativeChangeTally;
  readonly media: NativeOriginal['media'];
  readonly agent: string;
  /** Names of tools by call, for results that must tell them. */
  readonly names: ReadonlyMap<string, string>;
}

type Body =
  | { readonly type: 'message'; readonly message: JsonObject }
  | { readonly type: 'compaction'; readonly summary: string };

function partOf(block: ContentBlock, { media, changes }: Composing): readonly JsonObject[] {
  if (block.type === 'text') return block.text === '' ? [] : [{ type: 'text', text: block.text }];
  if (block.type !== 'image' && block.type !== 'file') return [];
  const data = block.blob === undefined || block.type === 'file' ? undefined : media(block.blob);
  if (data !== undefined) {
    return [{ type: 'image', data: data.replace(/^data:[^,]*,/, ''), mimeType: block.mediaType ?? 'image/png' }];
  }
  changes.add('lost-media');
  return [{ type: 'text', text: `[${block.type}: not kept]` }];
}

function callPart(block: Extract<ContentBlock, { type: 'toolCall' }>, { changes }: Composing): JsonObject {
  changes.add('tool-calls');
  const isObject = typeof block.input === 'object' && block.input !== null && !Array.isArray(block.input);
  const input = isObject ? block.input : block.input === null ? {} : { input: block.input };
  return { type: 'toolCall', id: block.id, name: block.name || 'unknown', arguments: input };
}

function answerBody(message: Message, composing: Composing): readonly Body[] {
  const content = message.content.flatMap((block): readonly JsonObject[] => {
    if (block.type === 'toolCall') return [callPart(block, composing)];
    if (block.type === 'thinking') composing.changes.add('thinking');
    return partOf(block, composing);
  });
  if (content.length === 0) return [];
  const stopReason = content.some((part) => part['type'] === 'toolCall') ? 'toolUse' : 'stop';
  const { model = 'unknown', provider = composing.agent } = message;
  const head = { role: 'assistant', api: 'unknown', provider, model };
  return [{ type: 'message', message: { ...head, content, usage: NO_USAGE, stopReason } }];
}

function resultBodies(message: Message, composing: Composing): readonly Body[] {
  return message.content.flatMap((block): readonly Body[] => {
    if (block.type !== 'toolResult') return [];
    const content = block.content.flatMap((inner) => partOf(inner, composing));
    const { callId, isError } = block;
    const toolName = composing.names.get(callId) ?? 'unknown';
    return [{ type: 'message', message: { role: 'toolResult', toolCallId: callId, toolName, content, isError } }];
  });
}

function bodiesOf(message: Message, composing: Composing): readonly Body[] {
  switch (message.kind) {
    case 'prompt': {
      const content = message.content.flatMap((block) => partOf(block, composing));
      const prompt: readonly Body[] =
        content.length === 0 ? [] : [{ type: 'message', message: { role: 'user', content } }];
      return [...resultBodies(message, composing), ...prompt];
    }
    case 'answer':
      return answerBody(message, composing);
    case 'toolResult':
      return resultBodies(message, composing);
    case 'summary': {
      const summary = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      return summary === '' ? [] : [{ type: 'compaction', summary }];
    }
    default:
      composing.changes.add('notices');
      return [];
  }
}

/** Parts of one API message are one answer here: calls made at once stand side by side, before all of their results. */
function mergeAnswers(messages: readonly Message[]): readonly Message[] {
  const merged: Message[] = [];
  const placeOf = new Map<string, number>();
  for (const message of messages) {
    const place = message.kind === 'answer' && message.apiId !== undefined ? placeOf.get(message.apiId) : undefined;
    const first = place === undefined ? undefined : merged[place];
    if (place !== undefined && first !== undefined) {
      merged[place] = { ...first, content: [...first.content, ...message.content] };
      continue;
    }
    if (message.kind === 'answer' && message.apiId !== undefined) placeOf.set(message.apiId, merged.length);
    merged.push(message);
  }
  return merged;
}

function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  return new Map(
    messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'toolCall' ? [[block.id, block.name] as const] : [])),
    ),
  );
}

/** Ids are unique within a file only: a number does. */
function entryIdAt(index: number): string {
  return index.toString(16).padStart(8, '0');
}

function entryOf(body: Body, index: number, at: string): JsonObject {
  const place = { id: entryIdAt(index), parentId: index === 1 ? null : entryIdAt(index - 1), timestamp: at };
  if (body.type === 'compaction') {
    return {
      type: 'compaction',
      ...place,
      summary: body.summary,
      firstKeptEntryId: entryIdAt(index + 1),
      tokensBefore: 0,
    };
  }
  return { type: 'message', ...place, message: { ...body.message, timestamp: instantMillis(at as never) } };
}

/**
 * A conversation of any agent as a session of pi. Tools keep the names they had; thinking is left out, since another model
 * cannot be shown it as its own.
 */
export function composePi(
  { conversation, path, media }: Omit<NativeOriginal, 'records'>,
  target: NativeTarget,
): NativeCopy {
  const messages = mergeAnswers(messagesOf(conversation, path));
  const { agent } = conversation;
  const composing = { target, changes: new NativeChangeTally(), media, agent, names: toolNames(messages) };
  const { nativeId, cwd, at: now } = target;
  const records: { value: unknown; at: typeof now }[] = [
    { value: { type: 'session', version: 3, id: nativeId, timestamp: now, cwd }, at: now },
  ];
  for (const message of messages) {
    const at = message.at ?? now;
    for (const body of bodiesOf(message, composing)) records.push({ value: entryOf(body, records.length, at), at });
  }
  if (target.title !== undefined) {
    const id = entryIdAt(records.length);
    const parentId = records.length === 1 ? null : entryIdAt(records.length - 1);
    records.push({ value: { type: 'session_info', id, parentId, timestamp: now, name: target.title }, at: now });
  }
  return { records, changes: composing.changes.list() };
}

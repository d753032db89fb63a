import type { NativeCopy, NativeOriginal, NativeTarget } from '../../app/ports/native-writer.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import type { JsonObject } from '../../kernel/json-fields.ts';
import { NativeChangeTally } from '../native-change-tally.ts';
import { messagesOf } from '../native-lines.ts';
import { envelope } from './native-record.ts';

interface Composing {
  readonly target: NativeTarget;
  readonly changes: NativeChangeTally;
  readonly media: NativeOriginal['media'];
}

function imageUrl(block: Extract<ContentBlock, { type: 'image' | 'file' }>, { media }: Composing): string | undefined {
  const data = block.blob === undefined ? undefined : media(block.blob);
  if (data === undefined || block.type !== 'image') return undefined;
  return data.startsWith('data:') ? data : `data:${block.mediaType ?? 'image/png'};base64,${data}`;
}

/** Parts of a person's or a model's message. */
function partsOf(
  content: readonly ContentBlock[],
  type: 'input_text' | 'output_text',
  composing: Composing,
): JsonObject[] {
  return content.flatMap((block): JsonObject[] => {
    if (block.type === 'text') return block.text === '' ? [] : [{ type, text: block.text }];
    if (block.type !== 'image' && block.type !== 'file') return [];
    const url = imageUrl(block, composing);
    if (url !== undefined && type === 'input_text') return [{ type: 'input_image', image_url: url }];
    composing.changes.add('lost-media');
    return [{ type, text: `[${block.type}: not kept]` }];
  });
}

function outputText(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

function promptPayloads(message: Message, composing: Composing): readonly [string, JsonObject][] {
  const content = partsOf(message.content, 'input_text', composing);
  if (content.length === 0) return [];
  const text = content.flatMap((part) => (part['type'] === 'input_text' ? [String(part['text'])] : [])).join('\n');
  return [
    ['response_item', { type: 'message', role: 'user', content }],
    ['event_msg', { type: 'user_message', message: text, images: [] }],
  ];
}

function answerPayloads(message: Message, composing: Composing): readonly [string, JsonObject][] {
  return message.content.flatMap((block): [string, JsonObject][] => {
    switch (block.type) {
      case 'text':
        return block.text === ''
          ? []
          : [
              [
                'response_item',
                { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: block.text }] },
              ],
            ];
      case 'toolCall': {
        composing.changes.add('tool-calls');
        const call = { type: 'function_call', name: block.name || 'unknown', call_id: block.id };
        return [['response_item', { ...call, arguments: JSON.stringify(block.input ?? {}) }]];
      }
      case 'thinking':
        composing.changes.add('thinking');
        return [];
      default:
        return [];
    }
  });
}

function resultPayloads(message: Message): readonly [string, JsonObject][] {
  return message.content.flatMap((block): [string, JsonObject][] =>
    block.type === 'toolResult'
      ? [['response_item', { type: 'function_call_output', call_id: block.callId, output: outputText(block.content) }]]
      : [],
  );
}

function payloadsOf(message: Message, composing: Composing): readonly [string, JsonObject][] {
  switch (message.kind) {
    case 'prompt':
      return [...resultPayloads(message), ...promptPayloads(message, composing)];
    case 'answer':
      return answerPayloads(message, composing);
    case 'toolResult':
      return resultPayloads(message);
    case 'summary': {
      const text = outputText(message.content);
      return text === '' ? [] : [['compacted', { message: text }]];
    }
    default:
      composing.changes.add('notices');
      return [];
  }
}

/** A call that was interrupted is answered: the agent sends no call without its output. */
function openCalls(messages: readonly Message[]): ReadonlySet<string> {
  const answered = new Set(
    messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'toolResult' ? [block.callId] : []))),
  );
  const calls = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : [])),
  );
  return new Set(calls.filter((id) => !answered.has(id)));
}

function headerOf({ nativeId, cwd, branch, at }: NativeTarget): JsonObject {
  return {
    id: nativeId,
    timestamp: at,
    cwd,
    originator: 'codex_cli_rs',
    cli_version: '0.0.0',
    source: 'cli',
    ...(branch === undefined ? {} : { git: { branch } }),
  };
}

/**
 * A conversation of any agent as a rollout of Codex. Tools keep the names they had; thinking is left out, since another
 * model cannot be shown it as its own.
 */
export function composeCodex(
  { conversation, path, media }: Omit<NativeOriginal, 'records'>,
  target: NativeTarget,
): NativeCopy {
  const composing: Composing = { target, changes: new NativeChangeTally(), media };
  const messages = messagesOf(conversation, path);
  const open = openCalls(messages);
  composing.changes.add('interrupted-tool', open.size);
  const context = {
    cwd: target.cwd,
    approval_policy: 'untrusted',
    sandbox_policy: { type: 'read-only' },
    ...(target.model === undefined ? {} : { model: target.model }),
    summary: 'auto',
  };
  const records = [
    { value: envelope('session_meta', headerOf(target), target.at), at: target.at },
    { value: envelope('turn_context', context, target.at), at: target.at },
  ];
  for (const message of messages) {
    const at = message.at ?? target.at;
    const payloads = payloadsOf(message, composing);
    const own = message.content.flatMap((block) => (block.type === 'toolCall' && open.has(block.id) ? [block.id] : []));
    const outputs = own.map((call_id): [string, JsonObject] => [
      'response_item',
      { type: 'function_call_output', call_id, output: 'aborted' },
    ]);
    for (const [type, payload] of [...payloads, ...outputs]) records.push({ value: envelope(type, payload, at), at });
  }
  if (target.title !== undefined) records.push({ value: titleLine(target), at: target.at });
  return { records, changes: composing.changes.list() };
}

/** The line that names a session. */
export function titleLine({ title, nativeId, at }: NativeTarget): JsonObject {
  return envelope('event_msg', { type: 'thread_name_updated', thread_id: nativeId, thread_name: title }, at);
}

import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message, Usage } from '../../domain/conversation.ts';
import { asObject, countField, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';
import { contentBlocks } from '../google-content.ts';
import { partsOf, payloadOf, qwenType } from './qwen-record.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

/** What hooks add to a prompt. */
const INJECTED = /^\s*<qwen:[\w-]+>/;

function contentOf(record: JsonObject, kept: KeptRecord): readonly ContentBlock[] {
  const hasFailed = textField(objectField(record, 'toolCallResult'), 'status') === 'error';
  const place = { subs: kept.subs, pointer: '/message/parts', line: kept.n };
  return contentBlocks(partsOf(record), place).map((block) => {
    if (block.type === 'text' && INJECTED.test(block.text))
      return { type: 'notice', kind: 'injected', text: block.text };
    return block.type === 'toolResult' && hasFailed ? { ...block, isError: true } : block;
  });
}

function usageOf(record: JsonObject): Usage | undefined {
  const usage = objectField(record, 'usageMetadata');
  const input = countField(usage, 'promptTokenCount');
  const output = countField(usage, 'candidatesTokenCount');
  if (input === undefined && output === undefined) return undefined;
  const cacheRead = countField(usage, 'cachedContentTokenCount') ?? 0;
  return { input: input ?? 0, output: output ?? 0, cacheRead, cacheWrite: 0 };
}

function answer(record: JsonObject, base: Base, content: readonly ContentBlock[]): Message {
  const model = textField(record, 'model');
  const usage = usageOf(record);
  return {
    ...base,
    kind: 'answer',
    role: 'assistant',
    content,
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function notice(base: Base, kind: string, text: string): Message {
  return { ...base, kind: 'notice', role: 'system', content: [{ type: 'notice', kind, text }] };
}

/** The history that a compression left: its first words are the summary. */
function compressed(record: JsonObject, base: Base): Message {
  const [first] = listField(payloadOf(record), 'compressedHistory');
  const text = listField(asObject(first), 'parts').flatMap((part) => textField(asObject(part), 'text') ?? []);
  return { ...base, kind: 'summary', role: 'user', content: [{ type: 'text', text: text.join('\n') }] };
}

function systemMessage(record: JsonObject, type: string, base: Base): Message | undefined {
  const payload = payloadOf(record);
  const event = objectField(payload, 'uiEvent');
  if (type === 'system:chat_compression') return compressed(record, base);
  if (type === 'system:slash_command') {
    const command = textField(payload, 'rawCommand');
    return command === undefined || textField(payload, 'phase') === 'result'
      ? undefined
      : notice(base, 'command', command);
  }
  const isError = type === 'system:ui_telemetry' && textField(event, 'event.name') === 'qwen-code.api_error';
  return isError
    ? notice(base, 'error', textField(event, 'error_message') ?? textField(event, 'error') ?? '')
    : undefined;
}

/** The message of a record; undefined for one that says nothing. */
export function qwenMessage(record: JsonObject, kept: KeptRecord): Message | undefined {
  const type = qwenType(record);
  const id = textField(record, 'uuid') ?? `line:${kept.n}`;
  const base: Base = { id, parentId: null, at: kept.at, line: kept.n };
  if (type === undefined) return undefined;
  if (type.startsWith('system:')) return systemMessage(record, type, base);
  const content = contentOf(record, kept);
  if (type === 'assistant') return answer(record, base, content);
  if (type === 'tool_result') return { ...base, kind: 'toolResult', role: 'user', content };
  const promptKind = Object.hasOwn(record, 'subtype') ? 'queued' : 'plain';
  return { ...base, kind: 'prompt', role: 'user', promptKind, content };
}

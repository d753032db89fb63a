import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message, TokenTotals } from '../../domain/conversation.ts';
import { countField, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';

function base(kept: KeptRecord): Pick<Message, 'id' | 'parentId' | 'at' | 'line'> {
  return { id: `line:${kept.n}`, parentId: null, at: kept.at, line: kept.n };
}

function textBlocks(text: string): readonly ContentBlock[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function toolUse(record: JsonObject, kept: KeptRecord): Message {
  const id = textField(record, 'tool_id') ?? `line:${kept.n}`;
  const name = textField(record, 'tool_name') ?? '';
  const content: ContentBlock[] = [{ type: 'toolCall', id, name, input: field(record, 'parameters') ?? null }];
  return { ...base(kept), kind: 'answer', role: 'assistant', content };
}

function toolResult(record: JsonObject, kept: KeptRecord): Message {
  const callId = textField(record, 'tool_id') ?? `line:${kept.n}`;
  const isError = field(record, 'status') === 'error';
  const text = textField(record, 'output') ?? textField(objectField(record, 'error'), 'message') ?? '';
  return {
    ...base(kept),
    kind: 'toolResult',
    role: 'user',
    content: [{ type: 'toolResult', callId, isError, content: textBlocks(text) }],
  };
}

/** The message of one line of `--output-format stream-json`; pieces of an answer stay pieces. */
export function streamMessages(type: string, record: JsonObject, kept: KeptRecord): readonly Message[] {
  if (type === 'tool_use') return [toolUse(record, kept)];
  if (type === 'tool_result') return [toolResult(record, kept)];
  if (type === 'error') {
    const content: ContentBlock[] = [{ type: 'notice', kind: 'error', text: textField(record, 'message') ?? '' }];
    return [{ ...base(kept), kind: 'notice', role: 'system', content }];
  }
  if (type !== 'message') return [];
  const content = textBlocks(textField(record, 'content') ?? '');
  if (field(record, 'role') === 'user') {
    return [{ ...base(kept), kind: 'prompt', role: 'user', promptKind: 'plain', content }];
  }
  return [{ ...base(kept), kind: 'answer', role: 'assistant', content }];
}

/** Totals that the last line of a stream gives. */
export function streamTotals(record: JsonObject): TokenTotals | undefined {
  const stats = objectField(record, 'stats');
  if (field(record, 'type') !== 'result' || stats === undefined) return undefined;
  return {
    input: countField(stats, 'input_tokens') ?? null,
    output: countField(stats, 'output_tokens') ?? null,
    cacheRead: countField(stats, 'cached') ?? null,
    cacheWrite: null,
    inputIncludesCache: true,
  };
}

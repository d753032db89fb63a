import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import {
  asObject,
  countField,
  field,
  type JsonObject,
  listField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';
import { callArguments } from '../chat-message.ts';
import { type CopilotEvent, requestedCalls } from './copilot-record.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'> & { readonly sidechain?: boolean };
type Reader = (event: CopilotEvent, base: Base) => Message | undefined;

/** What a subagent does stands in the log of the session that sent it out. */
export function isSubagents({ data }: CopilotEvent): boolean {
  return textField(data, 'parentToolCallId') !== undefined;
}

function baseOf(event: CopilotEvent, kept: KeptRecord): Base {
  const id = event.id ?? `line:${kept.n}`;
  return { id, parentId: null, at: kept.at, line: kept.n, ...(isSubagents(event) ? { sidechain: true } : {}) };
}

function textBlocks(text: string | undefined): readonly ContentBlock[] {
  return text === undefined ? [] : [{ type: 'text', text }];
}

function attachments(data: JsonObject): readonly ContentBlock[] {
  return listField(data, 'attachments').map((value) => {
    const attached = asObject(value);
    const name = textField(attached, 'path') ?? textField(attached, 'filePath') ?? textField(attached, 'displayName');
    return { type: 'file', ...(name === undefined ? {} : { name }) };
  });
}

/** A message that a skill or the client put in the person's place says where it came from. */
function prompt({ data }: CopilotEvent, base: Base): Message {
  const content = [...textBlocks(textField(data, 'content')), ...attachments(data)];
  const source = textField(data, 'source') ?? 'user';
  if (source !== 'user') return { ...base, kind: 'meta', role: 'user', content };
  return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content };
}

function toCall(request: JsonObject, name: string | undefined, place: string): ContentBlock {
  const id = textField(request, 'toolCallId') ?? place;
  return { type: 'toolCall', id, name: name ?? '', input: callArguments(field(request, 'arguments')) };
}

function answer({ data }: CopilotEvent, base: Base): Message {
  const thought = textField(data, 'reasoningText');
  const model = textField(data, 'model');
  const output = countField(data, 'outputTokens');
  const calls = requestedCalls(data).map((request, index) =>
    toCall(request, textField(request, 'name'), `${base.id}/${index}`),
  );
  return {
    ...base,
    kind: 'answer',
    role: 'assistant',
    content: [
      ...(thought === undefined ? [] : [{ type: 'thinking', text: thought } as const]),
      ...textBlocks(textField(data, 'content')),
      ...calls,
    ],
    ...(model === undefined ? {} : { model }),
    ...(output === undefined ? {} : { usage: { input: 0, output, cacheRead: 0, cacheWrite: 0 } }),
  };
}

/** The start of a call that no message asked for. */
function call({ data }: CopilotEvent, base: Base): Message {
  const content = [toCall(data, textField(data, 'toolName'), base.id)];
  return { ...base, kind: 'notice', role: 'assistant', content };
}

function resultText(data: JsonObject): string | undefined {
  const result = objectField(data, 'result');
  const error = field(data, 'error');
  return (
    textField(result, 'content') ??
    textField(data, 'result') ??
    textField(asObject(error), 'message') ??
    (typeof error === 'string' ? error : undefined)
  );
}

function result({ data }: CopilotEvent, base: Base): Message {
  const callId = textField(data, 'toolCallId') ?? base.id;
  const content = textBlocks(resultText(data));
  const block: ContentBlock = { type: 'toolResult', callId, isError: field(data, 'success') === false, content };
  return { ...base, kind: 'toolResult', role: 'user', content: [block] };
}

function notice(kind: string, ...names: readonly string[]): Reader {
  return ({ data }, base) => {
    const text = names.flatMap((name) => textField(data, name) ?? []).join(': ');
    return { ...base, kind: 'notice', role: 'system', content: [{ type: 'notice', kind, text }] };
  };
}

function instructions({ data }: CopilotEvent, base: Base): Message {
  return { ...base, kind: 'meta', role: 'system', content: textBlocks(textField(data, 'content')) };
}

/** The model's thoughts, which its message tells again. */
function reasoning({ data }: CopilotEvent, base: Base): Message {
  const text = textField(data, 'content') ?? '';
  return { ...base, kind: 'meta', role: 'assistant', content: [{ type: 'thinking', text }] };
}

function compaction(event: CopilotEvent, base: Base): Message | undefined {
  if (field(event.data, 'success') === false) return notice('error', 'error')(event, base);
  const summary = textField(event.data, 'summaryContent');
  if (summary === undefined) return notice('compaction')(event, base);
  return { ...base, kind: 'summary', role: 'user', content: textBlocks(summary) };
}

const READERS: Readonly<Record<string, Reader>> = {
  'user.message': prompt,
  'assistant.message': answer,
  'assistant.reasoning': reasoning,
  'tool.execution_start': call,
  'tool.user_requested': call,
  'tool.execution_complete': result,
  'session.info': notice('info', 'message'),
  'session.warning': notice('warning', 'message'),
  'session.error': notice('error', 'message'),
  'session.resume': notice('resumed'),
  'session.handoff': notice('handoff', 'summary'),
  'session.truncation': notice('truncation', 'reason'),
  'session.compaction_complete': compaction,
  'system.message': instructions,
  'system.notification': notice('notification', 'content'),
  'subagent.started': notice('subagent', 'agentName', 'agentDescription'),
  'subagent.completed': notice('subagent-completed', 'agentName'),
  'subagent.failed': notice('subagent-failed', 'agentName', 'error'),
  'skill.invoked': notice('skill', 'name'),
  abort: notice('interrupted', 'reason'),
};

/** The message of an event; `undefined` for those that a reader need not see. */
export function eventMessage(event: CopilotEvent, kept: KeptRecord): Message | undefined {
  return Object.hasOwn(READERS, event.type) ? READERS[event.type]?.(event, baseOf(event, kept)) : undefined;
}

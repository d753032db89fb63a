import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message, Usage } from '../../domain/conversation.ts';
import {
  asObject,
  countField,
  field,
  type JsonObject,
  listField,
  numberField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';
import { callArguments } from '../chat-message.ts';
import { parseJson } from '../parse-json.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

const PERSON = 1;

function textBlocks(text: string | undefined): readonly ContentBlock[] {
  return text === undefined ? [] : [{ type: 'text', text }];
}

function attachments(bubble: JsonObject): readonly ContentBlock[] {
  const context = objectField(bubble, 'context');
  const files = listField(context, 'fileSelections').flatMap((value): readonly ContentBlock[] => {
    const uri = objectField(asObject(value), 'uri');
    const name = textField(uri, 'fsPath') ?? textField(uri, 'path');
    return name === undefined ? [] : [{ type: 'file', name }];
  });
  return [...files, ...listField(bubble, 'images').map((): ContentBlock => ({ type: 'image' }))];
}

function prompt(bubble: JsonObject, base: Base): Message {
  const content = [...textBlocks(textField(bubble, 'text')), ...attachments(bubble)];
  return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content };
}

function thoughts(bubble: JsonObject): readonly ContentBlock[] {
  const thought = objectField(bubble, 'thinking');
  const text = textField(thought, 'text');
  const signature = textField(thought, 'signature');
  return text === undefined ? [] : [{ type: 'thinking', text, ...(signature === undefined ? {} : { signature }) }];
}

function toCall(tool: JsonObject, id: string): ContentBlock {
  const number = numberField(tool, 'tool');
  const name = textField(tool, 'name') ?? (number === undefined ? '' : `tool:${number}`);
  return { type: 'toolCall', id, name, input: callArguments(field(tool, 'rawArgs') ?? field(tool, 'params')) };
}

/** What a tool gave, out of the object that it is wrapped in. */
function resultText(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const wrapped = asObject(parseJson(value));
  return (
    textField(wrapped, 'contents') ??
    textField(wrapped, 'output') ??
    textField(wrapped, 'clientVisibleErrorMessage') ??
    value
  );
}

const FAILED: ReadonlySet<string> = new Set(['error', 'failed']);

/** What came of a call; `undefined` while it runs, or when it was stopped. */
function toResult(tool: JsonObject, callId: string): ContentBlock | undefined {
  const status = textField(tool, 'status');
  const isRefused = textField(tool, 'userDecision') === 'rejected';
  const error = resultText(field(tool, 'error'));
  const isError = isRefused || error !== undefined || FAILED.has(status ?? '');
  const text = error ?? resultText(field(tool, 'result'));
  if (!isError && status !== 'completed' && text === undefined) return undefined;
  return { type: 'toolResult', callId, isError, content: textBlocks(text ?? (isRefused ? 'not allowed' : undefined)) };
}

/** Newer versions write zeros where they know nothing. */
function readUsage(bubble: JsonObject): Usage | undefined {
  const count = objectField(bubble, 'tokenCount');
  const [input, output] = [countField(count, 'inputTokens') ?? 0, countField(count, 'outputTokens') ?? 0];
  return input === 0 && output === 0 ? undefined : { input, output, cacheRead: 0, cacheWrite: 0 };
}

function errorNotices(bubble: JsonObject): readonly ContentBlock[] {
  const details = objectField(bubble, 'errorDetails');
  const text = textField(details, 'message') ?? textField(details, 'error');
  return text === undefined ? [] : [{ type: 'notice', kind: 'error', text }];
}

function answer(bubble: JsonObject, base: Base): readonly Message[] {
  const model = textField(objectField(bubble, 'modelInfo'), 'modelName');
  const usage = readUsage(bubble);
  const tool = objectField(bubble, 'toolFormerData');
  const callId = textField(tool, 'toolCallId') ?? base.id;
  const result = tool === undefined ? undefined : toResult(tool, callId);
  const message: Message = {
    ...base,
    kind: 'answer',
    role: 'assistant',
    content: [
      ...thoughts(bubble),
      ...textBlocks(textField(bubble, 'text')),
      ...(tool === undefined ? [] : [toCall(tool, callId)]),
    ],
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
  };
  if (result === undefined) return [message];
  return [message, { ...base, id: `${base.id}/result`, kind: 'toolResult', role: 'user', content: [result] }];
}

function errorMessage(bubble: JsonObject, base: Base): readonly Message[] {
  const content = errorNotices(bubble);
  return content.length === 0 ? [] : [{ ...base, id: `${base.id}/error`, kind: 'notice', role: 'system', content }];
}

/** The messages of a message of the editor. */
export function bubbleMessages(bubble: JsonObject, kept: KeptRecord, id: string | undefined): readonly Message[] {
  const base: Base = { id: id ?? `line:${kept.n}`, parentId: null, at: kept.at, line: kept.n };
  const said = field(bubble, 'type') === PERSON ? [prompt(bubble, base)] : answer(bubble, base);
  return [...said, ...errorMessage(bubble, base)];
}

/** What took the place of older messages, where a message tells it. */
export function summaryMessage(bubble: JsonObject, kept: KeptRecord, id: string | undefined): Message | undefined {
  const text = textField(objectField(bubble, 'conversationSummary'), 'summary');
  if (text === undefined) return undefined;
  const base: Base = { id: `${id ?? `line:${kept.n}`}/summary`, parentId: null, at: kept.at, line: kept.n };
  return { ...base, kind: 'summary', role: 'user', content: textBlocks(text) };
}

/** The message of a message of the oldest chats. */
export function tabMessage(record: JsonObject, type: 'user' | 'ai', kept: KeptRecord): Message {
  const id = textField(record, 'id') ?? `line:${kept.n}`;
  const base: Base = { id, parentId: null, at: kept.at, line: kept.n };
  const content = textBlocks(textField(record, 'text') ?? textField(record, 'rawText'));
  if (type === 'user') return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content };
  const model = textField(record, 'modelType');
  return { ...base, kind: 'answer', role: 'assistant', content, ...(model === undefined ? {} : { model }) };
}

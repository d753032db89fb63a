import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message, Usage } from '../../domain/conversation.ts';
import { countField, field, isTrue, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import {
  anyText,
  createdOf,
  type OpencodeMessage,
  opencodeFacts,
  readMessage,
  readSession,
} from './opencode-record.ts';
import { type PartBlocks, readParts } from './parts.ts';

/** Names that the agent gives before it knows what a session is about. */
const PLACEHOLDER = /^(?:New session|Child session) - \d{4}-/;

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

function readUsage(info: JsonObject): Usage | undefined {
  const tokens = objectField(info, 'tokens');
  if (tokens === undefined) return undefined;
  const cache = objectField(tokens, 'cache');
  const count = (object: JsonObject | undefined, name: string): number => countField(object, name) ?? 0;
  return {
    input: count(tokens, 'input'),
    output: count(tokens, 'output'),
    cacheRead: count(cache, 'read'),
    cacheWrite: count(cache, 'write'),
  };
}

function answerOf({ info }: OpencodeMessage, base: Base, { content }: PartBlocks): Message {
  const model = anyText(info, 'modelID', 'model_id');
  const provider = anyText(info, 'providerID', 'provider_id');
  const usage = readUsage(info);
  const cwd = textField(objectField(info, 'path'), 'cwd');
  return {
    ...base,
    kind: isTrue(info, 'summary') ? 'summary' : 'answer',
    role: 'assistant',
    content,
    ...(model === undefined ? {} : { model }),
    ...(provider === undefined ? {} : { provider }),
    ...(usage === undefined ? {} : { usage }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

/** What went wrong with an answer, as a note of its own. */
function errorOf(info: JsonObject, base: Base): readonly Message[] {
  const error = objectField(info, 'error');
  if (error === undefined) return [];
  const stopped = textField(error, 'name') === 'MessageAbortedError';
  const text = textField(objectField(error, 'data') ?? error, 'message') ?? textField(error, 'name') ?? '';
  const content: ContentBlock[] = [{ type: 'notice', kind: stopped ? 'interrupted' : 'error', text }];
  return [{ ...base, id: `${base.id}/error`, kind: 'notice', role: 'system', content }];
}

function messagesOf(message: OpencodeMessage, base: Base, parts: PartBlocks): readonly Message[] {
  if (message.role === 'user') {
    const { content } = parts;
    if (parts.typed) return [{ ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content }];
    return [{ ...base, kind: 'meta', role: 'user', content }];
  }
  const answer = answerOf(message, base, parts);
  const error = errorOf(message.info, base);
  if (parts.results.length === 0) return [answer, ...error];
  const results: Message = {
    ...base,
    id: `${base.id}/results`,
    kind: 'toolResult',
    role: 'user',
    content: parts.results,
  };
  return [answer, results, ...error];
}

/** A session that was set back hides what came after; the agent keeps it until the next prompt. */
function revertSteps(record: JsonObject): readonly TurnStep[] {
  const revert = objectField(readSession(record), 'revert');
  const to = textField(revert, 'messageID');
  if (to === undefined) return [];
  return [{ kind: 'rewind', to, keepsIt: textField(revert, 'partID') !== undefined, unknown: 'nothing' }];
}

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  const message = readMessage(record);
  if (message === undefined) return revertSteps(record);
  const id = message.id ?? `line:${kept.n}`;
  const base: Base = { id, parentId: null, at: kept.at, line: kept.n };
  const messages = messagesOf(message, base, readParts(record, id, kept.subs));
  const compacted = messages[0]?.kind === 'summary';
  const compaction = compacted ? { compaction: { id, at: kept.at, summaryMessageId: id } } : {};
  return [{ kind: 'put', key: id, messages, ...compaction }];
}

function noteSession(session: JsonObject, tally: SessionTally): void {
  const cwd = anyText(session, 'directory', 'cwd');
  if (cwd !== undefined) tally.cwds.add(cwd);
  const title = textField(session, 'title');
  if (title !== undefined && !PLACEHOLDER.test(title)) tally.title.suggest(title);
  tally.version = textField(session, 'version') ?? tally.version;
}

function note(record: JsonObject, tally: SessionTally): void {
  const message = readMessage(record);
  if (message === undefined) {
    const session = readSession(record);
    if (session !== undefined) noteSession(session, tally);
    return;
  }
  const { info } = message;
  tally.spans.add(createdOf(info), true);
  tally.spans.add(field(objectField(info, 'time'), 'completed'), false);
  const cwd = textField(objectField(info, 'path'), 'cwd');
  if (cwd !== undefined) tally.cwds.add(cwd);
  tally.mode = anyText(info, 'mode', 'agent') ?? tally.mode;
}

/** How an opencode session is read. */
const opencodeFormat: TurnFormat = {
  agent: 'opencode',
  inputIncludesCache: false,
  keyOf: (record) => opencodeFacts(record).key,
  nativeIdOf: (record) => textField(readSession(record), 'id') ?? textField(readMessage(record)?.info, 'sessionID'),
  stepsOf,
  note,
  events: { subagentTools: new Set(['task']) },
};

export const opencodeReaders = turnReaders(opencodeFormat);

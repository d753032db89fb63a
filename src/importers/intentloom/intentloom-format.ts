import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { Message } from '../../domain/conversation.ts';
import { field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { anthropicBlocks, plainText, subsByPointer } from '../anthropic-content.ts';
import { chatCalls, chatResult } from '../chat-message.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { intentloomFacts, intentloomRecord, recordTime } from './intentloom-record.ts';

function messageOf(record: JsonObject, kept: KeptRecord): Message {
  const id = textField(record, 'id') ?? `line:${kept.n}`;
  const base = { id, parentId: null, at: kept.at, line: kept.n };
  const place = { subs: subsByPointer(kept.subs), place: `line:${kept.n}`, pointer: '/content', text: plainText };
  const content = anthropicBlocks(field(record, 'content'), place);
  switch (field(record, 'role')) {
    case 'user': {
      const isResult = content.length > 0 && content.every(({ type }) => type === 'toolResult');
      if (isResult) return { ...base, kind: 'toolResult', role: 'user', content };
      return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content };
    }
    case 'assistant':
      return { ...base, kind: 'answer', role: 'assistant', content: [...content, ...chatCalls(record, id)] };
    case 'tool':
      return { ...base, kind: 'toolResult', role: 'user', content: [chatResult(record, id)] };
    default:
      return { ...base, kind: 'meta', role: 'system', content };
  }
}

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  if (intentloomRecord(record) !== 'message') return [];
  const message = messageOf(record, kept);
  return [{ kind: 'put', key: message.id, messages: [message] }];
}

function note(record: JsonObject, tally: SessionTally): void {
  const what = intentloomRecord(record);
  if (what === undefined) return;
  tally.spans.add(recordTime(record), false);
  const model = textField(record, 'model');
  if (model !== undefined) tally.models.add(model);
  const title = what === 'frame' ? textField(record, 'title') : undefined;
  if (title !== undefined) tally.title.suggest(title);
}

/** How a session of intentloom is read. */
const intentloomFormat: TurnFormat = {
  agent: 'intentloom',
  inputIncludesCache: false,
  keyOf: (record) => intentloomFacts(record).key,
  nativeIdOf: (record) => (intentloomRecord(record) === 'frame' ? textField(record, 'id') : undefined),
  stepsOf,
  note,
};

export const intentloomReaders = turnReaders(intentloomFormat);

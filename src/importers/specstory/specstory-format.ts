import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { Message } from '../../domain/conversation.ts';
import { field, isTrue, type JsonObject, textField } from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { messageKey, specstoryFacts, specstoryType, titleOf } from './specstory-record.ts';
import { countToolTags, readToolUses } from './tool-use.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'> & { readonly sidechain?: boolean };

const SLASH = /^<command-(?:name|message)>/;

function textOf(record: JsonObject): string {
  return textField(record, 'text') ?? '';
}

function prompt(record: JsonObject, base: Base): readonly Message[] {
  const text = textOf(record);
  const promptKind = SLASH.test(text) ? 'slash' : 'plain';
  return [{ ...base, kind: 'prompt', role: 'user', promptKind, content: text === '' ? [] : [{ type: 'text', text }] }];
}

function answer(record: JsonObject, base: Base): readonly Message[] {
  const { said, results } = readToolUses(textOf(record), base.id);
  const model = textField(record, 'model');
  const named = model === undefined ? {} : { model };
  const message: Message = { ...base, kind: 'answer', role: 'assistant', content: said, ...named };
  if (results.length === 0) return [message];
  return [message, { ...base, id: `${base.id}/results`, kind: 'toolResult', role: 'user', content: results }];
}

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  if (specstoryType(record) !== 'message') return [];
  const key = messageKey(record);
  const aside = isTrue(record, 'sidechain') ? { sidechain: true } : {};
  const base: Base = { id: key, parentId: null, at: kept.at, line: kept.n, ...aside };
  const messages = field(record, 'role') === 'user' ? prompt(record, base) : answer(record, base);
  return [{ kind: 'put', key, messages }];
}

function noteSession(record: JsonObject, tally: SessionTally): void {
  const { name, time } = titleOf(record);
  if (name !== '') tally.title.suggest(name);
  tally.spans.add(time, false);
}

function note(record: JsonObject, tally: SessionTally): void {
  const type = specstoryType(record);
  if (type === 'session') noteSession(record, tally);
  if (type !== 'message') return;
  tally.spans.add(field(record, 'timestamp'), false);
  const model = textField(record, 'model');
  if (model !== undefined) tally.models.add(model);
  if (field(record, 'role') !== 'user') return;
  for (let tag = countToolTags(textOf(record)); tag > 0; tag -= 1) tally.addCall(undefined);
}

/** How a document of SpecStory is read. */
const specstoryFormat: TurnFormat = {
  agent: 'specstory',
  inputIncludesCache: false,
  keyOf: (record) => specstoryFacts(record).key,
  nativeIdOf: (record) => (specstoryType(record) === 'session' ? textField(record, 'id') : undefined),
  stepsOf,
  note,
  sidechainApart: true,
};

export const specstoryReaders = turnReaders(specstoryFormat);

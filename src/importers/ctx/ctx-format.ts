import type { KeptRecord } from '../../app/ports/transcripts.ts';
import { type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { ctxMessage } from './ctx-messages.ts';
import { ctxFacts, ctxSession, ctxTime, ctxType } from './ctx-record.ts';

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  if (ctxType(record) !== 'event') return [];
  const message = ctxMessage(record, kept);
  const { id, at } = message;
  const compaction = message.kind === 'summary' ? { compaction: { id, at, summaryMessageId: id } } : {};
  return [{ kind: 'put', key: id, messages: [message], ...compaction }];
}

function note(record: JsonObject, tally: SessionTally): void {
  const type = ctxType(record);
  if (type !== 'session' && type !== 'event') return;
  tally.spans.add(ctxTime(record), true);
  if (type !== 'session') return;
  tally.spans.add(textField(record, 'ended_at'), false);
  const cwd = textField(record, 'cwd');
  if (cwd !== undefined) tally.cwds.add(cwd);
  const title = textField(record, 'title') ?? textField(objectField(record, 'metadata'), 'title');
  if (title !== undefined) tally.title.suggest(title);
}

/** How a session of the exchange format is read. */
const ctxFormat: TurnFormat = {
  agent: 'ctx',
  inputIncludesCache: false,
  keyOf: (record) => ctxFacts(record).key,
  nativeIdOf: ctxSession,
  stepsOf,
  note,
};

export const ctxReaders = turnReaders(ctxFormat);

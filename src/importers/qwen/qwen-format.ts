import type { KeptRecord } from '../../app/ports/transcripts.ts';
import { countField, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { qwenMessage } from './qwen-messages.ts';
import { payloadOf, qwenFacts, qwenType, rewindTarget } from './qwen-record.ts';

function compactionOf(record: JsonObject, kept: KeptRecord, id: string) {
  const preTokens = countField(objectField(payloadOf(record), 'info'), 'originalTokenCount');
  const compaction = { id, at: kept.at, summaryMessageId: id };
  return { compaction: preTokens === undefined ? compaction : { ...compaction, preTokens } };
}

/** A prompt that follows another record than the last one begins a branch there. */
function backSteps(record: JsonObject, type: string): readonly TurnStep[] {
  const to = type === 'user' ? textField(record, 'parentUuid') : undefined;
  return to === undefined ? [] : [{ kind: 'rewind', to, keepsIt: true, unknown: 'nothing' }];
}

/** Every record is a place that one can go back to; several that share an id stay messages of their own. */
function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  const type = qwenType(record);
  if (type === undefined) return [];
  const id = textField(record, 'uuid') ?? `line:${kept.n}`;
  const place: TurnStep = { kind: 'mark', key: id };
  const target = type === 'system:rewind' ? rewindTarget(record) : undefined;
  if (target !== undefined) return [{ kind: 'rewind', to: target, keepsIt: true, unknown: 'nothing' }, place];
  const message = qwenMessage(record, kept);
  if (message === undefined) return [place];
  const summary = message.kind === 'summary' ? compactionOf(record, kept, message.id) : {};
  const put: TurnStep = { kind: 'put', key: `${kept.n}/${id}`, messages: [message], ...summary };
  return [...backSteps(record, type), put, place];
}

function noteTitle(record: JsonObject, tally: SessionTally): void {
  const payload = payloadOf(record);
  const title = textField(payload, 'customTitle');
  if (title === undefined) return;
  if (textField(payload, 'titleSource') === 'auto') tally.title.suggest(title);
  else tally.title.rename(title);
}

function note(record: JsonObject, tally: SessionTally): void {
  const type = qwenType(record);
  if (type === undefined) return;
  tally.spans.add(field(record, 'timestamp'), true);
  const cwd = textField(record, 'cwd');
  if (cwd !== undefined) tally.cwds.add(cwd);
  tally.branch = textField(record, 'gitBranch') ?? tally.branch;
  tally.version = textField(record, 'version') ?? tally.version;
  if (type === 'system:custom_title') noteTitle(record, tally);
}

/** How a session of Qwen Code is read. */
const qwenFormat: TurnFormat = {
  agent: 'qwen',
  inputIncludesCache: true,
  keyOf: (record) => qwenFacts(record).key,
  nativeIdOf: (record) => (qwenType(record) === undefined ? undefined : textField(record, 'sessionId')),
  stepsOf,
  note,
  events: { subagentTools: new Set(['task']) },
};

export const qwenReaders = turnReaders(qwenFormat);

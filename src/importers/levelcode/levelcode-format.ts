import type { KeptRecord } from '../../app/ports/transcripts.ts';
import { type JsonObject, textField } from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { levelcodeMessages } from './levelcode-messages.ts';
import { levelcodeFacts, lineKind, timeOf } from './levelcode-record.ts';

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  const kind = lineKind(record);
  if (kind === undefined) return [];
  const id = `line:${kept.n}`;
  const messages = levelcodeMessages(record, kind, kept);
  const compaction = kind === 'compact' ? { compaction: { id, at: kept.at, summaryMessageId: id } } : {};
  return [{ kind: 'put', key: id, messages, ...compaction }];
}

function note(record: JsonObject, tally: SessionTally): void {
  const kind = lineKind(record);
  if (kind === undefined) return;
  tally.spans.add(timeOf(record), true);
  const title = textField(record, 'title');
  if (kind === 'meta') {
    const project = textField(record, 'project');
    if (project !== undefined) tally.cwds.add(project);
  }
  // The last title counts; who gave it is not recorded.
  if (title !== undefined && (kind === 'meta' || kind === 'title')) tally.title.rename(title);
}

/** How a session of LevelCode is read. */
const levelcodeFormat: TurnFormat = {
  agent: 'levelcode',
  inputIncludesCache: false,
  keyOf: (record) => levelcodeFacts(record).key,
  nativeIdOf: (record) => (lineKind(record) === 'meta' ? textField(record, 'id') : undefined),
  stepsOf,
  note,
};

export const levelcodeReaders = turnReaders(levelcodeFormat);

import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { Message, TokenTotals } from '../../domain/conversation.ts';
import { assertNever } from '../../kernel/assert-never.ts';
import { countField, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { agentMessages, olderMessages, resumeMessage, userMessage } from './messages.ts';
import { parentThread, readWorktrees, threadFolders, threadTimes } from './thread.ts';
import { readZedRecord, zedKey } from './zed-record.ts';

function messagesOf(record: JsonObject, kept: KeptRecord): readonly Message[] {
  const what = readZedRecord(record);
  switch (what.kind) {
    case 'user':
      return [userMessage(what.message, kept)];
    case 'agent':
      return agentMessages(what.message, kept);
    case 'resume':
      return [resumeMessage(kept)];
    case 'older':
      return olderMessages(what.role, what.message, kept);
    case 'thread':
    case 'unknown':
      return [];
    default:
      return assertNever(what);
  }
}

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  const messages = messagesOf(record, kept);
  return messages.length === 0 ? [] : [{ kind: 'put', key: `line:${kept.n}`, messages }];
}

function noteThread(row: JsonObject, data: JsonObject, tally: SessionTally): void {
  for (const time of threadTimes(row, data)) tally.spans.add(time, false);
  for (const folder of threadFolders(row, data)) tally.cwds.add(folder);
  const title = textField(data, 'title') ?? textField(row, 'summary') ?? textField(data, 'summary');
  if (title !== undefined) tally.title.suggest(title);
  const model = textField(objectField(data, 'model'), 'model');
  if (model !== undefined) tally.models.add(model);
  tally.mode = textField(data, 'profile') ?? tally.mode;
  tally.effort = textField(data, 'thinking_effort') ?? tally.effort;
  tally.branch = readWorktrees(data)[0]?.branch ?? tally.branch;
  tally.headless = parentThread(row, data) !== undefined;
}

function note(record: JsonObject, tally: SessionTally): void {
  const what = readZedRecord(record);
  if (what.kind === 'thread') noteThread(record, what.data, tally);
}

/** The agent's own running totals. */
function totalsOf(record: JsonObject): TokenTotals | undefined {
  const what = readZedRecord(record);
  const usage = what.kind === 'thread' ? objectField(what.data, 'cumulative_token_usage') : undefined;
  if (usage === undefined || Object.keys(usage).length === 0) return undefined;
  const count = (name: string): number => countField(usage, name) ?? 0;
  return {
    input: count('input_tokens'),
    output: count('output_tokens'),
    cacheRead: count('cache_read_input_tokens'),
    cacheWrite: count('cache_creation_input_tokens'),
    inputIncludesCache: false,
  };
}

/** How a thread of Zed is read. */
const zedFormat: TurnFormat = {
  agent: 'zed',
  inputIncludesCache: false,
  keyOf: zedKey,
  nativeIdOf: (record) => (readZedRecord(record).kind === 'thread' ? textField(record, 'id') : undefined),
  stepsOf,
  note,
  totalsOf,
};

export const zedReaders = turnReaders(zedFormat);

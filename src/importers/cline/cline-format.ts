import type { Importer } from '../../app/ports/importer.ts';
import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { TokenTotals } from '../../domain/conversation.ts';
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
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { ApiReader } from './api-messages.ts';
import { clineFacts, clineRecord, folderIn } from './cline-record.ts';
import { modelOf, UiReader } from './ui-messages.ts';

function apiSteps(reader: ApiReader, record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  const messages = reader.messagesOf(record, kept);
  const [first] = messages;
  const compaction =
    first?.kind === 'summary' ? { compaction: { id: first.id, at: first.at, summaryMessageId: first.id } } : {};
  return [{ kind: 'put', key: `line:${kept.n}`, messages, ...compaction }];
}

function noteFolder(record: JsonObject, tally: SessionTally): void {
  for (const block of listField(record, 'content')) {
    const folder = folderIn(textField(asObject(block), 'text') ?? '');
    if (folder !== undefined) tally.cwds.add(folder);
  }
}

function note(record: JsonObject, tally: SessionTally): void {
  const what = clineRecord(record);
  if (what === undefined) return;
  tally.spans.add(field(record, 'ts'), what === 'ui');
  const model = modelOf(record);
  if (model !== undefined) tally.models.add(model);
  if (what === 'api') noteFolder(record, tally);
  const task = objectField(record, 'clineTask');
  if (task === undefined) return;
  tally.spans.add(numberField(task, 'firstTs'), false);
  tally.spans.add(numberField(task, 'lastTs'), false);
  for (const name of listField(task, 'models')) if (typeof name === 'string') tally.models.add(name);
}

/** The costs that the lines of the screen tell; without them, those of the messages count. */
function totalsOf(record: JsonObject): TokenTotals | undefined {
  const tokens = objectField(objectField(record, 'clineTask'), 'tokens');
  if (tokens === undefined) return undefined;
  const count = (name: string): number => countField(tokens, name) ?? 0;
  return {
    input: count('input'),
    output: count('output'),
    cacheRead: count('cacheRead'),
    cacheWrite: count('cacheWrite'),
    inputIncludesCache: false,
  };
}

/** How a task is read: one pass. */
function clineFormat(): TurnFormat {
  const [api, ui] = [new ApiReader(), new UiReader()];
  return {
    agent: 'cline',
    inputIncludesCache: false,
    keyOf: (record) => clineFacts(record).key,
    nativeIdOf: (record) => textField(objectField(record, 'clineTask'), 'id'),
    stepsOf: (record, kept) => {
      const what = clineRecord(record);
      if (what === 'api') return apiSteps(api, record, kept);
      return what === 'ui' ? [ui.stepOf(record, kept)] : [];
    },
    note,
    totalsOf,
    events: { subagentTools: new Set(['new_task']) },
  };
}

type Readers = Pick<Importer, 'agent' | 'normalize' | 'summarize' | 'eventsOf'>;

export const clineReaders: Readers = {
  agent: 'cline',
  normalize: (records, options) => turnReaders(clineFormat()).normalize(records, options),
  summarize: (records, options) => turnReaders(clineFormat()).summarize(records, options),
  eventsOf: (records) => turnReaders(clineFormat()).eventsOf(records),
};

import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { Message } from '../../domain/conversation.ts';
import { asObject, type JsonObject, listField, objectField, textField } from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { bubbleMessages, summaryMessage, tabMessage } from './bubbles.ts';
import { cliMessage } from './cli-messages.ts';
import { composerBranch, composerFolder, listedFolders, parentComposer, wholeTimes } from './composer.ts';
import { bubbleTime, cursorKey, readCursorRecord } from './cursor-record.ts';

function put(key: string, messages: readonly Message[]): readonly TurnStep[] {
  return [{ kind: 'put', key, messages }];
}

function bubbleSteps(bubble: JsonObject, kept: KeptRecord, id: string | undefined): readonly TurnStep[] {
  const key = id ?? `line:${kept.n}`;
  const messages = bubbleMessages(bubble, kept, id);
  const summary = summaryMessage(bubble, kept, id);
  if (summary === undefined) return put(key, messages);
  const compaction = { id: summary.id, at: kept.at, summaryMessageId: summary.id };
  return [{ kind: 'put', key, messages: [summary, ...messages], compaction }];
}

/** Messages that the session no longer names were taken back; one that names none holds them itself. */
function composerSteps(composer: JsonObject): readonly TurnStep[] {
  const named = listField(composer, 'fullConversationHeadersOnly').flatMap(
    (header) => textField(asObject(header), 'bubbleId') ?? [],
  );
  return named.length === 0 ? [] : [{ kind: 'keepOnly', keys: new Set(named) }];
}

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  const what = readCursorRecord(record);
  const line = `line:${kept.n}`;
  switch (what.kind) {
    case 'bubble':
      return bubbleSteps(what.bubble, kept, what.id);
    case 'composer':
      return composerSteps(record);
    case 'tab-bubble':
      return put(line, [tabMessage(record, what.type, kept)]);
    case 'message':
      return put(line, [cliMessage(record, what.role, kept)]);
    case 'line':
      return put(line, [cliMessage(what.message, what.role, kept)]);
    default:
      return [];
  }
}

function noteComposer(composer: JsonObject, tally: SessionTally): void {
  const cwd = composerFolder(composer);
  if (cwd !== undefined) tally.cwds.add(cwd);
  tally.branch = composerBranch(composer) ?? tally.branch;
  tally.mode = textField(composer, 'unifiedMode') ?? textField(composer, 'mode') ?? tally.mode;
  tally.headless = parentComposer(composer) !== undefined;
}

function noteWhole(record: JsonObject, tally: SessionTally): void {
  for (const time of wholeTimes(record)) tally.spans.add(time, false);
  const title = textField(record, 'name') ?? textField(record, 'chatTitle');
  if (title !== undefined) tally.title.suggest(title);
  const model = textField(objectField(record, 'modelConfig'), 'modelName') ?? textField(record, 'lastUsedModel');
  if (model !== undefined && model !== 'default') tally.models.add(model);
}

function note(record: JsonObject, tally: SessionTally): void {
  const what = readCursorRecord(record);
  if (what.kind === 'bubble') tally.spans.add(bubbleTime(what.bubble), false);
  else if (what.kind === 'folders') for (const folder of listedFolders(record)) tally.cwds.add(folder);
  else if (what.kind === 'composer' || what.kind === 'tab' || what.kind === 'description') {
    noteWhole(record, tally);
    noteComposer(record, tally);
  }
}

/** How a session of Cursor is read. */
const cursorFormat: TurnFormat = {
  agent: 'cursor',
  inputIncludesCache: true,
  keyOf: cursorKey,
  nativeIdOf: (record) => {
    const what = readCursorRecord(record);
    return what.kind === 'composer' || what.kind === 'tab' || what.kind === 'description' ? what.id : undefined;
  },
  stepsOf,
  note,
};

export const cursorReaders = turnReaders(cursorFormat);

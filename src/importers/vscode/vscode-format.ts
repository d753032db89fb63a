import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import {
  asObject,
  field,
  isTrue,
  type JsonObject,
  listField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { answerMessages } from './answer-messages.ts';
import { uriPath } from './uri.ts';
import { readVscodeRecord, requestText, vscodeFacts } from './vscode-record.ts';

/** The file that is open is attached by the editor, not by the person. */
const IMPLICIT = /^vscode\.implicit/;

function attachments(request: JsonObject): readonly ContentBlock[] {
  return listField(objectField(request, 'variableData'), 'variables').flatMap((value): readonly ContentBlock[] => {
    const variable = asObject(value);
    const kind = textField(variable, 'kind');
    if (IMPLICIT.test(textField(variable, 'id') ?? '')) return [];
    if (kind === 'image') return [{ type: 'image' }];
    const name = uriPath(field(variable, 'value')) ?? textField(variable, 'name');
    return kind === 'file' && name !== undefined ? [{ type: 'file', name }] : [];
  });
}

function promptOf(request: JsonObject, kept: KeptRecord, id: string): Message {
  const text = requestText(request);
  const said: readonly ContentBlock[] = text === '' ? [] : [{ type: 'text', text }];
  const content = [...said, ...attachments(request)];
  return { id, parentId: null, at: kept.at, line: kept.n, kind: 'prompt', role: 'user', promptKind: 'plain', content };
}

function notices(request: JsonObject, kept: KeptRecord, id: string): readonly Message[] {
  const error = textField(objectField(objectField(request, 'result'), 'errorDetails'), 'message');
  const isStopped = isTrue(request, 'isCanceled');
  if (!isStopped && error === undefined) return [];
  const block: ContentBlock = { type: 'notice', kind: isStopped ? 'interrupted' : 'error', text: error ?? '' };
  const base = { id: `${id}/end`, parentId: null, at: kept.at, line: kept.n };
  return [{ ...base, kind: 'notice', role: 'system', content: [block] }];
}

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  if (readVscodeRecord(record) !== 'request') return [];
  const id = textField(record, 'requestId') ?? `line:${kept.n}`;
  const model = textField(record, 'modelId');
  const apiId = textField(record, 'responseId') ?? id;
  const base = { id: `${id}/answer`, apiId, at: kept.at, line: kept.n, ...(model === undefined ? {} : { model }) };
  const messages = [promptOf(record, kept, id), ...answerMessages(record, base), ...notices(record, kept, id)];
  return [{ kind: 'put', key: id, messages }];
}

function noteRequest(request: JsonObject, tally: SessionTally): void {
  tally.spans.add(field(request, 'timestamp'), true);
  const agent = objectField(request, 'agent');
  tally.version = textField(agent, 'extensionVersion') ?? tally.version;
  const model = textField(request, 'modelId');
  if (model !== undefined) tally.models.add(model);
  const [mode] = listField(agent, 'modes');
  tally.mode = textField(objectField(request, 'modeInfo'), 'modeId') ?? (typeof mode === 'string' ? mode : tally.mode);
}

function note(record: JsonObject, tally: SessionTally): void {
  const what = readVscodeRecord(record);
  if (what === 'request') noteRequest(record, tally);
  const title = what === 'chat' ? (textField(record, 'customTitle') ?? textField(record, 'computedTitle')) : undefined;
  if (title !== undefined) tally.title.suggest(title);
}

/** How a chat of VS Code is read. */
const vscodeFormat: TurnFormat = {
  agent: 'vscode',
  inputIncludesCache: true,
  keyOf: (record) => vscodeFacts(record).key,
  nativeIdOf: (record) => (readVscodeRecord(record) === 'chat' ? textField(record, 'sessionId') : undefined),
  stepsOf,
  note,
};

export const vscodeReaders = turnReaders(vscodeFormat);

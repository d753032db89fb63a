import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import { field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { aiderFacts, aiderPlace, aiderType } from './aider-record.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

const VERSION = /^Aider v(\S+)/m;
const MAIN_MODEL = /^(?:Main model|Models?|Model switched to): (\S+)/gm;
const EDITED = /^Applied edit to (.+)$/;
const STOPPED = /^\^C KeyboardInterrupt$|^\^C again to exit$/;

function textOf(record: JsonObject): string {
  return textField(record, 'text') ?? '';
}

function promptKindOf(text: string): Message['promptKind'] {
  if (text.startsWith('/')) return 'slash';
  return text.startsWith('!') ? 'bash' : 'plain';
}

function blocksOf(text: string): readonly ContentBlock[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** aider applies edits itself and tells of each: the nearest thing to a tool's call that the history holds. */
function editMessages(base: Base, lines: readonly string[]): readonly Message[] {
  return lines.flatMap((line, index): Message[] => {
    const path = EDITED.exec(line)?.[1]?.trim();
    if (path === undefined) return [];
    const callId = `${base.id}/${index}`;
    const call: ContentBlock = { type: 'toolCall', id: callId, name: 'edit', input: { path } };
    const result: ContentBlock = {
      type: 'toolResult',
      callId,
      isError: false,
      content: [{ type: 'text', text: line }],
    };
    return [
      { ...base, id: callId, kind: 'notice', role: 'assistant', content: [call] },
      { ...base, id: `${callId}/result`, kind: 'toolResult', role: 'user', content: [result] },
    ];
  });
}

function outputMessages(text: string, base: Base): readonly Message[] {
  const lines = text.split('\n');
  const kind = lines.some((line) => STOPPED.test(line)) ? 'interrupted' : 'output';
  const notice: Message = { ...base, kind: 'notice', role: 'system', content: [{ type: 'notice', kind, text }] };
  return [notice, ...editMessages(base, lines)];
}

function messagesOf(record: JsonObject, base: Base): readonly Message[] {
  const text = textOf(record);
  const content = blocksOf(text);
  const model = textField(record, 'model');
  switch (aiderType(record)) {
    case 'chat':
      return [
        { ...base, kind: 'notice', role: 'system', content: [{ type: 'notice', kind: 'session-reloaded', text: '' }] },
      ];
    case 'prompt':
      return [{ ...base, kind: 'prompt', role: 'user', promptKind: promptKindOf(text) ?? 'plain', content }];
    case 'answer':
      return [{ ...base, kind: 'answer', role: 'assistant', content, ...(model === undefined ? {} : { model }) }];
    case 'output':
      return outputMessages(text, base);
    case undefined:
      return [];
  }
}

function stepsOf(record: JsonObject, kept: KeptRecord): readonly TurnStep[] {
  if (aiderType(record) === undefined) return [];
  const key = aiderPlace(record);
  return [{ kind: 'put', key, messages: messagesOf(record, { id: key, parentId: null, at: kept.at, line: kept.n }) }];
}

function note(record: JsonObject, tally: SessionTally): void {
  const type = aiderType(record);
  if (type === 'chat') tally.spans.add(field(record, 'chat'), true);
  if (type !== 'output') return;
  const text = textOf(record);
  for (const [, model] of text.matchAll(MAIN_MODEL)) if (model !== undefined) tally.models.add(model);
  tally.version = VERSION.exec(text)?.[1] ?? tally.version;
}

/** How a history of aider is read. */
const aiderFormat: TurnFormat = {
  agent: 'aider',
  inputIncludesCache: false,
  keyOf: (record) => aiderFacts(record).key,
  nativeIdOf: () => undefined,
  stepsOf,
  note,
};

export const aiderReaders = turnReaders(aiderFormat);

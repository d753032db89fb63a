import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message } from '../../domain/conversation.ts';
import { asObject, field, type JsonObject, listField, textField } from '../../kernel/json-fields.ts';
import { anthropicBlocks, plainText, subsByPointer } from '../anthropic-content.ts';
import { toTitleLine } from '../title-line.ts';
import type { LineKind } from './levelcode-record.ts';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

/** Longest title that is told of, in columns. */
const TITLE_COLUMNS = 200;

/** What LevelCode notes of a session, in loom's words; others keep their own. */
const NOTICES: Readonly<Record<string, string>> = {
  reload: 'session-reloaded',
  abort: 'interrupted',
  interrupt: 'interrupted',
  pin: 'session-pinned',
  archive: 'session-archived',
  done: 'session-closed',
  error: 'error',
};

function contentAt(content: unknown, kept: KeptRecord, pointer: string): readonly ContentBlock[] {
  const place = pointer === '/content' ? `line:${kept.n}` : `line:${kept.n}${pointer}`;
  return anthropicBlocks(content, { subs: subsByPointer(kept.subs), place, pointer, text: plainText });
}

function notice(base: Base, kind: string, text: string): Message {
  return { ...base, kind: 'notice', role: 'system', content: [{ type: 'notice', kind, text }] };
}

function prompt(record: JsonObject, base: Base, kept: KeptRecord): Message {
  const files = listField(record, 'contextFiles').flatMap((name): ContentBlock[] =>
    typeof name === 'string' ? [{ type: 'file', name }] : [],
  );
  const content = [...contentAt(field(record, 'content'), kept, '/content'), ...files];
  return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content };
}

function answer(record: JsonObject, base: Base, content: readonly ContentBlock[]): Message {
  const model = textField(record, 'model');
  return { ...base, kind: 'answer', role: 'assistant', content, ...(model === undefined ? {} : { model }) };
}

/** One message of a turn's work. What stands there in the user's place is a tool's result, or the harness. */
function workMessage(message: JsonObject, base: Base, content: readonly ContentBlock[]): Message {
  if (field(message, 'role') === 'assistant') return answer(message, base, content);
  const isResult = content.some(({ type }) => type === 'toolResult');
  return { ...base, kind: isResult ? 'toolResult' : 'meta', role: 'user', content };
}

function work(record: JsonObject, base: Base, kept: KeptRecord): readonly Message[] {
  return listField(record, 'messages').flatMap((value, index) => {
    const message = asObject(value);
    if (message === undefined) return [];
    const content = contentAt(field(message, 'content'), kept, `/messages/${index}/content`);
    return [workMessage(message, { ...base, id: `${base.id}/${index}` }, content)];
  });
}

function event(record: JsonObject, base: Base): Message {
  const type = textField(record, 'type') ?? 'event';
  const text = textField(record, 'text') ?? textField(record, 'message') ?? textField(record, 'reason') ?? '';
  return notice(base, Object.hasOwn(NOTICES, type) ? (NOTICES[type] ?? type) : type, text);
}

/** The messages of a line. */
export function levelcodeMessages(record: JsonObject, kind: LineKind, kept: KeptRecord): readonly Message[] {
  const base: Base = { id: `line:${kept.n}`, parentId: null, at: kept.at, line: kept.n };
  switch (kind) {
    case 'meta':
      return [];
    case 'user':
      return [prompt(record, base, kept)];
    case 'assistant':
      return [answer(record, base, contentAt(field(record, 'content'), kept, '/content'))];
    case 'agent':
      return work(record, base, kept);
    case 'event':
      return [event(record, base)];
    case 'title':
      return [notice(base, 'session-renamed', toTitleLine(textField(record, 'title') ?? '', TITLE_COLUMNS) ?? '')];
    case 'compact':
      return [{ ...base, kind: 'summary', role: 'user', content: plainText(textField(record, 'briefing') ?? '') }];
  }
}

import type { KeptRecord } from '../../app/ports/transcripts.ts';
import type { ContentBlock, Message, Usage } from '../../domain/conversation.ts';
import { countField, field, type JsonObject, objectField, textField } from '../../kernel/json-fields.ts';
import { type ContentPlace, contentBlocks } from '../google-content.ts';
import { thoughtBlocks } from './content.ts';
import { readToolCalls } from './tool-calls.ts';

/** What the client tells the model before the person says anything. */
const SETUP = /^(?:This is the Gemini CLI\.|<session_context>)/;
/** What the client notes when the person stops an answer. */
const STOPPED = 'Request cancelled.';
const SETUP_ANSWER = 'Got it. Thanks for the context!';

type Base = Pick<Message, 'id' | 'parentId' | 'at' | 'line'>;

function baseOf(kept: KeptRecord, id: string): Base {
  return { id, parentId: null, at: kept.at, line: kept.n };
}

function readUsage(record: JsonObject): Usage | undefined {
  const tokens = objectField(record, 'tokens');
  if (tokens === undefined) return undefined;
  const count = (name: string): number => countField(tokens, name) ?? 0;
  return { input: count('input'), output: count('output'), cacheRead: count('cached'), cacheWrite: 0 };
}

function isResult(block: ContentBlock): boolean {
  return block.type === 'toolResult';
}

/** Where a message's content stands in its record; a list that was set as a whole has no pointers of its own. */
function placeOf(kept: KeptRecord, pointer: string): ContentPlace & { readonly line: number } {
  return { subs: kept.subs, pointer, line: kept.n };
}

/** What a message says, under either of its names. */
function saidIn(record: JsonObject, kept: KeptRecord, pointer: string): ContentBlock[] {
  const name = Object.hasOwn(record, 'content') ? 'content' : 'parts';
  return contentBlocks(field(record, name), placeOf(kept, `${pointer}/${name}`));
}

/** Text that the client put in beside what the person saw of their own prompt. */
function injected(blocks: readonly ContentBlock[]): ContentBlock[] {
  return blocks.map((block) =>
    block.type === 'text' ? { type: 'notice', kind: 'injected', text: block.text } : block,
  );
}

function promptBlocks(record: JsonObject, kept: KeptRecord, pointer: string): readonly ContentBlock[] {
  const sent = saidIn(record, kept, pointer);
  const shown = contentBlocks(field(record, 'displayContent'), placeOf(kept, `${pointer}/displayContent`));
  if (shown.length === 0 || JSON.stringify(shown) === JSON.stringify(sent)) return sent;
  return [...shown, ...injected(sent)];
}

function isSetup([first]: readonly ContentBlock[]): boolean {
  return first?.type === 'text' && SETUP.test(first.text);
}

function userMessage(base: Base, content: readonly ContentBlock[]): Message {
  if (content.length > 0 && content.every(isResult)) return { ...base, kind: 'toolResult', role: 'user', content };
  if (isSetup(content)) return { ...base, kind: 'meta', role: 'user', content };
  return { ...base, kind: 'prompt', role: 'user', promptKind: 'plain', content };
}

function answerMessages(record: JsonObject, base: Base, text: readonly ContentBlock[]): readonly Message[] {
  const calls = readToolCalls(record, base.id);
  const model = textField(record, 'model');
  const usage = readUsage(record);
  const notices = calls.flatMap(({ notice }) => notice ?? []);
  const answer: Message = {
    ...base,
    kind: 'answer',
    role: 'assistant',
    content: [...thoughtBlocks(record), ...text, ...calls.map(({ call }) => call), ...notices],
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
  };
  const results = calls.flatMap(({ result }) => result ?? []);
  if (results.length === 0) return [answer];
  return [answer, { ...base, id: `${base.id}/results`, kind: 'toolResult', role: 'user', content: results }];
}

/** The messages of one message record; `pointer` is where it stands in its kept record. */
export function chatMessages(record: JsonObject, kept: KeptRecord, pointer = ''): readonly Message[] {
  const type = textField(record, 'type') ?? '';
  const base = baseOf(kept, textField(record, 'id') ?? `line:${kept.n}${pointer}`);
  if (type === 'user') return [userMessage(base, promptBlocks(record, kept, pointer))];
  const content = saidIn(record, kept, pointer);
  if (type === 'gemini' || type === 'model') return answerMessages(record, base, content);
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  const kind = type === 'info' && text === STOPPED ? 'interrupted' : type;
  return [{ ...base, kind: 'notice', role: 'system', content: [{ type: 'notice', kind, text }] }];
}

/** The message of a saved chat's content. */
export function savedMessages(record: JsonObject, kept: KeptRecord): readonly Message[] {
  const base = baseOf(kept, `line:${kept.n}`);
  const content = contentBlocks(field(record, 'parts'), placeOf(kept, '/parts'));
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  if (field(record, 'role') === 'model') {
    const kind = text === SETUP_ANSWER ? 'meta' : 'answer';
    return [{ ...base, kind, role: 'assistant', content }];
  }
  return [userMessage(base, content)];
}

/** Whether a content of a saved chat is what a person said. */
export function isSavedPrompt(record: JsonObject): boolean {
  const content = contentBlocks(field(record, 'parts'), { subs: [], pointer: '', line: 0 });
  return field(record, 'role') === 'user' && content[0]?.type === 'text' && !isSetup(content);
}

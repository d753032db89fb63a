import type { IsoTime } from '../kernel/ids.ts';
import type { ContentBlock, Conversation, Message } from './conversation.ts';
import { beginningOf, cutBefore } from './cut-text.ts';
import { MOST_SEARCHED, type SearchDocument, type SearchKind, type TurnEnd } from './search-document.ts';
import { aboutCall } from './tool-about.ts';
import type { PairedCall } from './tool-pairing.ts';
import { toolPaths } from './tool-paths.ts';
import { foldCallsInto, type Turn, textOf } from './turns.ts';

const LONGEST_ANSWER = 160;
const LONGEST_COMMAND = 4000;
/** What loom itself answered is no evidence of anything: a question for memory would find itself. */
const OWN_COMMAND = /(?:^|[\s;&|(/])loom\s+(?:--?\S+\s+)*memory\s/;
const OWN_TOOL = /^mcp__loom\b|^loom[_.:]/i;

type ToolCall = Extract<ContentBlock, { type: 'toolCall' }>;

function commandOf(input: unknown): string | null {
  if (input === null || typeof input !== 'object') return null;
  for (const name of ['command', 'cmd'] as const) {
    const value: unknown = Object.hasOwn(input, name) ? (input as Readonly<Record<string, unknown>>)[name] : undefined;
    const words = Array.isArray(value) ? value.filter((word) => typeof word === 'string').join(' ') : value;
    if (typeof words === 'string' && words !== '') return words.slice(0, cutBefore(words, LONGEST_COMMAND));
  }
  return null;
}

function isOwn(name: string, command: string | null): boolean {
  return OWN_TOOL.test(name) || (command?.includes('loom') === true && OWN_COMMAND.test(command));
}

interface Place {
  readonly at: IsoTime;
  readonly order: number | null;
  readonly inherited: boolean;
}

interface Told extends Place {
  readonly kind: SearchKind;
  readonly key: string;
  readonly text: string;
}

function documentOf(told: Told): SearchDocument {
  const { text } = told;
  const searched = text.length <= MOST_SEARCHED ? text : text.slice(0, cutBefore(text, MOST_SEARCHED));
  return { ...told, text: searched, length: text.length, paths: [], turn: null };
}

function callDocument(call: ToolCall, place: Place): SearchDocument | undefined {
  const command = commandOf(call.input);
  if (isOwn(call.name, command)) return undefined;
  const paths = toolPaths(call.name, call.input).map(({ path }) => path);
  const about = command ?? aboutCall(call.input);
  const named = paths.filter((path) => about?.includes(path) !== true);
  const text = [call.name, ...(about === null ? [] : [about]), ...named].join(' ');
  return { ...documentOf({ ...place, kind: 'toolCall', key: call.id, text, order: null }), paths };
}

const SAID: Readonly<Partial<Record<Message['kind'], SearchKind>>> = {
  prompt: 'prompt',
  answer: 'answer',
  summary: 'summary',
};

/** A turn of whose calls nothing is told but how they ended. */
type EndedTurn = Turn<Pick<PairedCall, 'status'>>;

function turnEnd(turn: EndedTurn): TurnEnd {
  const failed = turn.toolCalls.filter(({ status }) => status === 'error').length;
  const cut = turn.notices.some(({ kind }) => kind.startsWith('interrupt'));
  const unanswered = turn.answer === null ? 'unanswered' : 'answered';
  return {
    ended: cut ? 'interrupted' : unanswered,
    answer: turn.answer === null ? null : beginningOf(lastPart(turn.answer), LONGEST_ANSWER),
    toolCalls: turn.toolCalls.length,
    failed,
  };
}

/** The answers of a turn are joined by empty lines; what it ended with comes last, as far as one paragraph tells. */
function lastPart(answer: string): string {
  const parts = answer.trim().split(/\n{2,}/);
  return (parts.at(-1) ?? '').replace(/\s+/g, ' ').trim();
}

interface Numbered {
  at: IsoTime;
  order: number;
}

function* messageDocuments(message: Message, last: Numbered): Generator<SearchDocument> {
  last.at = message.at ?? last.at;
  const { at } = last;
  const inherited = message.inherited === true;
  const kind = SAID[message.kind];
  const text = kind === undefined ? '' : textOf(message.content);
  if (kind !== undefined && text.trim() !== '') {
    yield documentOf({ kind, key: message.id, text, at, order: last.order, inherited });
    last.order += 1;
  }
  for (const block of message.content) {
    if (block.type !== 'toolCall') continue;
    const call = callDocument(block, { at, order: null, inherited });
    if (call !== undefined) yield call;
  }
}

/**
 * Everything of a conversation that can be found, in record order: prompts, answers, summaries, and tool calls by name, paths
 * and command line. What carries no time takes that of its forerunner; the first ones `startedAt`.
 */
export function conversationDocuments(conversation: Conversation, startedAt: IsoTime): readonly SearchDocument[] {
  const last: Numbered = { at: startedAt, order: 0 };
  const turns = new Map(foldCallsInto(conversation, (call) => call).map((turn) => [turn.id, turn]));
  const documents = new Map<string, SearchDocument>();
  for (const message of conversation.messages) {
    for (const document of messageDocuments(message, last)) {
      // A record may be told twice; the first one counts.
      const id = `${document.kind === 'toolCall' ? 'call' : 'said'} ${document.key}`;
      if (!documents.has(id)) documents.set(id, withTurn(document, turns));
    }
  }
  return [...documents.values()];
}

function withTurn(document: SearchDocument, turns: ReadonlyMap<string, EndedTurn>): SearchDocument {
  const turn = document.kind === 'prompt' ? turns.get(document.key) : undefined;
  return turn === undefined ? document : { ...document, turn: turnEnd(turn) };
}

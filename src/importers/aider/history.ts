import type { TextLine } from '../text-source.ts';

/** A run of lines of a history, as loom keeps it. */
export interface HistoryRecord {
  readonly type: 'chat' | 'prompt' | 'output' | 'answer';
  /** When its chat began, as aider wrote it: local time, without zone. */
  readonly chat: string;
  /** Which of several chats that began in the same second; absent for the first. */
  readonly again?: number;
  /** Its place in the chat, from 0. */
  readonly block: number;
  /** Which of several that begin alike in this chat; absent for the first. */
  readonly twin?: number;
  /** The model that the chat was begun with, of an answer. */
  readonly model?: string;
  /** First and last line, 1-based. */
  readonly lines: readonly [number, number];
  readonly text: string;
}

/** What begins a chat. */
export const CHAT_START = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/;
const MODEL = /^(?:Main model|Models?|Model switched to): (\S+)/;
/** aider ends each line that it writes itself with two blanks; lines of an answer that look alike have none. */
const PROMPT = /^#### ?(.*?) {2}$/;
const OUTPUT = /^>( .*?)? {2}$/;

/** What a record is recognised by when it has grown. */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** What stands before the first chat: the beginning of the history was cut off. */
const NO_CHAT = 'unknown';

type Kind = HistoryRecord['type'];

interface Block {
  readonly type: Kind;
  readonly first: number;
  last: number;
  readonly lines: string[];
}

function readLine({ text }: TextLine): { readonly type: Kind; readonly text: string } {
  const prompt = PROMPT.exec(text);
  if (prompt !== null) return { type: 'prompt', text: (prompt[1] ?? '').trimEnd() };
  const output = OUTPUT.exec(text);
  if (output !== null) return { type: 'output', text: (output[1] ?? '').trim() };
  return { type: 'answer', text };
}

/** Cuts a history: a record for each chat start, prompt, run of aider's own lines, and answer. Empty lines are in none. */
class HistoryCut {
  readonly #chats = new Map<string, number>();
  #chat = NO_CHAT;
  #again = 0;
  #blocks = 0;
  /** How many records of this chat begin alike. */
  #twins = new Map<string, number>();
  #model: string | undefined;
  #open: Block | undefined;

  *add(line: TextLine): Generator<HistoryRecord> {
    const started = CHAT_START.exec(line.text)?.[1];
    if (started !== undefined) {
      yield* this.finish();
      yield* this.#start(started, line.number);
      return;
    }
    if (line.text.trim() === '') yield* this.#addBlank();
    else yield* this.#addWords(line);
  }

  /** Ends what aider wrote; an answer may go on after it. */
  *#addBlank(): Generator<HistoryRecord> {
    if (this.#open?.type === 'answer') this.#open.lines.push('');
    else yield* this.finish();
  }

  *#addWords(line: TextLine): Generator<HistoryRecord> {
    const { type, text } = readLine(line);
    if (this.#open !== undefined && this.#open.type !== type) yield* this.finish();
    this.#open ??= { type, first: line.number, last: line.number, lines: [] };
    this.#open.lines.push(text);
    this.#open.last = line.number;
  }

  *#start(chat: string, line: number): Generator<HistoryRecord> {
    this.#again = this.#chats.get(chat) ?? 0;
    this.#chats.set(chat, this.#again + 1);
    this.#chat = chat;
    this.#blocks = 0;
    this.#twins = new Map();
    this.#model = undefined;
    yield this.#record('chat', [line, line], chat);
  }

  #record(type: Kind, lines: readonly [number, number], text: string): HistoryRecord {
    const again = this.#again === 0 ? {} : { again: this.#again };
    const model = type === 'answer' && this.#model !== undefined ? { model: this.#model } : {};
    const beginning = `${type}:${firstLine(text)}`;
    const twins = this.#twins.get(beginning) ?? 0;
    this.#twins.set(beginning, twins + 1);
    const twin = twins === 0 ? {} : { twin: twins };
    const record = { type, chat: this.#chat, ...again, block: this.#blocks, ...twin, ...model, lines, text };
    this.#blocks += 1;
    return record;
  }

  *finish(): Generator<HistoryRecord> {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    const text = open.lines.join('\n').trimEnd();
    if (open.type === 'output') for (const line of open.lines) this.#model = MODEL.exec(line)?.[1] ?? this.#model;
    yield this.#record(open.type, [open.first, open.last], text);
  }
}

/** Makes records of the lines of a history. */
export function* cutHistory(lines: Iterable<TextLine>): Generator<HistoryRecord> {
  const cut = new HistoryCut();
  for (const line of lines) yield* cut.add(line);
  yield* cut.finish();
}

import { addAll } from '../kernel/add-all.ts';
import type { IsoTime } from '../kernel/ids.ts';
import type { ContentBlock, Conversation, Message } from './conversation.ts';
import { indexMessages } from './conversation-path.ts';
import { aboutCall } from './tool-about.ts';
import { type PairedCall, pairTools, type ToolStatus } from './tool-pairing.ts';
import { toolPaths } from './tool-paths.ts';

/** A tool call as a reader of the turn sees it. */
export interface TurnToolCall {
  readonly id: string;
  readonly name: string;
  readonly status: ToolStatus;
  readonly paths: readonly string[];
  /** Its command, pattern or path in one line. */
  readonly about: string | null;
}

/** A fact about the session that stands in a turn: an interruption, a compaction, a command's output. */
export interface TurnNotice {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
}

/** A person's prompt and all that answers it, up to the next prompt on the active path. */
export interface Turn<Call = TurnToolCall> {
  /** Id of the prompt, else of the first message. */
  readonly id: string;
  readonly at: IsoTime | null;
  /** Null for what stands before the first prompt. */
  readonly prompt: string | null;
  /** Texts of the answers, in order; null when there are none. */
  readonly answer: string | null;
  readonly toolCalls: readonly Call[];
  readonly notices: readonly TurnNotice[];
  readonly messageIds: readonly string[];
  /** Recorded live; the transcript, if one is kept, lacks it. */
  readonly captured?: true;
}

interface OpenTurn<Call> {
  readonly id: string;
  readonly at: IsoTime | null;
  readonly prompt: string | null;
  readonly answers: string[];
  readonly toolCalls: Call[];
  readonly notices: TurnNotice[];
  readonly messageIds: string[];
  readonly captured?: true;
}

/** Text of the text blocks. */
export function textOf(content: readonly ContentBlock[]): string {
  const texts: string[] = [];
  for (const block of content) if (block.type === 'text' && block.text !== '') texts.push(block.text);
  return texts.join('\n\n');
}

/** What a prompt shows where nothing was typed. */
function promptText(message: Message): string {
  const text = textOf(message.content);
  if (text !== '') return text;
  return message.content.some((block) => block.type === 'image') ? '[image]' : '';
}

function noticesOf(message: Message): TurnNotice[] {
  const notices: TurnNotice[] = [];
  for (const block of message.content) {
    if (block.type === 'notice' && block.kind !== 'injected')
      notices.push({ id: message.id, kind: block.kind, text: block.text });
  }
  if (message.kind === 'summary') notices.push({ id: message.id, kind: 'summary', text: textOf(message.content) });
  if (message.promptKind === 'queued')
    notices.push({ id: message.id, kind: 'queued-prompt', text: textOf(message.content) });
  return notices;
}

function toTurnCall(call: PairedCall): TurnToolCall {
  return {
    id: call.id,
    name: call.name,
    status: call.status,
    paths: toolPaths(call.name, call.input).map(({ path }) => path),
    about: aboutCall(call.input),
  };
}

/** Whether a message is a prompt that is answered in a turn of its own: one queued while the model worked is not. */
export function beginsTurn(message: Message): boolean {
  return message.kind === 'prompt' && message.promptKind !== 'queued';
}

function openTurn<Call>(message: Message): OpenTurn<Call> {
  const prompt = beginsTurn(message) ? promptText(message) : null;
  const captured = message.captured === true ? ({ captured: true } as const) : {};
  return {
    id: message.id,
    at: message.at,
    prompt,
    answers: [],
    toolCalls: [],
    notices: [],
    messageIds: [],
    ...captured,
  };
}

/** Calls of the path by id, and what a turn tells of each. */
interface ToldCalls<Call> {
  readonly calls: ReadonlyMap<string, PairedCall>;
  readonly tell: (call: PairedCall) => Call;
}

function addMessage<Call>(turn: OpenTurn<Call>, message: Message, { calls, tell }: ToldCalls<Call>): void {
  turn.messageIds.push(message.id);
  if (message.kind === 'meta') return;
  addAll(turn.notices, noticesOf(message));
  if (message.kind !== 'answer') return;
  const text = textOf(message.content);
  if (text !== '') turn.answers.push(text);
  for (const block of message.content) {
    const call = block.type === 'toolCall' ? calls.get(block.id) : undefined;
    if (call !== undefined && call.message.id === message.id) turn.toolCalls.push(tell(call));
  }
}

/** Whether a message stands beside the turns: it says something to a reader or to the model, and answers nothing. */
function isNote(message: Message): boolean {
  return message.kind === 'notice' || message.kind === 'meta';
}

/** Finds the turn of the message that a note hangs on, other notes between them; what was walked once is remembered. */
function turnFinder<T>(
  turnOf: ReadonlyMap<string, T>,
  byId: ReadonlyMap<string, Message>,
): (note: Message) => T | undefined {
  const known = new Map<string, T | undefined>();
  return (note) => {
    const walked: string[] = [];
    let at: Message | undefined = note;
    while (at !== undefined && !turnOf.has(at.id) && !known.has(at.id)) {
      walked.push(at.id);
      at = isNote(at) ? byId.get(at.parentId ?? '') : undefined;
    }
    const turn = at === undefined ? undefined : (turnOf.get(at.id) ?? known.get(at.id));
    for (const id of walked) known.set(id, turn);
    return turn;
  };
}

/** Notes beside the active path go to the turn of the message they hang on. */
function addSideNotices(
  messages: readonly Message[],
  turnOf: ReadonlyMap<string, Pick<OpenTurn<unknown>, 'notices'>>,
  byId: ReadonlyMap<string, Message>,
): void {
  const findTurn = turnFinder(turnOf, byId);
  for (const message of messages) {
    if (message.kind !== 'notice' || message.sidechain === true || turnOf.has(message.id)) continue;
    addAll(findTurn(message)?.notices ?? [], noticesOf(message));
  }
}

/** Whether nothing was asked and nothing answered yet: what a session begins with belongs to its first turn. */
function isPreamble(turn: OpenTurn<unknown>): boolean {
  return turn.prompt === null && turn.answers.length === 0 && turn.toolCalls.length === 0;
}

/** The turn a message belongs to: the running one, or a new one that takes over a preamble. */
function turnFor<Call>(message: Message, last: OpenTurn<Call> | undefined): OpenTurn<Call> {
  if (last !== undefined && !beginsTurn(message)) return last;
  const turn = openTurn<Call>(message);
  if (last === undefined || !isPreamble(last)) return turn;
  return { ...turn, notices: last.notices, messageIds: last.messageIds };
}

/** Folds the active path into turns, oldest first. */
export function foldTurns(conversation: Conversation): readonly Turn[] {
  return foldCallsInto(conversation, toTurnCall);
}

/** Folds the active path into turns that tell of each call what is wanted. */
export function foldCallsInto<Call>(
  conversation: Conversation,
  tell: (call: PairedCall) => Call,
): readonly Turn<Call>[] {
  const byId = indexMessages(conversation.messages);
  const { calls } = pairTools(conversation.messages);
  const turns: OpenTurn<Call>[] = [];
  const turnOf = new Map<string, OpenTurn<Call>>();
  for (const id of conversation.activePath) {
    const message = byId.get(id);
    if (message === undefined) continue;
    const last = turns.at(-1);
    const turn = turnFor(message, last);
    if (turn !== last) {
      if (turn.messageIds === last?.messageIds) turns.pop();
      turns.push(turn);
    }
    addMessage(turn, message, { calls, tell });
    turnOf.set(id, turn);
  }
  addSideNotices(conversation.messages, turnOf, byId);
  return turns.map(({ answers, ...turn }) => ({ ...turn, answer: answers.length === 0 ? null : answers.join('\n\n') }));
}

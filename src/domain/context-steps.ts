import { addAll } from '../kernel/add-all.ts';
import { callNamer, type NameCall, safeToolName, toInputObject } from './context-call.ts';
import type { CallPart, CallResult, ContextPart, ContextStep, UserText } from './context-step.ts';
import type { ContentBlock, Conversation, Message } from './conversation.ts';
import { indexMessages } from './conversation-path.ts';
import type { Turn } from './turns.ts';

type ResultBlock = Extract<ContentBlock, { type: 'toolResult' }>;
type CallBlock = Extract<ContentBlock, { type: 'toolCall' }>;

interface FoundResult {
  readonly block: ResultBlock;
  readonly messageId: string;
}

/** Longest name of a file in a reference to it. */
const MOST_NAME = 120;
const INTERRUPTED: CallResult = {
  text: '[interrupted: no result was recorded]',
  isError: true,
  interrupted: true,
};
/** Notes about the conversation that no model was shown. */
const UNSEEN_NOTICES: ReadonlySet<string> = new Set(['duplicate', 'compaction', 'api_error', 'half-a-record']);

/** A reference to content that is no text: bounded, and never the bytes. */
function referenceTo(block: Extract<ContentBlock, { type: 'image' | 'file' }>): string {
  const { type, mediaType, name, blob } = block;
  const words = [type, name?.slice(0, MOST_NAME), mediaType?.slice(0, MOST_NAME), blob?.slice(0, 12)];
  return `[${words.filter((word) => word !== undefined && word !== '').join(' ')}]`;
}

/** Text of blocks that a tool returned. */
function resultText(blocks: readonly ContentBlock[]): string {
  const texts = blocks.map((block) => {
    if (block.type === 'text' || block.type === 'notice') return block.text;
    return block.type === 'image' || block.type === 'file' ? referenceTo(block) : '';
  });
  return texts.filter((text) => text !== '').join('\n\n');
}

function toResult(block: ResultBlock): CallResult {
  const text = resultText(block.content);
  return { text: text.trim() === '' ? '(no output)' : text, isError: block.isError, interrupted: false };
}

/** First result of each call on the path; a repeated one says nothing new. */
function gatherResults(path: readonly Message[]): ReadonlyMap<string, FoundResult> {
  const results = new Map<string, FoundResult>();
  for (const { id, content } of path) {
    for (const block of content) {
      if (block.type === 'toolResult' && !results.has(block.callId))
        results.set(block.callId, { block, messageId: id });
    }
  }
  return results;
}

function gatherCallIds(path: readonly Message[]): ReadonlySet<string> {
  return new Set(
    path.flatMap(({ content }) => content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : []))),
  );
}

function textPart(from: UserText | 'answer', text: string): readonly ContextPart[] {
  return text.trim() === '' ? [] : [{ type: 'text', from, text }];
}

const TEXTS_OF: Readonly<Record<Message['kind'], UserText>> = {
  prompt: 'prompt',
  summary: 'summary',
  meta: 'injected',
  notice: 'notice',
  toolResult: 'injected',
  answer: 'notice',
};

interface OpenStep {
  readonly role: ContextStep['role'];
  readonly turn: number;
  readonly at: ContextStep['at'];
  readonly messageIds: string[];
  readonly parts: ContextPart[];
  readonly apiId: string | undefined;
  /** Its model signs thinking in the way that the Anthropic API checks. */
  readonly signs: boolean;
  /** A result was recorded after it: the next answer without a name of its own is another one. */
  answered: boolean;
}

/** Builds steps from the messages of a path, in order. */
class StepBuilder {
  readonly #results: ReadonlyMap<string, FoundResult>;
  readonly #callIds: ReadonlySet<string>;
  readonly #nameCall: NameCall = callNamer();
  readonly #seenCalls = new Set<string>();
  readonly #steps: OpenStep[] = [];

  readonly #agent: Conversation['agent'];

  constructor(path: readonly Message[], agent: Conversation['agent']) {
    this.#agent = agent;
    this.#results = gatherResults(path);
    this.#callIds = gatherCallIds(path);
  }

  add(message: Message, turn: number): void {
    if (message.kind === 'answer') this.#addAnswer(message, turn);
    else this.#addUser(message, turn);
  }

  steps(): readonly ContextStep[] {
    return this.#steps
      .filter(({ parts }) => parts.length > 0)
      .map(({ role, turn, at, messageIds, parts }) => ({ role, turn, at, messageIds, parts }));
  }

  #open(role: ContextStep['role'], message: Message, turn: number): OpenStep {
    const { at, apiId, model } = message;
    const signs = this.#agent === 'claude-code' || /claude/i.test(model ?? '');
    const step: OpenStep = { role, turn, at, messageIds: [], parts: [], apiId, signs, answered: false };
    this.#steps.push(step);
    return step;
  }

  #addUser(message: Message, turn: number): void {
    const last = this.#steps.at(-1);
    const parts = message.content.flatMap((block) => this.#userParts(block, message));
    if (message.content.some(({ type }) => type === 'toolResult') && last !== undefined) last.answered = true;
    if (parts.length === 0) return;
    // What a summary stands for is before its step, and nothing of that is in it.
    const goesOn = last?.role === 'user' && last.turn === turn && message.kind !== 'summary';
    const step = goesOn ? last : this.#open('user', message, turn);
    addAll(step.parts, parts);
    step.messageIds.push(message.id);
  }

  #userParts(block: ContentBlock, message: Message): readonly ContextPart[] {
    switch (block.type) {
      case 'text':
        return textPart(TEXTS_OF[message.kind], block.text);
      case 'image':
      case 'file':
        return textPart(TEXTS_OF[message.kind], referenceTo(block));
      case 'notice':
        if (UNSEEN_NOTICES.has(block.kind)) return [];
        return textPart(message.kind === 'notice' ? 'notice' : 'injected', block.text);
      case 'toolResult':
        return this.#orphan(block, message.id);
      default:
        return [];
    }
  }

  /** A result whose call is not here is told as text; every other one stands with its call. */
  #orphan(block: ResultBlock, messageId: string): readonly ContextPart[] {
    if (this.#callIds.has(block.callId) || this.#results.get(block.callId)?.messageId !== messageId) return [];
    return textPart('result', `[result of a tool call that is not recorded]\n${toResult(block).text}`);
  }

  #addAnswer(message: Message, turn: number): void {
    const last = this.#steps.at(-1);
    const step = last !== undefined && goesOn(last, message, turn) ? last : this.#open('assistant', message, turn);
    for (const block of message.content) this.#addAnswerBlock(step, block);
    step.messageIds.push(message.id);
  }

  #addAnswerBlock(step: OpenStep, block: ContentBlock): void {
    switch (block.type) {
      case 'text':
        step.parts.push(...textPart('answer', block.text));
        return;
      case 'thinking':
        if (block.encrypted !== true && block.text.trim() !== '') step.parts.push(thinkingPart(block, step.signs));
        return;
      case 'toolCall':
        this.#addCall(step, block);
        return;
      case 'image':
      case 'file':
        step.parts.push(...textPart('answer', referenceTo(block)));
        return;
      case 'notice':
        if (!UNSEEN_NOTICES.has(block.kind)) step.parts.push(...textPart('answer', `[${block.kind} ${block.text}]`));
        return;
      default:
        return;
    }
  }

  #addCall(step: OpenStep, block: CallBlock): void {
    if (this.#seenCalls.has(block.id)) return;
    this.#seenCalls.add(block.id);
    const found = this.#results.get(block.id);
    const call: CallPart = {
      type: 'call',
      id: this.#nameCall(block.id),
      name: safeToolName(block.name),
      input: toInputObject(block.input),
      result: found === undefined ? INTERRUPTED : toResult(found.block),
    };
    step.parts.push(call);
    if (found !== undefined && !step.messageIds.includes(found.messageId)) step.messageIds.push(found.messageId);
  }
}

type ThinkingBlock = Extract<ContentBlock, { type: 'thinking' }>;

function thinkingPart({ text, signature }: ThinkingBlock, signs: boolean): ContextPart {
  return !signs || signature === undefined || signature === ''
    ? { type: 'thinking', text }
    : { type: 'thinking', text, signature };
}

/** Whether a message goes on with the answer before it: parts of one API message are recorded one by one, results between. */
function goesOn(last: OpenStep, { apiId }: Message, turn: number): boolean {
  if (last.role !== 'assistant' || last.turn !== turn || last.apiId !== apiId) return false;
  return apiId !== undefined || !last.answered;
}

/** Number of the turn that each message belongs to, 1-based. */
function numberTurns(turns: readonly Turn[]): ReadonlyMap<string, number> {
  return new Map(turns.flatMap(({ messageIds }, index) => messageIds.map((id) => [id, index + 1] as const)));
}

/**
 * What the active path of a conversation says to a model, as steps: sidechains left out, compactions joined, every call with
 * its result, results without call as text. Pure; the same conversation gives the same steps.
 */
export function contextSteps(conversation: Conversation, turns: readonly Turn[]): readonly ContextStep[] {
  const byId = indexMessages(conversation.messages);
  const path = conversation.activePath.flatMap((id) => byId.get(id) ?? []);
  const turnOf = numberTurns(turns);
  const builder = new StepBuilder(path, conversation.agent);
  let turn = 1;
  for (const message of path) {
    turn = turnOf.get(message.id) ?? turn;
    builder.add(message, turn);
  }
  return builder.steps();
}

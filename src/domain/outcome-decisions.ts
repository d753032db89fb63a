import type { ContentBlock, Message } from './conversation.ts';
import { lineOf, type OutcomeLine, type OutcomeScope } from './outcome-line.ts';
import { aboutCall } from './tool-about.ts';
import type { PairedCall } from './tool-pairing.ts';

/** What was decided and what was ruled out, as it was said. */
export interface Decisions {
  readonly decisions: readonly OutcomeLine[];
  readonly rejected: readonly OutcomeLine[];
}

const START = String.raw`^\s*(?:[-*•]\s+|\d+[.)]\s+|#{1,6}\s+)?(?:\*\*|__)?`;
const END = String.raw`(?:\*\*|__)?\s*[:：]`;
/** Lines that call themselves a decision, or say in plain words that one was made. */
const DECIDED = [
  new RegExp(
    `${START}(?:final )?(?:decision|decided|agreed|resolution|conclusion|approach chosen|chosen approach)${END}`,
    'i',
  ),
  /\b(?:we|I)(?:'ve| have)? (?:decided|agreed) (?:to|on|that)\b/i,
  /\b(?:we|I)(?:'ll| will) (?:go|stick) with\b/i,
  /\blet(?:'|’)?s (?:go|stick) with\b/i,
  /\b(?:settled|agreed) on\b/i,
];
const REJECTED = [
  new RegExp(`${START}(?:rejected(?: alternatives?)?|ruled out|discarded|not doing|won(?:'|’)t do)${END}`, 'i'),
  /\b(?:decided|decide) against\b/i,
  /\bruled out\b/i,
  /\b(?:we|I)(?:'ll| will)? (?:not go with|rejected|reject|discarded|abandoned)\b/i,
];
/** How a person turns something down in a prompt of its own. */
const TURNED_DOWN = /^(?:no|nope|don(?:'|’)?t|do not|stop|never|undo|revert)\b/i;
const LONGEST = 1000;

/** Lines of prose: code blocks are not what anyone said. */
function* proseLines(text: string): Generator<string> {
  let fenced = false;
  for (const line of text.split('\n')) {
    if (/^\s{0,3}(```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced && line.length <= LONGEST && line.trim() !== '') yield line;
  }
}

interface Found {
  readonly decisions: OutcomeLine[];
  readonly rejected: OutcomeLine[];
}

function add(list: OutcomeLine[], line: OutcomeLine | null): void {
  if (line !== null && !list.some(({ text }) => text === line.text)) list.push(line);
}

function readLine(line: string, facts: Omit<OutcomeLine, 'text'>, found: Found): void {
  const list = REJECTED.some((pattern) => pattern.test(line))
    ? found.rejected
    : DECIDED.some((pattern) => pattern.test(line))
      ? found.decisions
      : undefined;
  if (list === undefined) return;
  const plain = line.replace(/^\s*(?:[-*•]\s+|#{1,6}\s+)/, '').replace(/\*\*|__/g, '');
  add(list, lineOf(plain, facts));
}

function readMessage(message: Message, turn: number, found: Found): void {
  const by = message.kind === 'prompt' ? 'person' : 'agent';
  const facts = { by, turn, messageIds: [message.id] } as const;
  for (const block of message.content) {
    if (block.type !== 'text') continue;
    for (const line of proseLines(block.text)) readLine(line, facts, found);
    if (by === 'person' && TURNED_DOWN.test(block.text.trimStart())) add(found.rejected, lineOf(block.text, facts));
  }
}

function resultOf(call: PairedCall, { byId }: OutcomeScope): Extract<ContentBlock, { type: 'toolResult' }> | undefined {
  const message = call.resultMessageId === null ? undefined : byId.get(call.resultMessageId);
  return message?.content.find((block) => block.type === 'toolResult' && block.callId === call.id) as
    | Extract<ContentBlock, { type: 'toolResult' }>
    | undefined;
}

function textOfResult(call: PairedCall, scope: OutcomeScope): string {
  const blocks = resultOf(call, scope)?.content ?? [];
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

function member(input: unknown, name: string): string {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, name)) return '';
  const value = (input as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

const PLAN_TOOLS: ReadonlySet<string> = new Set(['exitplanmode', 'exit_plan_mode']);
const QUESTION_TOOLS: ReadonlySet<string> = new Set(['askuserquestion', 'ask_user_question', 'request_user_input']);
const REFUSED =
  /doesn't want to (?:proceed|take this action)|tool use was rejected|rejected by (?:the )?user|user (?:rejected|declined|denied)/i;

/** What a person answered through a tool: a plan approved, a question answered, a call refused. */
function readCall(call: PairedCall, scope: OutcomeScope, found: Found): void {
  const name = call.name.toLowerCase();
  const facts = {
    by: 'person',
    turn: scope.turnOf.get(call.message.id) ?? 0,
    messageIds: [call.message.id, ...(call.resultMessageId === null ? [] : [call.resultMessageId])],
  } as const;
  if (call.status === 'error') {
    if (!REFUSED.test(textOfResult(call, scope))) return;
    const what = PLAN_TOOLS.has(name)
      ? `plan: ${member(call.input, 'plan')}`
      : `${call.name} ${aboutCall(call.input) ?? ''}`;
    add(found.rejected, lineOf(`refused ${what}`, facts));
  } else if (call.status === 'ok' && PLAN_TOOLS.has(name))
    add(found.decisions, lineOf(`approved plan: ${member(call.input, 'plan')}`, facts));
  else if (call.status === 'ok' && QUESTION_TOOLS.has(name))
    add(found.decisions, lineOf(textOfResult(call, scope), facts));
}

/** Finds decisions and rejected alternatives by explicit marks only: what nobody called a decision is none. */
export function decisionsOf(scope: OutcomeScope): Decisions {
  const found: Found = { decisions: [], rejected: [] };
  for (const message of scope.path) {
    if (message.kind === 'prompt' || message.kind === 'answer')
      readMessage(message, scope.turnOf.get(message.id) ?? 0, found);
  }
  for (const call of scope.calls.values()) readCall(call, scope, found);
  const byTurn = (a: OutcomeLine, b: OutcomeLine) => a.turn - b.turn;
  return { decisions: found.decisions.sort(byTurn), rejected: found.rejected.sort(byTurn) };
}

import type { CapturedFact } from '../app/ports/hook-agent.ts';
import { type JsonObject, objectField, objectsField, textField } from '../kernel/json-fields.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { AcpCall } from './acp-call.ts';
import { promptFact } from './hook-facts.ts';
import { remember } from './remember.ts';

/** Longest answer that is gathered, in UTF-16 units. */
const MOST_ANSWER = 1024 * 1024;
/** Calls that are remembered; the oldest go first. */
const MOST_CALLS = 2000;

/** Reasons of a stop that say that the work was not done. */
const SHORTFALLS: ReadonlySet<string> = new Set(['max_tokens', 'max_turn_requests', 'refusal']);

/** One session of a dialogue: what is going on in it, and what was said since. */
export class AcpSession {
  readonly id: string;
  cwd: string | null;
  /** Something was recorded of it. */
  isBegun = false;
  isClosed = false;
  /** It was there before: what is told of it next goes on with it. */
  isReloaded = false;
  /** The agent tells what was said before; nothing of that happens now. */
  replays = 0;
  readonly #calls = new Map<string, AcpCall>();
  #answer = '';
  #isOver = true;
  #plan = '';

  constructor(id: string, cwd: string | null) {
    this.id = id;
    this.cwd = cwd;
  }

  prompt(params: JsonObject): readonly CapturedFact[] {
    this.#answer = '';
    const blocks = objectsField(params, 'prompt');
    const texts = blocks.flatMap((block) =>
      textField(block, 'type') === 'text' ? (textField(block, 'text') ?? []) : [],
    );
    const isPlain = texts.length === blocks.length;
    return [promptFact(texts.join('\n\n'), isPlain ? {} : { kind: 'attached' })];
  }

  /** What one `session/update` tells. */
  update(update: JsonObject, at: number): readonly CapturedFact[] {
    switch (textField(update, 'sessionUpdate')) {
      case 'agent_message_chunk':
        this.#say(textField(objectField(update, 'content'), 'text') ?? '');
        return [];
      case 'tool_call':
      case 'tool_call_update':
        return this.#callUpdate(update, at);
      case 'plan':
        return this.#planned(objectsField(update, 'entries'));
      default:
        return [];
    }
  }

  /** Whether an update is of a call that runs commands. */
  isOfShell(update: JsonObject): boolean {
    return this.#calls.get(textField(update, 'toolCallId') ?? '')?.isShell === true;
  }

  /** The call that a permission is asked for; it may not have been told of before. */
  asked(toolCall: JsonObject, at: number): readonly CapturedFact[] {
    const callId = textField(toolCall, 'toolCallId');
    if (callId === undefined) return [];
    const known = this.#calls.get(callId);
    const call = known ?? this.#remember(callId, at);
    call.learn(toolCall);
    return known === undefined ? [call.requested()] : [];
  }

  answered(callId: string, kind: string | undefined, at: number): readonly CapturedFact[] {
    const call = this.#calls.get(callId);
    if (call === undefined || kind === undefined) return [];
    const rule = kind.endsWith('_always') ? kind : undefined;
    if (kind.startsWith('allow')) return [call.answered('tool.approved', rule, at)];
    return kind.startsWith('reject') ? [call.answered('tool.denied', rule, at)] : [];
  }

  /** The run ended, for this reason. */
  stopped(reason: string): readonly CapturedFact[] {
    const answer = this.#answer;
    this.#answer = '';
    if (reason === 'cancelled') {
      const callIds = [...this.#calls.values()].filter(({ isEnded }) => !isEnded).map(({ callId }) => callId);
      const open = callIds.length === 0 ? {} : { callIds: callIds.slice(0, 16) };
      return [{ type: 'run.interrupted', data: { reason: 'user', ...open } }];
    }
    const done: CapturedFact = { type: 'run.completed', data: {}, ...knownParts({ text: answer || undefined }) };
    return SHORTFALLS.has(reason) ? [this.failed(reason), done] : [done];
  }

  failed(code: string): CapturedFact {
    return { type: 'error.recorded', data: { source: 'agent', code } };
  }

  #say(text: string): void {
    if (this.#isOver) this.#answer = '';
    this.#isOver = false;
    if (this.#answer.length < MOST_ANSWER) this.#answer += text;
  }

  #remember(callId: string, at: number): AcpCall {
    const call = new AcpCall(callId, at);
    remember(this.#calls, [callId, call], MOST_CALLS);
    return call;
  }

  #callUpdate(update: JsonObject, at: number): readonly CapturedFact[] {
    const callId = textField(update, 'toolCallId');
    if (callId === undefined) return [];
    // What is said after a call is another answer: the last one counts.
    this.#isOver = true;
    const known = this.#calls.get(callId);
    if (known !== undefined) return known.update(update, at);
    const call = this.#remember(callId, at);
    call.learn(update);
    return [call.requested(), ...call.update(update, at)];
  }

  /** A plan whose steps are ticked off is the same plan. */
  #planned(entries: readonly JsonObject[]): readonly CapturedFact[] {
    const steps = entries.flatMap((entry) => textField(entry, 'content') ?? []);
    const plan = steps.join('\n');
    if (plan === '' || plan === this.#plan) return [];
    this.#plan = plan;
    return [{ type: 'plan.prepared', data: { steps: steps.length }, digested: plan }];
  }
}

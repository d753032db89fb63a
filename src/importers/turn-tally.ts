import type { Message, TokenTotals, Usage } from '../domain/conversation.ts';
import type { FinalFigures, SessionTally } from './session-tally.ts';

/** What one record adds to the figures of its session. */
interface TurnFigures {
  readonly prompts: number;
  readonly inherited: number;
  /** Ids that several records of one answer share; its place for one that has none. */
  readonly answers: readonly string[];
  readonly calls: readonly string[];
  readonly failures: readonly string[];
  readonly models: readonly string[];
  readonly errors: number;
  readonly usage: Usage | undefined;
}

function resultsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'toolResult' && block.isError ? [block.callId] : [])),
  );
}

function callsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : [])));
}

function isError({ kind, content }: Message): boolean {
  return kind === 'notice' && content.some((block) => block.type === 'notice' && block.kind === 'error');
}

function figuresOf(key: string, messages: readonly Message[]): TurnFigures {
  const prompts = messages.filter(({ kind }) => kind === 'prompt');
  const answers = messages.filter(({ kind }) => kind === 'answer');
  return {
    prompts: prompts.length,
    inherited: prompts.filter(({ inherited }) => inherited === true).length,
    answers: answers.map(({ apiId }, index) => apiId ?? JSON.stringify([key, index])),
    calls: callsOf(messages),
    failures: resultsOf(messages),
    models: answers.flatMap(({ model }) => (model === undefined ? [] : [model])),
    errors: messages.filter(isError).length,
    usage: answers.find(({ usage }) => usage !== undefined)?.usage,
  };
}

const NO_TOKENS = { input: null, output: null, cacheRead: null, cacheWrite: null };

/** Counts turns, of which a later one with the same key replaces the earlier. Keeps ids and numbers, no text. */
export class TurnTally {
  readonly #turns = new Map<string, TurnFigures>();
  readonly #session: SessionTally;

  constructor(session: SessionTally) {
    this.#session = session;
  }

  put(key: string, messages: readonly Message[]): void {
    const prompt = messages.find(({ kind }) => kind === 'prompt');
    const text = prompt?.content.find((block) => block.type === 'text');
    if (text?.type === 'text') this.#session.title.addPrompt(text.text);
    this.#turns.set(key, figuresOf(key, messages));
  }

  /** Hands the models, calls, failures and errors to the session; gives the other figures. `tokens`: the agent's own totals. */
  finish(inputIncludesCache: boolean, tokens: TokenTotals | undefined): FinalFigures {
    const answers = new Set<string>();
    let [prompts, inherited] = [0, 0];
    const usages: Usage[] = [];
    for (const turn of this.#turns.values()) {
      prompts += turn.prompts;
      inherited += turn.inherited;
      for (const answer of turn.answers) answers.add(answer);
      for (const call of turn.calls) this.#session.addCall(call);
      for (const call of turn.failures) this.#session.failures.add(call);
      for (const model of turn.models) this.#session.models.add(model);
      this.#session.errors += turn.errors;
      if (turn.usage !== undefined) usages.push(turn.usage);
    }
    const counts = { prompts, answers: answers.size, inherited };
    return { counts, tokens: tokens ?? { ...sumOf(usages), inputIncludesCache } };
  }
}

function sumOf(usages: readonly Usage[]): Omit<TokenTotals, 'inputIncludesCache'> {
  if (usages.length === 0) return NO_TOKENS;
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const usage of usages) {
    sum.input += usage.input;
    sum.output += usage.output;
    sum.cacheRead += usage.cacheRead;
    sum.cacheWrite += usage.cacheWrite;
  }
  return sum;
}

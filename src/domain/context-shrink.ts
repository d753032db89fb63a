import { bytesOfStep, capStep, type LeftOutMarker, type StepCaps, UNCUT } from './context-cut.ts';
import { sizeOfSteps } from './context-formats.ts';
import type { ContextFormat, ContextStep } from './context-step.ts';

/** A turn that was made to fit. */
export interface ShrunkTurn {
  readonly steps: readonly ContextStep[];
  /** Steps left out whole, and UTF-8 bytes of texts, inputs and results left out. */
  readonly dropped: number;
  readonly bytes: number;
}

export interface ShrinkOptions {
  readonly format: ContextFormat;
  /** Characters that the steps may add to the context. */
  readonly limit: number;
  readonly marker: LeftOutMarker;
}

/** What is cut, in this order, each from the oldest step on until the turn fits. */
const PASSES: readonly Partial<StepCaps>[] = [
  { thinking: false },
  { results: 2000 },
  { results: 200 },
  { results: 0 },
  { inputs: 400 },
  { inputs: 60 },
  { answers: 2000 },
  { answers: 400 },
  { inputs: 0 },
];

/** Share of the room that the prompt keeps when all else had to go. */
const PROMPT_SHARE = 3;

class TurnShrinker {
  readonly #originals: readonly ContextStep[];
  readonly #options: ShrinkOptions;
  readonly #caps: StepCaps[];
  readonly #sizes: number[];
  readonly #capped: ContextStep[];

  constructor(steps: readonly ContextStep[], options: ShrinkOptions) {
    this.#originals = steps;
    this.#options = options;
    this.#caps = steps.map(() => UNCUT);
    this.#capped = [...steps];
    this.#sizes = steps.map((step) => sizeOfSteps(options.format, [step]));
  }

  #total(): number {
    return this.#sizes.reduce((sum, size) => sum + size, 0);
  }

  #cap(index: number, caps: Partial<StepCaps>): void {
    const original = this.#originals[index] as ContextStep;
    const all = { ...(this.#caps[index] as StepCaps), ...caps };
    const step = capStep(original, all, this.#options.marker);
    this.#caps[index] = all;
    this.#capped[index] = step;
    this.#sizes[index] = sizeOfSteps(this.#options.format, [step]);
  }

  #pass(caps: Partial<StepCaps>): void {
    let total = this.#total();
    for (let index = 0; index < this.#originals.length && total > this.#options.limit; index += 1) {
      const before = this.#sizes[index] as number;
      this.#cap(index, caps);
      total += (this.#sizes[index] as number) - before;
    }
  }

  /** Cuts one step until it fits: its texts, then its oldest calls. */
  #fit(index: number, limit: number): ContextStep | undefined {
    for (const most of [limit, limit / 2, limit / 4, limit / 8, limit / 16, 80, 20]) {
      if ((this.#sizes[index] as number) <= limit) break;
      const cap = Math.floor(most);
      this.#cap(index, { prompts: cap, answers: cap, results: Math.min(cap, 200), inputs: Math.min(cap, 60) });
    }
    let step = this.#capped[index] as ContextStep;
    while (sizeOfSteps(this.#options.format, [step]) > limit && step.parts.length > 1)
      step = { ...step, parts: step.parts.slice(Math.ceil(step.parts.length / 2)) };
    return sizeOfSteps(this.#options.format, [step]) <= limit ? step : undefined;
  }

  /** The newest steps from `first` on that there is room for; the very newest is cut to fit. */
  #newest(first: number, room: number): readonly ContextStep[] {
    let left = room;
    const kept: ContextStep[] = [];
    for (let index = this.#originals.length - 1; index >= first; index -= 1) {
      const step = kept.length === 0 ? this.#fit(index, left) : (this.#capped[index] as ContextStep);
      const size = step === undefined ? 0 : sizeOfSteps(this.#options.format, [step]);
      if (step === undefined || size > left) break;
      kept.unshift(step);
      left -= size;
    }
    return kept;
  }

  /** The prompt, and as many of the newest steps as there is room for. */
  #promptAndNewest(): readonly ContextStep[] {
    const { limit, format } = this.#options;
    if (this.#originals[0]?.role !== 'user') return this.#newest(0, limit);
    const prompt = this.#fit(0, this.#originals.length === 1 ? limit : Math.floor(limit / PROMPT_SHARE));
    if (prompt === undefined) return this.#newest(1, limit);
    return [prompt, ...this.#newest(1, limit - sizeOfSteps(format, [prompt]))];
  }

  shrink(): ShrunkTurn {
    for (const caps of PASSES) if (this.#total() > this.#options.limit) this.#pass(caps);
    const steps =
      this.#total() <= this.#options.limit
        ? this.#capped.filter(({ parts }) => parts.length > 0)
        : this.#promptAndNewest();
    const before = this.#originals.reduce((sum, step) => sum + bytesOfStep(step), 0);
    const after = steps.reduce((sum, step) => sum + bytesOfStep(step), 0);
    return { steps, dropped: this.#originals.length - steps.length, bytes: Math.max(0, before - after) };
  }
}

/**
 * Makes a turn fit: thinking goes first, then tool results from the oldest on, then inputs and texts, each cut at a grapheme
 * boundary and marked; then whole steps from the oldest on, the prompt excepted. No call is parted from its result.
 * Deterministic. Expects room for a prompt and a marker.
 */
export function shrinkTurn(steps: readonly ContextStep[], options: ShrinkOptions): ShrunkTurn {
  return new TurnShrinker(steps, options).shrink();
}

import type { ContextStep } from './context-step.ts';

/** The steps of one turn, cleaned. */
export interface TailGroup {
  readonly turn: number;
  /** Index of its first step among the steps that were given. */
  readonly from: number;
  readonly steps: readonly ContextStep[];
}

export interface TailOptions {
  /** Characters that the tail may add to the context. */
  readonly limit: number;
  readonly measure: (steps: readonly ContextStep[]) => number;
  readonly clean: (step: ContextStep) => ContextStep;
}

/** Where each turn begins: steps of one turn stand together. */
function turnStarts(steps: readonly ContextStep[]): readonly number[] {
  return steps.flatMap(({ turn }, index) => (index === 0 || steps[index - 1]?.turn !== turn ? [index] : []));
}

/**
 * The newest whole turns that fit, oldest first; each begins with a person's prompt. `last` is the newest turn, also when even
 * that does not fit. Looks at no step beyond the first turn that does not fit.
 */
export function chooseTail(
  steps: readonly ContextStep[],
  { limit, measure, clean }: TailOptions,
): { readonly groups: readonly TailGroup[]; readonly last: TailGroup | undefined } {
  const starts = turnStarts(steps);
  const groups: TailGroup[] = [];
  let last: TailGroup | undefined;
  let left = limit;
  for (let index = starts.length - 1; index >= 0; index -= 1) {
    const from = starts[index] as number;
    const group = { turn: steps[from]?.turn ?? 0, from, steps: steps.slice(from, starts[index + 1]).map(clean) };
    last ??= group;
    left -= measure(group.steps);
    if (left < 0) break;
    groups.unshift(group);
  }
  return { groups, last };
}

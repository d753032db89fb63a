import type { Anchor, AnchorList } from './anchor-index.ts';
import { type AnchorPlan, planAnchors } from './anchor-plan.ts';
import type { SecretRule } from './secret-rule.ts';

/**
 * A plan of the literals of a table of rules, the literals themselves among it: spelling thousands of them in every
 * script takes longer than a short run, which meets a few.
 */
export interface TablePlan extends AnchorPlan {
  /** How many literals each rule has; those behind them are of views. */
  readonly sizes: readonly number[];
  /** All literals, one after the other, and where each ends. */
  readonly literals: string;
  readonly ends: readonly number[];
}

const NOT_PLURAL: ReadonlySet<string> = new Set(['ssword', 'ecret', 'oken']);

function anchorOf(rule: SecretRule, literal: string, owner: number): Anchor {
  return {
    literal,
    ignoreCase: rule.ignoreCase === true,
    wordStart: rule.wordStart === true,
    notPlural: NOT_PLURAL.has(literal),
    ...(rule.probe === undefined ? {} : { probe: rule.probe }),
    owner,
  };
}

/** The literals of rules, and after them those of views. */
function anchorsOf(rules: readonly SecretRule[], views: readonly Anchor[]): readonly Anchor[] {
  return [...rules.flatMap((rule, owner) => rule.anchors.map((literal) => anchorOf(rule, literal, owner))), ...views];
}

/** Plans the literals of rules, and after them those of views. */
export function planTable(rules: readonly SecretRule[], views: readonly Anchor[]): TablePlan {
  const anchors = anchorsOf(rules, views);
  let end = 0;
  return {
    ...planAnchors(anchors),
    sizes: rules.map((rule) => rule.anchors.length),
    literals: anchors.map(({ literal }) => literal).join(''),
    ends: anchors.map(({ literal }) => (end += literal.length)),
  };
}

/** The literals of rules, and after them those of views; by a plan, where there is one, no rule is asked for its own. */
export function tableAnchors(
  rules: readonly SecretRule[],
  views: () => readonly Anchor[],
  plan?: TablePlan,
): AnchorList {
  return plan === undefined ? anchorsOf(rules, views()) : new PlannedAnchors(rules, views, plan);
}

class PlannedAnchors implements AnchorList {
  readonly #rules: readonly SecretRule[];
  readonly #views: () => readonly Anchor[];
  readonly #plan: TablePlan;
  /** The rule of each literal. */
  readonly #owners: Uint16Array;

  constructor(rules: readonly SecretRule[], views: () => readonly Anchor[], plan: TablePlan) {
    this.#rules = rules;
    this.#views = views;
    this.#plan = plan;
    if (plan.sizes.length !== rules.length) throw new Error('the plan is of other rules');
    this.#owners = Uint16Array.from(plan.sizes.flatMap((size, owner) => new Array<number>(size).fill(owner)));
  }

  get length(): number {
    return this.#plan.ends.length;
  }

  at(index: number): Anchor | undefined {
    const owner = this.#owners[index];
    const rule = owner === undefined ? undefined : this.#rules[owner];
    if (owner === undefined || rule === undefined) return this.#views()[index - this.#owners.length];
    const { literals, ends } = this.#plan;
    return anchorOf(rule, literals.slice(ends[index - 1] ?? 0, ends[index]), owner);
  }
}

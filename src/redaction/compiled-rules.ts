import { makeOnce } from '../kernel/make-once.ts';
import { execAt } from './exec-at.ts';
import { CONTEXTUAL_RANK, type RankedSpan } from './ranked-spans.ts';
import { RULE_TABLE } from './rule-table.ts';
import type { SecretRule } from './secret-rule.ts';

/** A rule with its pattern, tried at one place only. */
export interface CompiledRule {
  readonly rule: SecretRule;
  /** Compiled when its anchor is first met: few of many are in one run. */
  readonly pattern: () => RegExp;
  /** The same, telling where its groups are, which takes three times as long. */
  readonly placed: () => RegExp;
  readonly rank: number;
}

/** The rules of the table, in its order. */
export const compiledRules = makeOnce((): readonly CompiledRule[] =>
  RULE_TABLE.map((rule, index) => ({
    rule,
    pattern: makeOnce(() => anchored(rule, 'y')),
    placed: makeOnce(() => anchored(rule, 'yd')),
    rank: rule.contextual === true ? index + CONTEXTUAL_RANK : index,
  })),
);

/** 1 for each rule of surroundings: asked for each place where a literal may stand. */
export const contextualRules = makeOnce(() =>
  Uint8Array.from(RULE_TABLE, (rule) => (rule.contextual === true ? 1 : 0)),
);

/** 1 for each rule whose probe looks far. */
export const farProbes = makeOnce(() => Uint8Array.from(RULE_TABLE, (rule) => (rule.isProbeFar === true ? 1 : 0)));

/** The pattern of a rule, which some make anew each time it is asked for, tried at one place only. */
function anchored({ pattern: { source, flags } }: SecretRule, more: 'y' | 'yd'): RegExp {
  return new RegExp(source, flags.replaceAll(/[ydg]/g, '') + more);
}

/** What the pattern of a rule matches at a place. */
export function matchAt({ pattern }: CompiledRule, text: string, at: number): RegExpExecArray | null {
  return execAt(pattern(), text, at);
}

/** The secrets that a rule sees in what it matched. */
export function spansOf({ rule, rank, ...compiled }: CompiledRule, match: RegExpExecArray): readonly RankedSpan[] {
  const { input: text, index } = match;
  if (rule.spans !== undefined)
    return rule.spans(text, index).map(([start, end]) => ({ start, end, rule: rule.id, rank }));
  if (rule.accepts?.(match) === false) return [];
  const [start, end] = secretRange(match, () => execAt(compiled.placed(), text, index)?.indices);
  if (end <= start) return [];
  const quoted = match.groups?.['value'] !== undefined && match.groups['quote'] !== undefined;
  return [{ start, end: quoted ? end : (rule.extend?.(text, end) ?? end), rule: rule.id, rank }];
}

/** Groups that are the secret; they are alternatives of each other. */
const SECRET_GROUPS = ['value', 'bare', 'word'] as const;

function secretRange(match: RegExpExecArray, indices: () => RegExpIndicesArray | undefined): readonly [number, number] {
  const groups = match.groups ?? {};
  const name = SECRET_GROUPS.find((group) => groups[group] !== undefined);
  const whole = [match.index, match.index + match[0].length] as const;
  const value = name === undefined ? undefined : groups[name];
  // Nearly always the secret ends the match: to ask where it is takes three times as long.
  if (value !== undefined && match[0].endsWith(value))
    return [whole[1] - value.length - (groups['lead']?.length ?? 0), whole[1]];
  const [start, end] = (name === undefined ? undefined : indices()?.groups?.[name]) ?? whole;
  return [start - (groups['lead']?.length ?? 0), end];
}

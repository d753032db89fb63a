import type { CapabilityGrant } from '../events/snapshot-data.ts';

/** Something that the session could do without being asked, and that a resumed one will be asked for, or takes from settings alone. */
export interface ApprovalToAsk {
  readonly what: string;
  /** `mode`: the session's permission mode. `approved`: a person said yes to it. `used`: it ran such tools. `settings`: a rule of a settings file. */
  readonly because: 'mode' | 'approved' | 'used' | 'settings';
  readonly count?: number;
  /** The settings file of a rule. */
  readonly source?: string;
  /** The rule still stands there, so that the agent may not ask. */
  readonly stillAllowed?: boolean;
}

/** What approvals are told from. */
export interface ApprovalFacts {
  readonly mode: string | null;
  readonly approved: ReadonlyMap<string, number>;
  /** Calls by name of tool. */
  readonly tools: Readonly<Record<string, number>>;
  readonly granted: readonly CapabilityGrant[];
  readonly now: readonly CapabilityGrant[];
}

const MOST_RULES = 50;

/** Tools that only look, which agents run without asking. */
const QUIET =
  /^(?:read|view|glob|grep|ls|list|search|find|todo|think|task_?list|notebookread|bashoutput|exit_?plan|askuser|read_|list_|get_|update_plan)/i;

function usedTools({ tools, approved }: ApprovalFacts): readonly ApprovalToAsk[] {
  return Object.keys(tools)
    .filter((name) => !QUIET.test(name) && !approved.has(name))
    .sort()
    .map((what) => ({ what, because: 'used' as const, count: tools[what] ?? 0 }));
}

function rules({ granted, now }: ApprovalFacts): readonly ApprovalToAsk[] {
  return granted.flatMap(({ agent, source, allow }) => {
    const present = now.find((grant) => grant.agent === agent && grant.source === source)?.allow ?? [];
    return allow.map((what) => ({
      what,
      because: 'settings' as const,
      source,
      stillAllowed: present.includes(what),
    }));
  });
}

/** Lists what a resumed session will be asked for again: it starts with an empty grant, whatever was approved before. */
export function approvalsToAsk(facts: ApprovalFacts): readonly ApprovalToAsk[] {
  const { mode, approved } = facts;
  return [
    ...(mode === null || mode === 'default' ? [] : [{ what: mode, because: 'mode' as const }]),
    ...[...approved].sort().map(([what, count]) => ({ what, because: 'approved' as const, count })),
    ...usedTools(facts),
    ...rules(facts).slice(0, MOST_RULES),
  ];
}

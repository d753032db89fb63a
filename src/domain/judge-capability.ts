import type { CapabilityGrant, ProjectSnapshot } from '../events/snapshot-data.ts';
import { shellLine } from '../kernel/shell-word.ts';
import { diffGrant, emptyGrant } from './grant-diff.ts';
import { type JudgedPath, pathShown } from './path-outcomes.ts';
import { diffPolicy, type PolicyChange } from './policy-diff.ts';
import { confirmationKey, type ResumeFacts } from './resume-facts.ts';
import { type Finding, type FindingCode, makeFinding } from './resume-finding.ts';

/** Differences that a message lists. */
const MOST_LISTED = 12;

interface Policy {
  readonly facts: ResumeFacts;
  readonly then: ProjectSnapshot;
  readonly now: ProjectSnapshot;
  /** Files that the session itself wrote and that are as it left them. */
  readonly own: readonly string[];
}

/** Agents whose settings count: the session's own and the one that would go on; for a session of no agent, all. */
function applies({ provider }: ResumeFacts, grant: Pick<CapabilityGrant, 'agent' | 'level'>): boolean {
  const { original, selected } = provider.agent;
  if (grant.level === 'project' || original === 'loom') return true;
  return grant.agent === original || grant.agent === selected;
}

const USER_FOLDERS = [
  ['~/.claude', 'claude-code'],
  ['~/.codex/', 'codex'],
  ['~/.gemini/', 'gemini'],
  ['~/.config/opencode/', 'opencode'],
  ['~/.cursor/', 'cursor'],
] as const;

function fileApplies(facts: ResumeFacts, { path, level }: PolicyChange): boolean {
  const agent = USER_FOLDERS.find(([folder]) => path.startsWith(folder))?.[1];
  return agent === undefined || applies(facts, { agent, level });
}

/** Whether the session wrote this file: a user-level one is named from `~`, touched ones absolutely. */
function isOwn({ own }: Policy, source: string): boolean {
  const tail = source.startsWith('~') ? source.slice(1) : undefined;
  return own.some((path) => path === source || (tail !== undefined && path.endsWith(tail)));
}

function evidenceOf({ now, then }: Policy, source: string, states: readonly [string, string]): string {
  const digests = `digests ${states[0]} → ${states[1]}`;
  const root = now.where.root;
  const head = then.git?.head;
  if (source.startsWith('~') || root === undefined || head === undefined) return `${source}: ${digests}`;
  return shellLine(['git', '-C', root, 'diff', head, '--', source]);
}

interface Told {
  readonly code: FindingCode;
  readonly source: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** One finding about one file, unless a person confirmed exactly this state in this project. */
function tell(policy: Policy, { code, source, what, before, after }: Told): readonly Finding[] {
  if (policy.facts.confirmed.has(confirmationKey(code, after))) return [];
  const own = isOwn(policy, source) ? ', written by the session itself' : '';
  return [
    makeFinding(code, {
      message: `${source}${own}: ${what}`,
      paths: [source],
      before,
      after,
      evidence: evidenceOf(policy, source, [before, after]),
    }),
  ];
}

function listed(words: readonly string[]): string {
  const more = words.length > MOST_LISTED ? ` and ${words.length - MOST_LISTED} more` : '';
  return `${words.slice(0, MOST_LISTED).join(', ')}${more}`;
}

function grantKey({ agent, source }: CapabilityGrant): string {
  return `${agent}\0${source}`;
}

/** One text for one meaning, so that equal grants have equal digests. */
function grantText({ mode, sandbox, network, allow, ask, deny, folders }: CapabilityGrant): string {
  return JSON.stringify([mode ?? '', sandbox ?? '', network === true, allow, ask, deny, folders]);
}

function programsText({ programs }: CapabilityGrant): string {
  return JSON.stringify(programs.map(({ kind, name, digest }) => `${kind} ${name} ${digest}`).sort());
}

function judgeGrant(policy: Policy, before: CapabilityGrant, after: CapabilityGrant): readonly Finding[] {
  const { digest } = policy.facts;
  const { widened, narrowed, programs } = diffGrant(before, after);
  const { source } = after;
  const states = { before: digest(grantText(before)), after: digest(grantText(after)) };
  const found: Finding[] = [];
  if (widened.length > 0) {
    const what = `may do more without asking: ${listed(widened)}`;
    found.push(...tell(policy, { code: 'grant-widened', source, what, ...states }));
  }
  if (programs.length > 0) {
    const what = `what the agent starts or reaches by itself: ${listed(programs)}`;
    const digests = { before: digest(programsText(before)), after: digest(programsText(after)) };
    found.push(...tell(policy, { code: 'program-changed', source, what, ...digests }));
  }
  if (narrowed.length > 0) {
    found.push(
      ...tell(policy, { code: 'grant-narrowed', source, what: `may do less: ${listed(narrowed)}`, ...states }),
    );
  }
  return found;
}

function judgeGrants(policy: Policy): readonly Finding[] {
  const then = new Map(policy.then.grants.map((grant) => [grantKey(grant), grant]));
  const now = new Map(policy.now.grants.map((grant) => [grantKey(grant), grant]));
  const keys = [...new Set([...then.keys(), ...now.keys()])].sort();
  return keys.flatMap((key) => {
    const [before, after] = [then.get(key), now.get(key)];
    const known = after ?? before;
    if (known === undefined || !applies(policy.facts, known)) return [];
    return judgeGrant(policy, before ?? emptyGrant(known), after ?? emptyGrant(known));
  });
}

const FILE_CODES = {
  instructions: 'instructions-changed',
  loom: 'instructions-changed',
  servers: 'settings-changed',
  settings: 'settings-changed',
} as const satisfies Readonly<Record<PolicyChange['kind'], FindingCode>>;

const CHANGE_WORDS = { meaning: 'its meaning changed', added: 'it is new', removed: 'it is gone' } as const;

function judgeFile(policy: Policy, change: PolicyChange): readonly Finding[] {
  const { path: source, kind } = change;
  if (change.change === 'form') {
    const code = kind === 'instructions' ? 'loom-block-changed' : 'policy-reformatted';
    const what = `only its form, or loom's own part of it, differs`;
    return tell(policy, { code, source, what, before: change.before?.bytes ?? '', after: change.after?.bytes ?? '' });
  }
  const [before, after] = [change.before?.meaning ?? 'absent', change.after?.meaning ?? 'absent'];
  return tell(policy, { code: FILE_CODES[kind], source, what: CHANGE_WORDS[change.change], before, after });
}

/** Judges instructions, settings and grants by their meaning, against the session's first snapshot. */
export function judgeCapability(facts: ResumeFacts, touched: readonly JudgedPath[]): readonly Finding[] {
  const then = facts.baselines.policy?.snapshot;
  if (facts.now === null || then === undefined) return [];
  const own = touched
    .filter(({ baseline, outcome }) => baseline.access === 'edit' && outcome === 'same')
    .flatMap(({ baseline }) => [pathShown(baseline), baseline.path]);
  const policy: Policy = { facts, then, now: facts.now, own };
  const grants = judgeGrants(policy);
  const told = new Set(grants.flatMap(({ paths = [] }) => paths));
  const changes = diffPolicy(then.policy, facts.now.policy)
    .filter((change) => fileApplies(facts, change))
    .filter((change) => change.change === 'meaning' || !told.has(change.path));
  return [...grants, ...changes.flatMap((change) => judgeFile(policy, change))];
}

import type { CapabilityGrant, GrantedProgram } from '../events/snapshot-data.ts';

/** How what an agent may do by itself differs, in words of the settings themselves. */
export interface GrantDifference {
  readonly widened: readonly string[];
  readonly narrowed: readonly string[];
  /** Servers and hooks that are new or run something else. */
  readonly programs: readonly string[];
}

/** Modes from the one that asks most to the one that asks least. A mode that stands nowhere counts as wider. */
const MODE_ORDERS: readonly (readonly string[])[] = [
  ['plan', 'dontAsk', 'default', 'acceptEdits', 'auto', 'bypassPermissions'],
  ['untrusted', 'on-request', 'on-failure', 'never'],
  ['default', 'auto_edit', 'yolo'],
];
const SANDBOX_ORDERS: readonly (readonly string[])[] = [['read-only', 'workspace-write', 'danger-full-access']];

/** What holds where settings say nothing: the agents' own middle ground. */
const UNSET_MODE: Readonly<Record<string, string>> = { codex: 'on-request' };
const UNSET_SANDBOX: Readonly<Record<string, string>> = { codex: 'read-only' };

function compareRank(
  orders: readonly (readonly string[])[],
  before: string,
  after: string,
): 'wider' | 'narrower' | 'same' {
  if (before === after) return 'same';
  const order = orders.find((words) => words.includes(before) && words.includes(after));
  if (order === undefined) return 'wider';
  return order.indexOf(after) > order.indexOf(before) ? 'wider' : 'narrower';
}

function added(before: readonly string[], after: readonly string[]): readonly string[] {
  return after.filter((entry) => !before.includes(entry));
}

interface Lists {
  readonly widened: string[];
  readonly narrowed: string[];
}

function compareLists(before: CapabilityGrant, after: CapabilityGrant, into: Lists): void {
  for (const rule of added(before.allow, after.allow)) into.widened.push(`allow ${rule}`);
  for (const rule of added(after.allow, before.allow)) into.narrowed.push(`no more allow ${rule}`);
  for (const rule of added(after.deny, before.deny)) into.widened.push(`no more deny ${rule}`);
  for (const rule of added(before.deny, after.deny)) into.narrowed.push(`deny ${rule}`);
  for (const rule of added(after.ask, before.ask)) {
    if (!after.deny.includes(rule)) into.widened.push(`no more ask ${rule}`);
  }
  for (const rule of added(before.ask, after.ask)) {
    if (!before.deny.includes(rule)) into.narrowed.push(`ask ${rule}`);
  }
  for (const folder of added(before.folders, after.folders)) into.widened.push(`folder ${folder}`);
  for (const folder of added(after.folders, before.folders)) into.narrowed.push(`no more folder ${folder}`);
}

interface WordChange {
  readonly name: string;
  readonly orders: readonly (readonly string[])[];
  readonly before: string;
  readonly after: string;
}

function compareWord({ name, orders, before, after }: WordChange, into: Lists): void {
  const rank = compareRank(orders, before, after);
  if (rank === 'same') return;
  const words = `${name} ${before || 'not set'} → ${after || 'not set'}`;
  (rank === 'wider' ? into.widened : into.narrowed).push(words);
}

/** Words for a sandbox that is not there; agents other than Codex switch theirs on and off. */
function isNoSandbox(word: string): boolean {
  return word === '' || word === 'false' || word === 'off' || word.startsWith('off ');
}

interface Boxes {
  readonly before: string;
  readonly after: string;
}

/** Tells a sandbox that was switched on or off, or is off in both; answers whether that is all there is to tell. */
function switchSandbox({ before, after }: Boxes, into: Lists): boolean {
  const [then, now] = [!isNoSandbox(before), !isNoSandbox(after)];
  if (then && now) return false;
  const words = `sandbox ${before || 'not set'} → ${after || 'not set'}`;
  if (then) into.widened.push(words);
  if (now) into.narrowed.push(words);
  return true;
}

function compareWords(before: CapabilityGrant, after: CapabilityGrant, into: Lists): void {
  const mode = UNSET_MODE[after.agent] ?? 'default';
  const sandbox = UNSET_SANDBOX[after.agent] ?? '';
  compareWord({ name: 'mode', orders: MODE_ORDERS, before: before.mode ?? mode, after: after.mode ?? mode }, into);
  const boxes = { before: before.sandbox ?? sandbox, after: after.sandbox ?? sandbox };
  if (!switchSandbox(boxes, into)) compareWord({ name: 'sandbox', orders: SANDBOX_ORDERS, ...boxes }, into);
  const [then, now] = [before.network === true, after.network === true];
  if (now && !then) into.widened.push('network');
  if (then && !now) into.narrowed.push('no more network');
}

function programName({ kind, name }: GrantedProgram): string {
  return `${kind} ${name}`;
}

function comparePrograms(before: CapabilityGrant, after: CapabilityGrant, into: Lists): readonly string[] {
  const then = new Map(before.programs.map((program) => [programName(program), program]));
  const now = new Set(after.programs.map(programName));
  for (const name of then.keys()) if (!now.has(name)) into.narrowed.push(`no more ${name}`);
  return after.programs
    .filter((program) => then.get(programName(program))?.digest !== program.digest)
    .map(
      (program) => `${then.has(programName(program)) ? 'changed' : 'new'} ${programName(program)}: ${program.shown}`,
    );
}

/** Compares what one settings file grants, then against now. */
export function diffGrant(before: CapabilityGrant, after: CapabilityGrant): GrantDifference {
  const into: Lists = { widened: [], narrowed: [] };
  compareLists(before, after, into);
  compareWords(before, after, into);
  const programs = comparePrograms(before, after, into);
  return { ...into, programs };
}

/** What a settings file that is not there grants. */
export function emptyGrant({ agent, level, source }: CapabilityGrant): CapabilityGrant {
  return { agent, level, source, allow: [], ask: [], deny: [], folders: [], programs: [] };
}

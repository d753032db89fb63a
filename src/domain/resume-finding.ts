import type { Verdict } from '../events/resume-data.ts';

/** How bad a finding is: the verdict it leads to, or nothing more than information. */
export type Severity = Exclude<Verdict, 'ready'> | 'info';

/** One difference, or one thing that is not known, between what a session knew and what is there. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly message: string;
  /** How the session touched those paths. */
  readonly access?: 'read' | 'edit';
  readonly paths?: readonly string[];
  /** Number of paths when `paths` is cut to fit. */
  readonly pathCount?: number;
  /** Digests, commit ids, branch names or words of the two states. */
  readonly before?: string;
  readonly after?: string;
  /** How a person checks it by hand: a git command, two digests, a file to look at. */
  readonly evidence: string;
  /** What would let the resume proceed. */
  readonly needs?: string;
}

/** What a finding of a code means for the verdict, and whether a person may accept it. */
export interface FindingRule {
  readonly severity: Severity;
  readonly acceptable: boolean;
}

/** Severity and precedence of every finding code; the one place that decides them. */
export const FINDING_RULES = {
  'newer-record': { severity: 'unsupported-session-version', acceptable: false },
  'other-project': { severity: 'project-identity-mismatch', acceptable: false },
  'project-missing': { severity: 'project-identity-mismatch', acceptable: false },
  'project-unconfirmed': { severity: 'project-identity-mismatch', acceptable: false },
  'operation-in-progress': { severity: 'blocked-by-conflict', acceptable: false },
  'unmerged-paths': { severity: 'blocked-by-conflict', acceptable: false },
  'live-elsewhere': { severity: 'blocked-by-conflict', acceptable: true },
  'grant-widened': { severity: 'capability-review-required', acceptable: true },
  'program-changed': { severity: 'capability-review-required', acceptable: true },
  'instructions-changed': { severity: 'capability-review-required', acceptable: true },
  'model-missing': { severity: 'provider-substitution-required', acceptable: true },
  'agent-missing': { severity: 'provider-substitution-required', acceptable: true },
  'agent-substituted': { severity: 'provider-substitution-required', acceptable: true },
  'model-substituted': { severity: 'provider-substitution-required', acceptable: true },
  'effort-substituted': { severity: 'provider-substitution-required', acceptable: true },
  'path-changed': { severity: 'ready-with-stale-context', acceptable: false },
  'path-deleted': { severity: 'ready-with-stale-context', acceptable: false },
  'path-renamed': { severity: 'ready-with-stale-context', acceptable: false },
  'changed-within-session': { severity: 'ready-with-stale-context', acceptable: false },
  'changed-elsewhere': { severity: 'ready-with-stale-context', acceptable: false },
  'head-moved': { severity: 'ready-with-stale-context', acceptable: false },
  'branch-changed': { severity: 'ready-with-stale-context', acceptable: false },
  'history-rewritten': { severity: 'ready-with-stale-context', acceptable: false },
  'cwd-substituted': { severity: 'ready-with-stale-context', acceptable: false },
  'grant-narrowed': { severity: 'ready-with-stale-context', acceptable: false },
  'settings-changed': { severity: 'ready-with-stale-context', acceptable: false },
  'transcript-behind': { severity: 'ready-with-stale-context', acceptable: false },
  'memory-superseded': { severity: 'ready-with-stale-context', acceptable: false },
  'maybe-live': { severity: 'ready-with-stale-context', acceptable: false },
  'baseline-unknown': { severity: 'ready-with-stale-context', acceptable: false },
  'baseline-partial': { severity: 'ready-with-stale-context', acceptable: false },
  'baseline-inferred': { severity: 'ready-with-stale-context', acceptable: false },
  'transcript-damaged': { severity: 'ready-with-stale-context', acceptable: false },
  'transcript-empty': { severity: 'info', acceptable: false },
  'committed-since': { severity: 'info', acceptable: false },
  'own-changes': { severity: 'info', acceptable: false },
  'changed-within-session-by-tool': { severity: 'info', acceptable: false },
  'changed-elsewhere-untouched': { severity: 'info', acceptable: false },
  'policy-reformatted': { severity: 'info', acceptable: false },
  'loom-block-changed': { severity: 'info', acceptable: false },
} as const satisfies Readonly<Record<string, FindingRule>>;

export type FindingCode = keyof typeof FINDING_RULES;

/** What a judge knows of a finding; severity and precedence are the table's. */
export type FindingFacts = Omit<Finding, 'severity' | 'code'>;

/** Most paths that a finding lists. */
const MOST_PATHS = 50;

/** Makes a finding whose severity comes from the table; paths are sorted by code unit and bounded. */
export function makeFinding(code: FindingCode, facts: FindingFacts): Finding {
  const { paths, ...rest } = facts;
  const { severity } = FINDING_RULES[code];
  if (paths === undefined || paths.length === 0) return { code, severity, ...rest };
  const sorted = [...new Set(paths)].sort();
  return { code, severity, ...rest, paths: sorted.slice(0, MOST_PATHS), pathCount: sorted.length };
}

import type { Verdict } from '../events/resume-data.ts';
import { judgeBaseline } from './judge-baseline.ts';
import { judgeCapability } from './judge-capability.ts';
import { judgeConflict } from './judge-conflict.ts';
import { judgeHead } from './judge-head.ts';
import { judgeIdentity } from './judge-identity.ts';
import { judgePaths } from './judge-paths.ts';
import { judgeProvider } from './judge-provider.ts';
import { judgeRecord } from './judge-record.ts';
import { judgeTouched } from './path-outcomes.ts';
import type { ResumeFacts } from './resume-facts.ts';
import { FINDING_RULES, type Finding, type FindingCode, type Severity } from './resume-finding.ts';

/** Worst first; `ready` is what is left when nothing worse was found. */
const SEVERITIES: readonly Severity[] = [
  'unsupported-session-version',
  'project-identity-mismatch',
  'blocked-by-conflict',
  'capability-review-required',
  'provider-substitution-required',
  'ready-with-stale-context',
  'info',
];

const CODES = Object.keys(FINDING_RULES) as readonly FindingCode[];

/** What came of comparing. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Findings that say that something is different, and those that say that something is not known. */
  readonly changed: number;
  readonly notKnown: number;
}

/** Findings that say that something is not known. */
export const NOT_KNOWN: ReadonlySet<FindingCode> = new Set([
  'baseline-unknown',
  'baseline-partial',
  'baseline-inferred',
  'transcript-damaged',
  'transcript-behind',
  'maybe-live',
]);

function orderKey(finding: Finding): string {
  const severity = String(SEVERITIES.indexOf(finding.severity));
  const code = String(CODES.indexOf(finding.code)).padStart(3, '0');
  return [severity, code, finding.access ?? '', finding.paths?.[0] ?? '', finding.message, finding.after ?? ''].join(
    '\0',
  );
}

/** Sorts findings worst first; the order depends on nothing but the findings. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings
    .map((finding) => ({ finding, key: orderKey(finding) }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ finding }) => finding);
}

/** The verdict that findings lead to: the worst of their severities. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const worst = SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity));
  return worst === undefined || worst === 'info' ? 'ready' : worst;
}

/** Judges a resume: every judge looks at the same facts, and one table decides what each finding means. */
export function judgeResume(facts: ResumeFacts): Judgement {
  const touched = judgeTouched(facts);
  const findings = [
    ...judgeIdentity(facts),
    ...judgeConflict(facts),
    ...judgeCapability(facts, touched),
    ...judgeProvider(facts),
    ...judgePaths(facts, touched),
    ...judgeHead(facts, touched),
    ...judgeBaseline(facts, touched),
    ...judgeRecord(facts),
  ];
  const told = findings.filter(({ severity }) => severity !== 'info');
  const notKnown = told.filter(({ code }) => NOT_KNOWN.has(code)).length;
  return { verdict: verdictOf(findings), findings: sortFindings(findings), changed: told.length - notKnown, notKnown };
}

import type { Severity } from '../../domain/resume-finding.ts';
import type { Verdict } from '../../events/resume-data.ts';

/** What a person reads of a verdict. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  ready: 'everything that it knew was compared, and nothing of that differs',
  'ready-with-stale-context': 'it can go on, but not all that it knew still holds',
  'provider-substitution-required': 'another agent or model would go on with it; that needs your yes',
  'capability-review-required': 'what agents may do or are told here changed; that needs your review',
  'blocked-by-conflict': 'it cannot go on now',
  'project-identity-mismatch': 'this is not where the session belongs',
  'unsupported-session-version': 'this loom cannot read all of it',
};

/** Heading of the findings of one severity. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  'unsupported-session-version': 'not readable',
  'project-identity-mismatch': 'identity',
  'blocked-by-conflict': 'in the way',
  'capability-review-required': 'to review',
  'provider-substitution-required': 'substituted',
  'ready-with-stale-context': 'stale or not known',
  info: 'good to know',
};

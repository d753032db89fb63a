import { decideResume, type ResumeDecision } from '../domain/resume-effect.ts';
import { FINDING_RULES, type FindingCode } from '../domain/resume-finding.ts';
import type { ExaminedResume } from './examine-resume.ts';

/** Every code that a finding may have, in order of precedence. */
export const FINDING_CODES = Object.keys(FINDING_RULES) as readonly FindingCode[];

/** The codes among them that a person may say yes to. */
export const ACCEPTABLE_CODES = FINDING_CODES.filter((code) => FINDING_RULES[code].acceptable);

/** Decides what an examined resume does once a person accepted findings of these codes. */
export function decideExamined(
  { judgement }: ExaminedResume,
  wish: { readonly accept: ReadonlySet<string>; readonly strict: boolean },
): ResumeDecision {
  return decideResume(judgement, wish);
}

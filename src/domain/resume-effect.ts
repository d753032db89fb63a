import type { Verdict } from '../events/resume-data.ts';
import type { Judgement } from './judge-resume.ts';
import { FINDING_RULES, type Finding, type FindingCode } from './resume-finding.ts';

/** What a resume does. `findings`: tells what it found. `preview`: tells too what would go on. `proceeds`: goes on, and is recorded. */
export type ResumeEffect = 'findings' | 'preview' | 'proceeds';

/** Exit code of each verdict; that of a stale one only when strictness is asked for. */
export const VERDICT_EXITS: Readonly<Record<Verdict, number>> = {
  ready: 0,
  'ready-with-stale-context': 20,
  'provider-substitution-required': 21,
  'capability-review-required': 22,
  'blocked-by-conflict': 23,
  'project-identity-mismatch': 24,
  'unsupported-session-version': 25,
};

/** Whether this finding keeps a resume from going on. */
function holdsBack({ severity }: Finding): boolean {
  return severity !== 'info' && severity !== 'ready-with-stale-context';
}

/** Whether a person may say yes to findings of this code. */
function isAcceptable({ code }: Pick<Finding, 'code'>): boolean {
  return FINDING_RULES[code].acceptable;
}

/** What is left to decide once some findings are accepted. */
export interface ResumeDecision {
  readonly effect: ResumeEffect;
  readonly accepted: readonly Finding[];
  /** What still holds it back. */
  readonly open: readonly Finding[];
  /** Codes of what is open and a yes would settle, each once. */
  readonly askable: readonly FindingCode[];
  /** A yes to all of those lets it go on. */
  readonly settles: boolean;
  /** Codes that were accepted, or may be, and that a further resume asks about again. */
  readonly again: readonly FindingCode[];
  /** Codes that were accepted, and nothing that a yes can settle has. */
  readonly inVain: readonly string[];
  readonly exit: number;
}

/** What was reviewed is confirmed for the project; another agent, model or a live session is asked about each time. */
function countsOnce({ severity }: Finding): boolean {
  return severity !== 'capability-review-required';
}

function codesOf(findings: readonly Finding[]): readonly FindingCode[] {
  return [...new Set(findings.map(({ code }) => code))];
}

const NO_PREVIEW: ReadonlySet<Verdict> = new Set([
  'unsupported-session-version',
  'project-identity-mismatch',
  'blocked-by-conflict',
]);

function exitOf(open: readonly Finding[], { findings }: Judgement, strict: boolean): number {
  if (open.length > 0)
    return Math.max(...open.map(({ severity }) => (severity === 'info' ? 0 : VERDICT_EXITS[severity])));
  const stale = findings.some(({ severity }) => severity === 'ready-with-stale-context');
  return stale && strict ? VERDICT_EXITS['ready-with-stale-context'] : 0;
}

/** Decides what a resume does, given the codes that a person accepted. The verdict stays what it is. */
export function decideResume(
  judgement: Judgement,
  wish: { readonly accept: ReadonlySet<string>; readonly strict: boolean },
): ResumeDecision {
  const holding = judgement.findings.filter(holdsBack);
  const accepted = holding.filter((finding) => isAcceptable(finding) && wish.accept.has(finding.code));
  const open = holding.filter((finding) => !accepted.includes(finding));
  const exit = exitOf(open, judgement, wish.strict);
  const worst = open.some(({ severity }) => NO_PREVIEW.has(severity as Verdict));
  return {
    effect: open.length === 0 ? 'proceeds' : worst ? 'findings' : 'preview',
    accepted,
    open,
    askable: codesOf(open.filter(isAcceptable)),
    again: codesOf([...accepted, ...open.filter(isAcceptable)].filter(countsOnce)),
    settles: open.length > 0 && open.every(isAcceptable),
    inVain: [...wish.accept].filter((code) => !accepted.some((finding) => finding.code === code)),
    exit,
  };
}

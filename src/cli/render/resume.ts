import type { AssembledContext } from '../../app/assemble-context.ts';
import type { SessionCopy } from '../../app/copy-session.ts';
import type { ResumeNext } from '../../app/resume-next.ts';
import type { Judgement } from '../../domain/judge-resume.ts';
import type { ProviderDifferences } from '../../domain/provider-differences.ts';
import type { ApprovalToAsk } from '../../domain/resume-approvals.ts';
import type { ResumeDecision } from '../../domain/resume-effect.ts';
import type { ResumeFacts } from '../../domain/resume-facts.ts';
import type { Finding, Severity } from '../../domain/resume-finding.ts';
import type { SessionView } from '../../domain/session-view.ts';
import type { ProjectSnapshot } from '../../events/snapshot-data.ts';
import { shellLine } from '../../kernel/shell-word.ts';
import { safeLine } from '../safe-text.ts';
import { CHANGE_WORDS } from '../words/copy.ts';
import { SEVERITY_WORDS, VERDICT_WORDS } from '../words/resume.ts';

/** Everything that a resume is told from, in text and in JSON. */
export interface ResumeReport {
  readonly view: SessionView;
  /** Why this one, when none was named. */
  readonly reason?: string;
  readonly facts: ResumeFacts;
  readonly judgement: Judgement;
  readonly decision: ResumeDecision;
  readonly approvals: readonly ApprovalToAsk[];
  /** Null where nothing would go on. */
  readonly context: AssembledContext | null;
  readonly next: ResumeNext | null;
  readonly differences: ProviderDifferences | null;
  /** The event that records it; null for a dry run, a preview and mere findings. */
  readonly recorded: string | null;
  /** The session file written for the agent. */
  readonly written: SessionCopy | null;
  readonly dryRun: boolean;
  /** The command that accepts what is open. */
  readonly acceptCommand: string | null;
  /** The folder of the invocation. */
  readonly folder: string;
  /** The document is part of the JSON. */
  readonly withDocument: boolean;
}

/** Paths that are listed for people; JSON carries up to fifty. */
const MOST_PATHS = 8;
const MOST_APPROVALS = 8;

function snapshotJson(snapshot: ProjectSnapshot | null | undefined, more: object = {}): object | null {
  if (snapshot === null || snapshot === undefined) return null;
  const { at, where, git, policy, left } = snapshot;
  return {
    at,
    root: where.root ?? where.realCwd ?? where.cwd,
    head: git?.head ?? null,
    branch: git?.branch ?? null,
    detached: git?.detached === true,
    upstream: git?.upstream ?? null,
    operation: git?.operation ?? null,
    dirty: git === null ? null : git.dirty.length,
    policyFiles: policy.length,
    left,
    ...more,
  };
}

/** What the session knew, as far as anything tells. */
function knownJson({ baselines, worktree }: ResumeFacts): object | null {
  const { head } = baselines;
  const occasion = head === null ? {} : { occasion: head.occasion };
  const inferred = worktree?.base === 'inferred' || head?.inferred === true;
  return snapshotJson(worktree?.known ?? head?.snapshot, { ...occasion, inferred });
}

const SNAPSHOT_KEYS = ['then', 'now'] as const;

function writtenJson({ session, nativeId, path, changes }: SessionCopy): object {
  return { session, nativeId, path, changes };
}

/** The document of `sessions resume --json`. */
export function resumeJson(report: ResumeReport): object {
  const { view, judgement, decision, context, next, facts } = report;
  const [known, now] = [knownJson(facts), snapshotJson(facts.now)];
  return {
    session: view,
    id: view.id,
    ...(report.reason === undefined ? {} : { reason: report.reason }),
    verdict: judgement.verdict,
    effect: decision.effect,
    changed: judgement.changed,
    notKnown: judgement.notKnown,
    findings: judgement.findings,
    accepted: [...new Set(decision.accepted.map(({ code }) => code))],
    snapshot: Object.fromEntries(SNAPSHOT_KEYS.map((key) => [key, key === 'now' ? now : known])),
    context:
      context === null
        ? null
        : {
            tier: context.tier,
            budget: context.budget,
            tokens: context.tokens,
            kept: context.kept,
            omitted: context.omitted,
            note: context.note,
          },
    approvals: report.approvals,
    ...(report.differences === null ? {} : { substitution: report.differences }),
    next: next === null ? null : { command: next.command, cwd: next.cwd, by: next.by },
    ...(report.written === null ? {} : { written: writtenJson(report.written) }),
    accept: report.acceptCommand,
    dryRun: report.dryRun,
    recorded: report.recorded,
    ...(report.withDocument && context !== null ? { document: context.document } : {}),
  };
}

/** The two states, unless the message says them already. */
function stateLine({ before = '', after = '', message }: Finding): readonly string[] {
  if (before === '' || after === '' || (message.includes(before) && message.includes(after))) return [];
  return [`      then ${safeLine(before)}, now ${safeLine(after)}`];
}

function findingLines(finding: Finding): readonly string[] {
  const { code, message, paths = [], pathCount = paths.length, evidence, needs } = finding;
  const shown = paths.slice(0, MOST_PATHS).map((path) => `      ${safeLine(path)}`);
  const more = pathCount > shown.length ? [`      … and ${pathCount - shown.length} more`] : [];
  return [
    `    ${code}: ${safeLine(message)}`,
    ...(paths.length === 1 && message.includes(paths[0] ?? '') ? [] : shown),
    ...more,
    ...stateLine(finding),
    `      check: ${safeLine(evidence)}`,
    ...(needs === undefined ? [] : [`      needs: ${safeLine(needs)}`]),
  ];
}

function groupLines(findings: readonly Finding[]): readonly string[] {
  const severities = [...new Set(findings.map(({ severity }) => severity))];
  return severities.flatMap((severity: Severity) => [
    `  ${SEVERITY_WORDS[severity]}`,
    ...findings.filter((finding) => finding.severity === severity).flatMap(findingLines),
  ]);
}

function headline({ judgement, dryRun, decision }: ResumeReport): string {
  const { verdict, changed, notKnown } = judgement;
  const counts = changed + notKnown === 0 ? '' : ` (${changed} changed, ${notKnown} not known)`;
  const effect = { findings: 'nothing was done', preview: 'a preview; nothing was done', proceeds: '' }[
    decision.effect
  ];
  const done = dryRun && decision.effect === 'proceeds' ? 'a dry run; nothing was recorded' : effect;
  return `${verdict}: ${VERDICT_WORDS[verdict]}${counts}${done === '' ? '' : `; ${done}`}`;
}

function approvalWords({ what, because, count, source, stillAllowed }: ApprovalToAsk): string {
  switch (because) {
    case 'mode':
      return `mode ${what}`;
    case 'settings':
      return `${what} (${source ?? 'settings'}${stillAllowed === true ? ', still allowed there' : ''})`;
    default:
      return `${what}${count === undefined ? '' : ` (${count} calls)`}`;
  }
}

function approvalLines({ approvals }: ResumeReport): readonly string[] {
  if (approvals.length === 0) return ['approvals  none is carried over'];
  const shown = approvals.slice(0, MOST_APPROVALS).map((approval) => safeLine(approvalWords(approval)));
  const more = approvals.length > shown.length ? ` and ${approvals.length - shown.length} more` : '';
  return [`approvals  none is carried over; asked again: ${shown.join(', ')}${more}`];
}

function differenceLines({ differences }: ResumeReport): readonly string[] {
  if (differences === null) return [];
  const { original, selected } = differences;
  const who = (side: typeof original) =>
    [side.agent, side.model, side.effort].filter((word) => word !== null).join(' ');
  const facts: readonly (readonly [string, string])[] = [
    ['from', who(original)],
    ['to', who(selected)],
    ['adapter', differences.adapter],
    ['tools', differences.tools],
    ['effort', differences.effort],
    ['data', differences.dataHandling],
    ['network', differences.network],
    ['lost', differences.notReproduced.join('; ')],
    ['look again', differences.reinspect.join('; ')],
  ];
  return ['substitution', ...facts.map(([name, words]) => `  ${name.padEnd(10)} ${safeLine(words)}`)];
}

function contextLine({ context }: ResumeReport): readonly string[] {
  if (context === null) return [];
  const { tier, tokens, budget, note } = context;
  return [`context    ${tier}, ${tokens} of ${budget} tokens (estimated)${note === null ? '' : `; ${safeLine(note)}`}`];
}

function writtenLines({ written }: ResumeReport): readonly string[] {
  if (written === null) return [];
  const changes = written.changes.map(({ code, count }) => `  ${CHANGE_WORDS[code](count)}`);
  return [`written    ${safeLine(written.path ?? written.nativeId)}`, ...changes];
}

function nextLines({ next, folder, acceptCommand }: ResumeReport): readonly string[] {
  const accept = acceptCommand === null ? [] : [`accept     ${acceptCommand}`];
  if (next === null) return accept;
  const command = next.cwd === folder ? next.command : `cd ${shellLine([next.cwd])} && ${next.command}`;
  return [...accept, `${acceptCommand === null ? 'next' : 'then'}       ${command}`];
}

/** A resume for people: the verdict, what it rests on, what will be asked again, and what comes next. */
export function resumeLines(report: ResumeReport): readonly string[] {
  const { view, reason, judgement, recorded } = report;
  const title = view.title === null ? '' : `  ${safeLine(view.title)}`;
  return [
    headline(report),
    `session    ${view.id}${title}${reason === undefined ? '' : `  (${reason})`}`,
    ...groupLines(judgement.findings),
    ...differenceLines(report),
    ...approvalLines(report),
    ...contextLine(report),
    ...writtenLines(report),
    ...nextLines(report),
    ...(recorded === null ? [] : [`recorded   ${recorded}`]),
  ];
}

import type { LeftOut, ProjectSnapshot } from '../events/snapshot-data.ts';
import { shellLine } from '../kernel/shell-word.ts';
import { type JudgedPath, pathShown } from './path-outcomes.ts';
import type { ResumeFacts, WorktreeFacts } from './resume-facts.ts';
import { type Finding, makeFinding } from './resume-finding.ts';

const LEFT_WORDS = {
  'dirty-paths': 'changed paths beyond the bound',
  'large-files': 'files too large to compare',
  'unreadable-files': 'files that cannot be read',
  'policy-files': 'policy files beyond the bound',
  time: 'paths for which the time did not suffice',
  'git-missing': 'questions to git, which is not on this machine',
  'git-failed': 'questions that git did not answer',
} as const satisfies Readonly<Record<LeftOut['code'], string>>;

function showCommand({ session }: ResumeFacts): string {
  return `loom sessions timeline ${session}`;
}

interface Omission {
  readonly words: string;
  readonly paths: readonly string[];
}

function omissionsOf(left: readonly LeftOut[], when: string): readonly Omission[] {
  return left.map(({ code, count, paths = [] }) => ({ words: `${count} ${LEFT_WORDS[code]}${when}`, paths }));
}

function unreadPaths({ worktree }: ResumeFacts): readonly Omission[] {
  const paths = worktree?.comparison.paths.filter(({ change }) => change === 'unknown').map(({ path }) => path) ?? [];
  return paths.length === 0 ? [] : [{ words: `${paths.length} paths that could not be read`, paths }];
}

function judgeLeft(facts: ResumeFacts): readonly Finding[] {
  const { head, policy } = facts.baselines;
  const omissions = [
    ...omissionsOf([...(head?.snapshot?.left ?? []), ...(policy?.snapshot.left ?? [])], ' (then)'),
    ...omissionsOf([...(facts.now?.left ?? []), ...(facts.worktree?.comparison.left ?? [])], ''),
    ...unreadPaths(facts),
  ];
  if (omissions.length === 0) return [];
  return [
    makeFinding('baseline-partial', {
      message: `left out of the comparison: ${[...new Set(omissions.map(({ words }) => words))].join(', ')}`,
      paths: omissions.flatMap(({ paths }) => paths),
      evidence: showCommand(facts),
    }),
  ];
}

function isAsked(snapshot: ProjectSnapshot): boolean {
  return snapshot.git !== null || !snapshot.left.some(({ code }) => code === 'git-missing' || code === 'git-failed');
}

/** Outside git, files that the session did not name cannot be compared. */
function judgeOutsideGit(facts: ResumeFacts, now: ProjectSnapshot): readonly Finding[] {
  const { opaqueTools } = facts.baselines;
  if (opaqueTools.length === 0 || !isAsked(now)) return [];
  const tools = opaqueTools.map(({ name }) => name).join(', ');
  return [
    makeFinding('baseline-partial', {
      message: `outside git only the files that it named are compared, and its tools (${tools}) may have touched others`,
      evidence: shellLine(['git', '-C', now.where.cwd, 'rev-parse', '--show-toplevel']),
    }),
  ];
}

function judgeInferred(facts: ResumeFacts, worktree: WorktreeFacts): readonly Finding[] {
  const found: Finding[] = [];
  const inferred = worktree.base === 'inferred' || facts.baselines.head?.inferred === true;
  const head = worktree.known.git?.head ?? '';
  if (inferred) {
    found.push(
      makeFinding('baseline-inferred', {
        message: `that HEAD was ${head.slice(0, 12)} is inferred from the reflog and the time of its last record`,
        before: head,
        evidence: worktree.evidence ?? shellLine(['git', '-C', facts.now?.where.root ?? '.', 'reflog', '--date=iso']),
      }),
    );
  }
  if (!worktree.dirtyKnown) {
    const message = 'which files differed from HEAD then was not recorded';
    found.push(makeFinding('baseline-partial', { message, evidence: showCommand(facts) }));
  }
  return found;
}

function judgeHeadBaseline(facts: ResumeFacts, now: ProjectSnapshot): readonly Finding[] {
  const { worktree, baselines } = facts;
  if (worktree !== null) {
    const found = judgeInferred(facts, worktree);
    if (worktree.comparison.head !== 'unknown') return found;
    const message = 'no commit that it knew can be compared with HEAD';
    return [...found, makeFinding('baseline-unknown', { message, evidence: showCommand(facts) })];
  }
  const then = baselines.head?.snapshot;
  if (now.git === null && then?.git === null && isAsked(then)) return judgeOutsideGit(facts, now);
  if (now.git === null && then === undefined && isAsked(now)) {
    const message = 'no snapshot of its folder was taken, and outside git nothing else tells what was there';
    return [makeFinding('baseline-unknown', { message, evidence: showCommand(facts) }), ...judgeOutsideGit(facts, now)];
  }
  const message =
    'which commit and files it knew is not known: no snapshot was taken, and the reflog does not reach back';
  return [makeFinding('baseline-unknown', { message, evidence: showCommand(facts) })];
}

function judgeUnknownPaths(touched: readonly JudgedPath[], facts: ResumeFacts): readonly Finding[] {
  const of = (outcome: JudgedPath['outcome']) =>
    touched.filter((judged) => judged.outcome === outcome).map(({ baseline }) => pathShown(baseline));
  const [unknown, notCompared] = [of('unknown'), of('not-compared')];
  const found: Finding[] = [];
  const evidence = `loom sessions show ${facts.session} --json | jq .files`;
  if (unknown.length > 0) {
    const message = `what ${unknown.length} of the files that it touched held then is not known`;
    found.push(makeFinding('baseline-unknown', { message, paths: unknown, evidence }));
  }
  if (notCompared.length > 0) {
    const message = `${notCompared.length} of the files that it touched could not be compared: too large, no regular file, or unreadable`;
    found.push(makeFinding('baseline-partial', { message, paths: notCompared, evidence }));
  }
  return found;
}

function judgePolicyBaseline(facts: ResumeFacts): readonly Finding[] {
  const { policy } = facts.baselines;
  const isOwn = policy !== null && policy.occasion !== 'resume' && policy.occasion !== 'import';
  if (isOwn) return [];
  const since = policy === null ? '' : `; only changes since ${policy.at} are seen`;
  const message = `which instructions, settings and permissions held then is not known: no snapshot was taken${since}`;
  return [makeFinding('baseline-unknown', { message, evidence: showCommand(facts) })];
}

/** Judges what is not known: whatever is found here keeps a session from being ready. */
export function judgeBaseline(facts: ResumeFacts, touched: readonly JudgedPath[]): readonly Finding[] {
  if (facts.now === null) return [];
  return [
    ...judgeHeadBaseline(facts, facts.now),
    ...judgePolicyBaseline(facts),
    ...judgeUnknownPaths(touched, facts),
    ...judgeLeft(facts),
  ];
}

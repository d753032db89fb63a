import type { LeftOut, ProjectSnapshot } from '../events/snapshot-data.ts';
import { shellLine } from '../kernel/shell-word.ts';
import { type JudgedPath, pathShown } from './path-outcomes.ts';
import type { ResumeFacts, WorktreeFacts } from './resume-facts.ts';
import { type Finding, makeFinding } from './resume-finding.ts';
import type { SessionBaselines } from './session-baselines.ts';

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

/** Bounds that can keep git from telling anything. */
const UNASKED: ReadonlySet<LeftOut['code']> = new Set(['git-missing', 'git-failed', 'time']);

function isAsked(snapshot: ProjectSnapshot): boolean {
  return snapshot.git !== null || !snapshot.left.some(({ code }) => UNASKED.has(code));
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

const NO_BASE = {
  'no-snapshot':
    'which commit and files it knew is not known: no snapshot was taken, and the reflog does not reach back',
  'outside-git': 'no snapshot of its folder was taken, and outside git nothing else tells what was there',
  'became-repository': 'its folder was outside git, so that nothing tells which files differ since',
  'not-asked': 'git could not be asked what differs',
} as const;

/** Why the checkout was compared with nothing; null when there was none, then and now. */
function whyNoBase({ head }: SessionBaselines, now: ProjectSnapshot): keyof typeof NO_BASE | 'repository-gone' | null {
  const known = head?.snapshot;
  if (!isAsked(now) || (known !== undefined && !isAsked(known))) return 'not-asked';
  if (known === undefined) return now.git === null ? 'outside-git' : 'no-snapshot';
  if (now.git === null) return known.git === null ? null : 'repository-gone';
  return known.git === null ? 'became-repository' : 'no-snapshot';
}

function judgeNoBase(facts: ResumeFacts, now: ProjectSnapshot): readonly Finding[] {
  const why = whyNoBase(facts.baselines, now);
  if (why === null) return judgeOutsideGit(facts, now);
  if (why === 'repository-gone') {
    const message = 'its folder was a git repository, and is in none now';
    const before = facts.baselines.head?.snapshot?.git?.head;
    const evidence = shellLine(['ls', '-a', now.where.cwd]);
    return [makeFinding('history-rewritten', { message, ...(before === undefined ? {} : { before }), evidence })];
  }
  const found = makeFinding('baseline-unknown', { message: NO_BASE[why], evidence: showCommand(facts) });
  return why === 'outside-git' ? [found, ...judgeOutsideGit(facts, now)] : [found];
}

function judgeHeadBaseline(facts: ResumeFacts, now: ProjectSnapshot): readonly Finding[] {
  const { worktree } = facts;
  if (worktree === null) return judgeNoBase(facts, now);
  const found = judgeInferred(facts, worktree);
  if (worktree.comparison.head !== 'unknown') return found;
  const message = 'no commit that it knew can be compared with HEAD';
  return [...found, makeFinding('baseline-unknown', { message, evidence: showCommand(facts) })];
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

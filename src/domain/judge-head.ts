import type { GitState, ProjectSnapshot } from '../events/snapshot-data.ts';
import { countOf } from '../kernel/count-of.ts';
import { shellLine } from '../kernel/shell-word.ts';
import { changedElsewhere, type JudgedPath, pathShown } from './path-outcomes.ts';
import type { ResumeFacts, WorktreeFacts } from './resume-facts.ts';
import { type Finding, makeFinding } from './resume-finding.ts';

/** Characters of a commit id that people are shown. */
const SHORT = 12;

interface Checkout {
  readonly facts: ResumeFacts;
  readonly worktree: WorktreeFacts;
  readonly now: ProjectSnapshot;
  readonly root: string;
  readonly git: GitState;
  readonly touched: readonly JudgedPath[];
}

function git(checkout: Checkout, ...words: string[]): string {
  return shellLine(['git', '-C', checkout.root, ...words]);
}

function short(commit: string | undefined): string {
  return commit === undefined ? 'no commit' : commit.slice(0, SHORT);
}

function branchShown(state: GitState | null): string {
  if (state === null) return 'outside git';
  if (state.branch !== undefined) return state.branch;
  return state.detached === true ? `detached at ${short(state.head)}` : 'unknown';
}

function judgeBranch(checkout: Checkout): readonly Finding[] {
  const then = checkout.worktree.known.git;
  if (then === null || (then.branch === undefined && then.detached !== true)) return [];
  if (then.branch === checkout.git.branch) return [];
  const [before, after] = [branchShown(then), branchShown(checkout.git)];
  return [
    makeFinding('branch-changed', {
      message: `the checkout was on ${before} and is on ${after}`,
      before,
      after,
      evidence: git(checkout, 'branch', '--show-current'),
    }),
  ];
}

function isOwnWork({ facts, worktree }: Checkout): boolean {
  const { commits, commitCount } = worktree.comparison;
  return commits.length === commitCount && commits.every(({ id }) => facts.ownCommits.has(id));
}

function commitWords(worktree: WorktreeFacts): string {
  const { commits, commitCount, head } = worktree.comparison;
  if (head === 'behind') return 'HEAD went back';
  const newest = commits[0] === undefined ? '' : `, the newest: ${commits[0].subject}`;
  return `${countOf(commitCount, 'commit')} since${newest}`;
}

interface Changed {
  /** Bytes that the session may have known differ. */
  readonly matters: boolean;
  readonly any: boolean;
}

interface Move {
  readonly before: string;
  readonly after: string;
  readonly evidence: string;
}

/** The session's own commits after its last snapshot, as far as HEAD got with them. */
function judgeOwnCommits(checkout: Checkout, move: Move): readonly Finding[] {
  const known = checkout.facts.baselines.head?.snapshot?.git?.head;
  const { worktree } = checkout;
  const isBase = worktree.base === 'own-commit';
  if (!isBase && !(worktree.comparison.head === 'ahead' && isOwnWork(checkout))) return [];
  const before = isBase ? (known ?? '') : move.before;
  const evidence = git(checkout, 'log', '--oneline', ...(before === '' ? ['-5'] : [`${before}..${move.after}`]));
  return [makeFinding('own-changes', { message: 'it made commits itself', before, after: move.after, evidence })];
}

function judgeRewrite(checkout: Checkout, move: Move): readonly Finding[] {
  const { before, after } = move;
  if (checkout.worktree.comparison.head === 'gone') {
    const message = `the commit ${short(before)} that it knew is not in the repository any more`;
    return [
      makeFinding('history-rewritten', { message, before, after, evidence: git(checkout, 'cat-file', '-t', before) }),
    ];
  }
  const message = `history was rewritten: ${short(before)} is no ancestor of ${short(after)}`;
  const proof = git(checkout, 'merge-base', '--is-ancestor', before, after);
  return [makeFinding('history-rewritten', { message, before, after, evidence: `${proof} || echo no ancestor` })];
}

/** HEAD is elsewhere; which finding that is depends on whether any byte that matters changed. */
function judgeMove(checkout: Checkout, changed: Changed): readonly Finding[] {
  const { worktree } = checkout;
  const { head } = worktree.comparison;
  const [before, after] = [worktree.known.git?.head ?? '', checkout.git.head ?? 'HEAD'];
  const move: Move = { before, after, evidence: git(checkout, 'log', '--oneline', `${before}..${after}`) };
  const own = judgeOwnCommits(checkout, move);
  if (head === 'same' || head === 'unknown' || (head === 'ahead' && isOwnWork(checkout))) return own;
  if (head === 'gone') return [...own, ...judgeRewrite(checkout, move)];
  if (!changed.any) {
    return [
      ...own,
      makeFinding('committed-since', {
        message: `${commitWords(worktree)}; no byte of a compared file differs`,
        ...move,
      }),
    ];
  }
  if (head === 'rewritten') return [...own, ...judgeRewrite(checkout, move)];
  return changed.matters ? [...own, makeFinding('head-moved', { message: commitWords(worktree), ...move })] : own;
}

function judgeElsewhere(checkout: Checkout, opaque: boolean): readonly Finding[] {
  const { facts, worktree } = checkout;
  const elsewhere = changedElsewhere(facts);
  if (elsewhere.length === 0) return [];
  const then = worktree.known.git?.head;
  const tools = facts.baselines.opaqueTools.map(({ name }) => name).join(', ');
  const isUncommitted = then === undefined || elsewhere.every(({ dirtyNow }) => dirtyNow);
  const shared = {
    paths: elsewhere.map(({ path }) => path),
    evidence: isUncommitted ? git(checkout, 'status', '--short') : git(checkout, 'diff', '--stat', then),
  };
  const many = `${countOf(elsewhere.length, 'file')} that it did not name`;
  if (!opaque) {
    const commits = worktree.comparison.head === 'same' ? '' : `; ${commitWords(worktree)}`;
    return [makeFinding('changed-elsewhere-untouched', { message: `${many} changed since${commits}`, ...shared })];
  }
  const message = `${many} changed since; what its tools (${tools}) read or wrote is not known`;
  return [makeFinding('changed-elsewhere', { message, ...shared })];
}

/** What git shows as different, and is as the session itself left it. */
function judgeOwn({ worktree, touched, root }: Checkout): readonly Finding[] {
  const different = new Set(
    worktree.comparison.paths.filter(({ change }) => change !== 'same' && change !== 'unknown').map(({ path }) => path),
  );
  const own = touched.filter(
    ({ baseline, outcome }) => outcome === 'same' && baseline.access === 'edit' && different.has(baseline.inRoot ?? ''),
  );
  if (own.length === 0) return [];
  return [
    makeFinding('own-changes', {
      message: `${own.length} ${own.length === 1 ? 'file is' : 'files are'} as it left them itself`,
      paths: own.map(({ baseline }) => pathShown(baseline)),
      evidence: shellLine(['git', '-C', root, 'status', '--short']),
    }),
  ];
}

/** Judges HEAD, the branch, and the bytes of paths that the session did not name itself. */
export function judgeHead(facts: ResumeFacts, touched: readonly JudgedPath[]): readonly Finding[] {
  const { now, worktree } = facts;
  if (now === null || now.git === null || worktree === null) return [];
  const root = now.where.root ?? now.where.cwd;
  const checkout: Checkout = { facts, worktree, now, root, git: now.git, touched };
  const opaque = facts.baselines.opaqueTools.length > 0;
  const touchedChanged = touched.some(({ outcome }) => ['changed', 'deleted', 'renamed'].includes(outcome));
  const elsewhere = changedElsewhere(facts).length > 0;
  const changed = { matters: touchedChanged || (opaque && elsewhere), any: touchedChanged || elsewhere };
  return [
    ...judgeBranch(checkout),
    ...judgeMove(checkout, changed),
    ...judgeElsewhere(checkout, opaque),
    ...judgeOwn(checkout),
  ];
}

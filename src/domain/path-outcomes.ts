import { samePolicyMeaning } from './policy-diff.ts';
import { committedKey, type ResumeFacts, type WorktreeFacts } from './resume-facts.ts';
import type { PathBaseline, SnapshotContent } from './session-baselines.ts';
import type { ComparedPath, ContentNow } from './worktree-comparison.ts';

/**
 * What became of a path since the session last touched it. `within-session`: it differs from what the session saw, but was so
 * already when the session was last looked at. `unknown`: nothing tells what it was. `not-compared`: nothing tells what it is.
 */
export type PathOutcome = 'same' | 'changed' | 'deleted' | 'renamed' | 'within-session' | 'unknown' | 'not-compared';

/** A touched path, judged. */
export interface JudgedPath {
  readonly baseline: PathBaseline;
  readonly outcome: PathOutcome;
  readonly before?: string;
  readonly after?: string;
  /** Present name of a renamed one. */
  readonly to?: string;
}

/** A path as findings name it: relative to the root, or absolute outside of it. */
export function pathShown({ inRoot, path }: PathBaseline): string {
  return inRoot ?? path;
}

function entryOf({ comparison }: WorktreeFacts, path: string): ComparedPath | undefined {
  return comparison.paths.find((entry) => entry.path === path || entry.from === path);
}

/**
 * Whether the path is now as it was in a commit; undefined when that cannot be told. That git lists no difference says
 * nothing of a path that the commit does not hold: one that is ignored, in a repository of its own, or behind a link.
 */
function equalsCommit(facts: ResumeFacts, { path, inRoot }: PathBaseline, commit: string): boolean | undefined {
  const { worktree } = facts;
  if (worktree === null || inRoot === undefined) return undefined;
  const isBase = worktree.known.git?.head === commit;
  if (isBase && entryOf(worktree, inRoot) !== undefined) return equalsBase(worktree, inRoot);
  const [then, now] = [worktree.committed.get(committedKey(commit, inRoot)), facts.contents.get(path)];
  if (then === undefined || now === undefined) return undefined;
  const equal = then.digest === undefined ? undefined : now.digest === then.digest;
  if (equal === true || !isBase) return equal;
  // Other bytes than the commit's, and no difference for git: it was told to pass the path over, or a filter made them.
  return then.state === 'large' && now.state === 'large' ? equalsBase(worktree, inRoot) : undefined;
}

/** Whether the path is now as it was in the commit that the whole checkout is compared with. */
function equalsBase(worktree: WorktreeFacts, inRoot: string): boolean | undefined {
  const { head, left } = worktree.comparison;
  if (head === 'unknown' || head === 'gone') return undefined;
  const entry = entryOf(worktree, inRoot);
  if (entry === undefined) return left.length === 0 ? true : undefined;
  return entry.change === 'unknown' ? undefined : entry.change === 'same';
}

/** Whether the path is now as a snapshot saw it; undefined when that cannot be told. */
function equalsSnapshot(facts: ResumeFacts, baseline: PathBaseline, content: SnapshotContent): boolean | undefined {
  const now = facts.contents.get(baseline.path);
  if (now === undefined || now.state === 'unreadable' || now.state === 'other') return undefined;
  // A snapshot knows where a link leads, not what stands there.
  if (now.linked === true) return undefined;
  if (content.gone === true) return now.state === 'gone';
  if (content.digest !== undefined) return now.state === 'large' ? undefined : now.digest === content.digest;
  return content.head === undefined ? undefined : equalsCommit(facts, baseline, content.head);
}

function gone(facts: ResumeFacts, baseline: PathBaseline): JudgedPath {
  const entry =
    baseline.inRoot === undefined || facts.worktree === null ? undefined : entryOf(facts.worktree, baseline.inRoot);
  if (entry?.change === 'renamed' && entry.from === baseline.inRoot) {
    return { baseline, outcome: 'renamed', to: entry.path };
  }
  return { baseline, outcome: 'deleted', ...(baseline.digest === undefined ? {} : { before: baseline.digest }) };
}

function withDigests(baseline: PathBaseline, now: ContentNow): Pick<JudgedPath, 'before' | 'after'> {
  return {
    ...(baseline.digest === undefined ? {} : { before: baseline.digest }),
    ...(now.digest === undefined ? {} : { after: now.digest }),
  };
}

/** A path of whose content after the access nothing is known but what a later snapshot saw. */
function bySnapshot(facts: ResumeFacts, baseline: PathBaseline, now: ContentNow): JudgedPath {
  if (baseline.later === undefined) return { baseline, outcome: 'unknown' };
  const equal = equalsSnapshot(facts, baseline, baseline.later);
  if (equal === true) return { baseline, outcome: 'same' };
  if (equal === undefined) return { baseline, outcome: now.state === 'large' ? 'not-compared' : 'unknown' };
  return now.state === 'gone' ? gone(facts, baseline) : { baseline, outcome: 'changed', ...withDigests(baseline, now) };
}

function judgePath(facts: ResumeFacts, baseline: PathBaseline): JudgedPath {
  const now = facts.contents.get(baseline.path);
  if (now === undefined) return { baseline, outcome: 'not-compared' };
  if (baseline.digest === undefined) return bySnapshot(facts, baseline, now);
  if (now.digest === baseline.digest) return { baseline, outcome: 'same' };
  const later = baseline.source === 'snapshot' ? undefined : baseline.later;
  if (later !== undefined && equalsSnapshot(facts, baseline, later) === true) {
    return { baseline, outcome: 'within-session', ...withDigests(baseline, now) };
  }
  if (now.state === 'gone') return gone(facts, baseline);
  if (now.state === 'file') return { baseline, outcome: 'changed', ...withDigests(baseline, now) };
  // A content that was digested was at most 1 MiB, so that a larger file is another one.
  return { baseline, outcome: now.state === 'large' ? 'changed' : 'not-compared' };
}

/** Judges every touched path, in path order. A policy file whose meaning is the same is the same: only its form, or loom's own part, differs. */
export function judgeTouched(facts: ResumeFacts): readonly JudgedPath[] {
  const unchanged = samePolicyMeaning(facts.baselines.policy?.snapshot.policy ?? [], facts.now?.policy ?? []);
  const paths = [...facts.baselines.paths.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  return paths.map((baseline) => {
    const judged = judgePath(facts, baseline);
    const isPolicy = baseline.inRoot !== undefined && unchanged.has(baseline.inRoot);
    return isPolicy && judged.outcome === 'changed' ? { baseline, outcome: 'same' } : judged;
  });
}

/** Paths that changed and that no call of the session touched; policy files are judged by their meaning. */
export function changedElsewhere(facts: ResumeFacts): readonly ComparedPath[] {
  if (facts.worktree === null) return [];
  const touched = new Set([...facts.baselines.paths.values()].flatMap(({ inRoot }) => inRoot ?? []));
  const policy = new Set(
    facts.baselines.policy === null
      ? []
      : [...facts.baselines.policy.snapshot.policy, ...(facts.now?.policy ?? [])].map(({ path }) => path),
  );
  return facts.worktree.comparison.paths.filter(
    ({ path, from, change }) =>
      change !== 'same' &&
      change !== 'unknown' &&
      !policy.has(path) &&
      !touched.has(path) &&
      !(from !== undefined && touched.has(from)),
  );
}

import type { WorktreeComparison } from '../app/ports/snapshots.ts';
import type { GitState, LeftOut, ProjectSnapshot } from '../events/snapshot-data.ts';
import { comparePaths, type PathPair } from './compare-paths.ts';
import { type CommitDifference, type CommitDifferences, diffCommits } from './diff-commits.ts';
import { comparePaths as comparePathNames } from './git-path.ts';
import { emptyTree, traceHead } from './head-movement.ts';
import { leftOut, sumLeftOut } from './left-out.ts';
import type { Looking } from './snapshots.ts';
import { type LookedAt, lookBehind } from './take-snapshot.ts';

/** Bounds of a snapshot that also bound what it can be compared on. */
const GIT_CODES: ReadonlySet<LeftOut['code']> = new Set(['dirty-paths', 'time', 'git-missing', 'git-failed']);
const NO_DIFFERENCE: CommitDifferences = { differences: [], cut: false, failed: false };

function gitLeft({ left }: ProjectSnapshot): readonly LeftOut[] {
  return left.filter(({ code }) => GIT_CODES.has(code));
}

function unknown(left: readonly LeftOut[]): WorktreeComparison {
  return { head: 'unknown', commits: [], commitCount: 0, paths: [], left: sumLeftOut(left) };
}

/** Joins what is known of each path, by the form in which both snapshots name it. */
function pairPaths(
  looked: LookedAt,
  redact: (text: string) => string,
  sides: {
    readonly old: GitState;
    readonly current: GitState;
    readonly differences: readonly CommitDifference[];
    readonly baseless: boolean;
  },
): readonly PathPair[] {
  const pairs = new Map<string, { -readonly [Key in keyof PathPair]: PathPair[Key] }>();
  const pairOf = (path: string, named: string) => {
    const pair = pairs.get(path) ?? { path, named, baseless: sides.baseless };
    pairs.set(path, pair);
    return pair;
  };
  for (const difference of sides.differences) pairOf(redact(difference.path), difference.path).difference = difference;
  for (const entry of sides.current.dirty) {
    const pair = pairOf(entry.path, looked.named.get(entry.path) ?? entry.path);
    const blob = looked.headBlobs.get(entry.path);
    pair.dirtyNow = entry;
    if (blob !== undefined) pair.headBlob = blob;
  }
  for (const entry of sides.old.dirty) pairOf(entry.path, entry.path).dirtyThen = entry;
  return [...pairs.values()].sort((left, right) => comparePathNames(left.path, right.path));
}

/** A commit that lists thousands of paths is compared on the first ones. */
function boundPairs(looking: Looking, pairs: readonly PathPair[]) {
  const within = pairs.slice(0, looking.limits.dirtyPaths);
  return {
    within,
    left: leftOut(
      'dirty-paths',
      pairs.slice(within.length).map(({ path }) => path),
    ),
  };
}

function diffLeft({ cut, failed }: CommitDifferences): readonly LeftOut[] {
  if (failed !== false) return leftOut(failed === 'slow' ? 'time' : 'git-failed', 1);
  return cut ? leftOut('dirty-paths', 1) : [];
}

async function compareStates(
  looking: Looking,
  looked: LookedAt,
  { old, current }: { readonly old: GitState; readonly current: GitState },
): Promise<WorktreeComparison> {
  const redact = (text: string): string => looking.redactor.redact(text).text;
  const { checkout } = looked;
  const from = old.head ?? (current.head === undefined ? undefined : emptyTree(current.head));
  const moved = current.head !== undefined && from !== undefined && old.head !== current.head;
  const [movement, diff] = await Promise.all([
    traceHead(checkout, { old, current }, redact),
    moved ? diffCommits(checkout, from, current.head ?? '') : NO_DIFFERENCE,
  ]);
  // Without the old commit nothing is known of the files that were as it has them.
  const lost = movement.head === 'gone' ? leftOut('git-failed', 1) : diffLeft(diff);
  const pairs = pairPaths(looked, redact, {
    old,
    current,
    differences: diff.differences,
    baseless: lost.length > 0 && diff.differences.length === 0,
  });
  const { within, left } = boundPairs(looking, pairs);
  const compared = await comparePaths(looking, checkout, within);
  return { ...movement, paths: compared.paths, left: sumLeftOut([...lost, ...left, ...compared.left]) };
}

/** Compares the checkout behind `now` with what `then` says of it, by the bytes of its files. */
export async function compareWorktree(
  looking: Looking,
  then: ProjectSnapshot,
  now: ProjectSnapshot,
): Promise<WorktreeComparison> {
  const inherited = [...gitLeft(then), ...gitLeft(now)];
  const looked = lookBehind(now);
  if (then.git === null || now.git === null || looked === undefined) return unknown(inherited);
  const compared = await compareStates(looking, looked, { old: then.git, current: now.git });
  return { ...compared, left: sumLeftOut([...inherited, ...compared.left]) };
}

import { placePath } from '../domain/project-place.ts';
import { committedKey, type WorktreeFacts } from '../domain/resume-facts.ts';
import type { PathBaseline, SessionBaselines } from '../domain/session-baselines.ts';
import type { ContentNow, WorktreeComparison } from '../domain/worktree-comparison.ts';
import type { Where } from '../events/session-data.ts';
import type { GitState, ProjectSnapshot } from '../events/snapshot-data.ts';
import type { IsoTime } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';

/** Older commits that are read for single files; more of them are not compared. */
const MOST_COMMITS = 8;

interface Base {
  readonly known: ProjectSnapshot;
  readonly base: WorktreeFacts['base'];
  readonly dirtyKnown: boolean;
  readonly evidence?: string;
}

/** A checkout of which only the commit is known. */
function bareSnapshot(at: IsoTime, where: Where, git: Pick<GitState, 'head' | 'branch'>): ProjectSnapshot {
  return { at, where, git: { ...git, dirty: [] }, policy: [], grants: [], left: [] };
}

async function inferBase(app: AppContext, baselines: SessionBaselines, now: ProjectSnapshot): Promise<Base | null> {
  const branch = baselines.where?.branch;
  const wish = { at: baselines.lastAt, ...(branch === undefined ? {} : { branch }) };
  const inferred = await app.snapshots.inferHead(now.where.cwd, wish);
  if (inferred === null) return null;
  const { head, evidence } = inferred;
  const git = { head, ...(inferred.branch === undefined ? {} : { branch: inferred.branch }) };
  return { known: bareSnapshot(baselines.lastAt, now.where, git), base: 'inferred', dirtyKnown: false, evidence };
}

async function findBase(app: AppContext, baselines: SessionBaselines, now: ProjectSnapshot): Promise<Base | null> {
  const { head } = baselines;
  const base = head?.inferred === true ? 'inferred' : 'snapshot';
  if (head?.snapshot !== undefined) {
    return head.snapshot.git === null ? null : { known: head.snapshot, base, dirtyKnown: true };
  }
  if (head?.where.head === undefined) return inferBase(app, baselines, now);
  const { where, at } = head;
  const git = { head: where.head as string, ...(where.branch === undefined ? {} : { branch: where.branch }) };
  return { known: bareSnapshot(at, where, git), base, dirtyKnown: false };
}

/** The newest commit of the session's own that its last snapshot does not know yet. */
function newestOwn(comparison: WorktreeComparison, own: ReadonlySet<string>): string | undefined {
  return comparison.commits.find(({ id }) => own.has(id))?.id;
}

function withHead(known: ProjectSnapshot, head: string): ProjectSnapshot {
  return known.git === null ? known : { ...known, git: { ...known.git, head } };
}

/** Where a touched path lies now: below the root that the project has now. */
export function presentPath({ path, inRoot }: PathBaseline, now: ProjectSnapshot): string {
  return inRoot === undefined ? path : `${placePath(now.where)}/${inRoot}`;
}

/** Whether only what a later snapshot saw can tell if the path is the same. */
function needsCommit({ path, digest }: PathBaseline, contents: ReadonlyMap<string, ContentNow>): boolean {
  return digest === undefined || contents.get(path)?.digest !== digest;
}

/** Touched paths as those commits hold them in which a later snapshot saw them clean. */
async function readCommitted(
  app: AppContext,
  paths: Iterable<PathBaseline>,
  { now, head }: { readonly now: ProjectSnapshot; readonly head: string | undefined },
): Promise<ReadonlyMap<string, ContentNow>> {
  const wanted = new Map<string, string[]>();
  for (const { inRoot, later } of paths) {
    if (inRoot === undefined || later?.head === undefined) continue;
    wanted.set(later.head, [...(wanted.get(later.head) ?? []), inRoot]);
  }
  const older = [...wanted].filter(([commit]) => commit !== head).slice(-MOST_COMMITS);
  const base = [...wanted].filter(([commit]) => commit === head);
  const found = new Map<string, ContentNow>();
  for (const [commit, names] of [...older, ...base]) {
    const contents = await app.snapshots.committed(now.where.cwd, { commit, paths: names });
    for (const [path, content] of contents) found.set(committedKey(commit, path), content);
  }
  return found;
}

/**
 * Compares the checkout with what the session last knew of it. Commits that it made itself after its last snapshot move that
 * base forward. Null outside git and when no base is known.
 */
export async function compareWorktree(
  app: AppContext,
  baselines: SessionBaselines,
  look: {
    readonly now: ProjectSnapshot;
    readonly ownCommits: ReadonlySet<string>;
    /** Touched paths as they are now. */
    readonly contents: ReadonlyMap<string, ContentNow>;
  },
): Promise<WorktreeFacts | null> {
  const { now, ownCommits, contents } = look;
  if (now.git === null) return null;
  const found = await findBase(app, baselines, now);
  if (found === null) return null;
  const first = await app.snapshots.compare(found.known, now);
  const own = newestOwn(first, ownCommits);
  const known = own === undefined ? found.known : withHead(found.known, own);
  const comparison = own === undefined ? first : await app.snapshots.compare(known, now);
  const open = [...baselines.paths.values()].filter((path) => needsCommit(path, contents));
  const committed = await readCommitted(app, open, { now, head: known.git?.head });
  return { ...found, known, comparison, committed, ...(own === undefined ? {} : { base: 'own-commit' as const }) };
}

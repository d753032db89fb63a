import type { SnapshotTaken, Where } from '../events/session-data.ts';
import type { ProjectSnapshot, TouchedContent } from '../events/snapshot-data.ts';
import type { IsoTime } from '../kernel/ids.ts';
import type { PathAccess } from './path-accesses.ts';
import { absolutePath, pathInRoot } from './path-place.ts';
import type { PathBaseline, SnapshotContent } from './session-baselines.ts';

/** A snapshot of a session with its whole document. */
export interface TakenSnapshot {
  readonly at: IsoTime;
  readonly occasion: SnapshotTaken['occasion'];
  readonly snapshot: ProjectSnapshot;
}

/** What the contents of paths can be known from. */
export interface ContentSources {
  readonly where: Where;
  /** In order of time. */
  readonly snapshots: readonly TakenSnapshot[];
  /** What native records carried, oldest first. */
  readonly touched: readonly TouchedContent[];
}

/** Last access wins; of two at one instant, the later told. */
function isLater(access: PathAccess, last: PathAccess): boolean {
  return (access.at ?? '') >= (last.at ?? '');
}

function lastContents(touched: readonly TouchedContent[], where: Where): ReadonlyMap<string, TouchedContent> {
  return new Map(touched.map((content) => [absolutePath(content.path, where.cwd), content]));
}

/** What a snapshot says of a path of its project: without a word on it, it was as committed. */
function contentIn({ at, occasion, snapshot }: TakenSnapshot, path: string): SnapshotContent | undefined {
  const { git, where } = snapshot;
  const inRoot = pathInRoot(path, where);
  if (git === null || inRoot === undefined) return undefined;
  const dirty = git.dirty.find((entry) => entry.path === inRoot);
  const base = { at, occasion };
  if (dirty !== undefined) {
    if (dirty.state === 'deleted') return { ...base, gone: true };
    return dirty.digest === undefined ? undefined : { ...base, digest: dirty.digest };
  }
  // Where dirty paths were left out, silence says nothing.
  const partial = snapshot.left.some(({ code }) => code === 'dirty-paths' || code === 'time');
  return partial || git.head === undefined ? undefined : { ...base, head: git.head };
}

function laterContent(sources: ContentSources, last: PathAccess): SnapshotContent | undefined {
  const after = sources.snapshots.filter(({ at }) => last.at !== null && at >= last.at);
  for (const taken of after) {
    const content = contentIn(taken, last.path);
    if (content !== undefined) return content;
  }
  return undefined;
}

type Known = Pick<PathBaseline, 'source' | 'digest'>;

function knownContent(
  last: PathAccess,
  recorded: TouchedContent | undefined,
  later: SnapshotContent | undefined,
): Known {
  if (last.digest !== undefined) return { source: 'hook', digest: last.digest };
  const isLast = recorded !== undefined && (last.at === null || recorded.at === null || recorded.at >= last.at);
  if (isLast && recorded.digest !== undefined) return { source: 'record', digest: recorded.digest };
  if (later === undefined) return { source: 'unknown' };
  return { source: 'snapshot', ...(later.digest === undefined ? {} : { digest: later.digest }) };
}

/** What a session knew of each path that it touched, by path, in order of first touch. */
export function foldPathBaselines(
  accesses: readonly PathAccess[],
  sources: ContentSources,
): ReadonlyMap<string, PathBaseline> {
  const recorded = lastContents(sources.touched, sources.where);
  const byPath = new Map<string, PathAccess[]>();
  for (const access of accesses) {
    const known = byPath.get(access.path);
    if (known === undefined) byPath.set(access.path, [access]);
    else known.push(access);
  }
  return new Map(
    [...byPath].map(([path, all]): [string, PathBaseline] => {
      const last = all.reduce((latest, access) => (isLater(access, latest) ? access : latest));
      const edits = all.filter(({ access }) => access === 'edit').length;
      const later = laterContent(sources, last);
      const inRoot = pathInRoot(path, sources.where);
      const baseline: PathBaseline = {
        path,
        ...(inRoot === undefined ? {} : { inRoot }),
        access: edits > 0 ? 'edit' : 'read',
        reads: all.length - edits,
        edits,
        at: last.at,
        ...knownContent(last, recorded.get(path), later),
        ...(later === undefined ? {} : { later }),
      };
      return [path, baseline];
    }),
  );
}

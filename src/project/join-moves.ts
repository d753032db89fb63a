import type { ComparedPath } from '../app/ports/snapshots.ts';

/** Paths that went, by the digest of what they held; those that share a content stand for no one move. */
function goneByContent(paths: readonly ComparedPath[]): ReadonlyMap<string, ComparedPath | null> {
  const gone = new Map<string, ComparedPath | null>();
  for (const path of paths) {
    if (path.change !== 'deleted' || path.before === undefined) continue;
    gone.set(path.before, gone.has(path.before) ? null : path);
  }
  return gone;
}

/** A file that went and one that came with the same bytes are one file that was moved. */
export function joinMoves(paths: readonly ComparedPath[]): readonly ComparedPath[] {
  const gone = new Map(goneByContent(paths));
  const moved = new Map<string, ComparedPath>();
  for (const path of paths) {
    const twin = path.change === 'added' && path.after !== undefined ? gone.get(path.after) : undefined;
    if (twin === undefined || twin === null || path.after === undefined) continue;
    gone.delete(path.after);
    moved.set(path.path, { ...path, change: 'renamed', from: twin.path, before: path.after });
  }
  const left = new Set([...moved.values()].map(({ from }) => from));
  return paths.flatMap((path) => (left.has(path.path) ? [] : [moved.get(path.path) ?? path]));
}

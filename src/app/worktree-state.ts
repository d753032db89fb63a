import { placePath } from '../domain/project-place.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { AppContext } from './context.ts';

type Looking = Pick<AppContext, 'probe' | 'readModel'>;

/** The path down to the folder of this name, of a path that passes through it. */
function cutAfter(path: string, name: string): string | undefined {
  const segment = path.split(/[\\/]/).lastIndexOf(name);
  if (segment === -1) return undefined;
  const separator = path.includes('/') ? '/' : '\\';
  return path
    .split(/[\\/]/)
    .slice(0, segment + 1)
    .join(separator);
}

interface WorktreePlace {
  readonly path: string;
  /** The folder itself was seen as that worktree; else its path is a guess from the name. */
  readonly seen: boolean;
}

/** Where a session's worktree was; git may know it by another name than its folder has. */
function findWorktree({ where, places }: SessionState, worktree: string): WorktreePlace | undefined {
  const root = where?.worktree === worktree ? where.root : undefined;
  if (root !== undefined) return { path: root, seen: true };
  if (/^(?:\/|[A-Za-z]:[\\/])/.test(worktree)) return { path: worktree, seen: false };
  const told = [...(where === null ? [] : [placePath(where), where.cwd]), ...places];
  const named = told.map((path) => cutAfter(path, worktree)).find((path) => path !== undefined);
  const path = named ?? (where?.worktree === worktree ? placePath(where) : undefined);
  return path === undefined ? undefined : { path, seen: false };
}

/** Another folder in the place of a worktree is none. What cannot be looked at is not said to be gone. */
function isRemoved(app: Looking, { path, seen }: WorktreePlace): boolean {
  const now = app.probe.probe(path);
  return now.missing === true || (seen && now.realCwd !== undefined && now.worktree === undefined);
}

/** Sessions with what is known now of their worktrees; each folder is looked at once, and nothing is written. */
export function withWorktreeStates(app: Looking, views: readonly SessionView[]): readonly SessionView[] {
  const seen = new Map<string, boolean>();
  return views.map((view) => {
    if (view.worktree === null) return view;
    const state = app.readModel.state(view.id);
    const place = state === undefined ? undefined : findWorktree(state, view.worktree);
    if (place === undefined) return view;
    const key = JSON.stringify(place);
    const worktreeRemoved = seen.get(key) ?? isRemoved(app, place);
    seen.set(key, worktreeRemoved);
    return { ...view, worktreeRemoved };
  });
}

/** One session with what is known now of its worktree. */
export function withWorktreeState(app: Looking, view: SessionView): SessionView {
  return withWorktreeStates(app, [view])[0] ?? view;
}

import type { ProjectDraft } from '../domain/project-decide.ts';
import { matchPlace } from '../domain/project-match.ts';
import { projectIdOf } from '../domain/project-observe.ts';
import { placeName } from '../domain/project-place.ts';
import type { EventDraft } from '../events/envelope.ts';
import type { Where } from '../events/session-data.ts';
import type { ProjectId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import type { JournalEntry } from './ports/journal.ts';
import { PLACING, projectDraft, projectsWithTail } from './project-change.ts';
import { currentPlace, currentProject } from './project-current.ts';
import { observeHere } from './project-observation.ts';

/** Whose a new record is to be. */
export type ScopeWish =
  | { readonly kind: 'user' }
  /** The project named, else that of the current folder. */
  | { readonly kind: 'project'; readonly argument?: string };

/** A scope, and the event that founds the project where no session was seen yet. */
export interface PlacedScope {
  readonly scope: 'user' | { readonly project: ProjectId };
  readonly founding: EventDraft | null;
}

/** Finds the scope again with what was appended meanwhile. */
export type ScopeAt = (tail: readonly JournalEntry[]) => PlacedScope;

function uncertain(candidates: readonly { readonly id: string; readonly name: string }[]): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'project-ambiguous',
    message: `this folder may belong to ${candidates.length} projects; say which one it is`,
    hints: candidates.map(({ id }) => `loom project link ${id}`),
    details: { candidates },
  });
}

/** The event that makes a folder a project of its own; its id follows from the event, as that of any founding one. */
function foundingOf(app: AppContext, where: Where): EventDraft & { readonly type: 'project.identified' } {
  const id = app.mintEventId();
  const project = projectIdOf(app.storeId, id, app.sha256);
  const draft: ProjectDraft = {
    project,
    type: 'project.identified',
    data: { project, where, name: placeName(where) },
  };
  return { ...projectDraft(app, draft), id } as EventDraft & { readonly type: 'project.identified' };
}

/**
 * Decides whose a new record will be. A folder that no session was seen in becomes a project with its first record. The
 * read model must be caught up. Throws LoomError `not-found` for a project that is not there or not certain.
 */
export function placeScope(app: AppContext, wish: ScopeWish): ScopeAt {
  if (wish.kind === 'user') return () => ({ scope: 'user', founding: null });
  const place =
    wish.argument === undefined ? currentPlace(app) : { project: currentProject(app, wish.argument), candidates: [] };
  const { project, candidates } = place;
  if (project !== null) return () => ({ scope: { project }, founding: null });
  if (candidates.length > 0) throw uncertain(candidates);
  if (wish.argument !== undefined) throw notSeen(wish.argument);
  const founding = foundingOf(app, observeHere(app));
  return (tail) => foundedOrJoined(app, founding, tail);
}

function notSeen(argument: string): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'project-not-found',
    message: `no session was seen in ${argument} yet`,
    hints: ['loom project list'],
  });
}

/** Another process may have founded the project in the same moment. */
function foundedOrJoined(
  app: AppContext,
  founding: EventDraft & { readonly type: 'project.identified' },
  tail: readonly JournalEntry[],
): PlacedScope {
  const { data } = founding;
  const isSettled = tail.some((entry) => entry.kind === 'event' && PLACING.has(entry.event.type));
  const match = isSettled ? matchPlace(projectsWithTail(app, tail), data.where) : undefined;
  if (match?.kind === 'match') return { scope: { project: match.project }, founding: null };
  return { scope: { project: data.project }, founding };
}

import type { EventData } from '../events/catalogue.ts';
import type { LoomEvent } from '../events/envelope.ts';
import type { Where } from '../events/session-data.ts';
import type { ProjectId } from '../kernel/ids.ts';
import { joinsWhole, unfrozenProjects } from './project-fold.ts';
import { findProject, resolveProject } from './project-index.ts';
import { matchPlace } from './project-match.ts';
import type { ProjectsState } from './project-state.ts';

type ProjectEventType = 'project.identified' | 'project.linked' | 'project.merged';

/** What is to be appended to a project's stream. */
export type ProjectDraft = {
  [T in ProjectEventType]: { readonly project: ProjectId; readonly type: T; readonly data: EventData<T> };
}[ProjectEventType];

/** Why a change of projects is a no. */
export type ProjectRefusal =
  | { readonly code: 'project-unknown'; readonly project: string }
  | { readonly code: 'same-project'; readonly project: ProjectId }
  /** The one that should stay is already part of the one that should go. */
  | { readonly code: 'merge-circle'; readonly from: ProjectId; readonly into: ProjectId }
  | { readonly code: 'project-blocked'; readonly project: ProjectId; readonly because: 'damaged' | 'unknown-event' }
  | { readonly code: 'project-not-undoable'; readonly type: string };

/** Why a wish needs no event. */
export type ProjectNothing = 'already-there' | 'already-merged' | 'already-undone';

export type ProjectDecision =
  | {
      readonly kind: 'append';
      readonly drafts: readonly ProjectDraft[];
      /** A project that becomes part of the other because it is nothing but the linked place. */
      readonly joined: ProjectId | null;
    }
  | { readonly kind: 'refuse'; readonly refusal: ProjectRefusal }
  | { readonly kind: 'nothing'; readonly because: ProjectNothing };

function refuse(refusal: ProjectRefusal): ProjectDecision {
  return { kind: 'refuse', refusal };
}

/** A project that a person decides about is frozen first, so that its id outlives the event that founded it. */
function freezing(state: ProjectsState, ids: readonly (ProjectId | null)[]): readonly ProjectDraft[] {
  return unfrozenProjects(state)
    .filter((data) => ids.includes(data.project))
    .map((data) => ({ project: data.project, type: 'project.identified', data }));
}

/** Decides that a place belongs to a project. The answer names the project that is thereby joined to it, if any. */
export function decideLink(
  state: ProjectsState,
  wish: { readonly project: ProjectId; readonly where: Where },
): ProjectDecision {
  const target = findProject(state, resolveProject(state, wish.project));
  if (target === undefined) return refuse({ code: 'project-unknown', project: wish.project });
  const match = matchPlace(state, wish.where);
  const before = match.kind === 'match' ? match.project : null;
  if (before === target.id && !target.unconfirmed) return { kind: 'nothing', because: 'already-there' };
  const joined = before !== null && before !== target.id && joinsWhole(state, before, wish.where) ? before : null;
  const link: ProjectDraft = { project: target.id, type: 'project.linked', data: { where: wish.where } };
  return { kind: 'append', drafts: [...freezing(state, [target.id, joined]), link], joined };
}

/** Decides that two projects are one; `into` keeps its id. Doing it twice is nothing. */
export function decideMerge(
  state: ProjectsState,
  { from, into }: { readonly from: ProjectId; readonly into: ProjectId },
): ProjectDecision {
  for (const id of [from, into]) {
    if (findProject(state, id) === undefined) return refuse({ code: 'project-unknown', project: id });
  }
  if (from === into) return refuse({ code: 'same-project', project: from });
  const target = resolveProject(state, into);
  if (target === resolveProject(state, from)) {
    return target === from
      ? refuse({ code: 'merge-circle', from, into })
      : { kind: 'nothing', because: 'already-merged' };
  }
  const merge: ProjectDraft = { project: target, type: 'project.merged', data: { from } };
  return { kind: 'append', drafts: [...freezing(state, [from, target]), merge], joined: from };
}

function isInEffect(state: ProjectsState, event: LoomEvent): boolean {
  return state.projects.some(
    (project) => project.mergedBy === event.id || project.links?.some((link) => link.event === event.id) === true,
  );
}

/** Decides how a link or merge is taken back; the places and projects it joined are apart again. */
export function decideProjectUndo(state: ProjectsState, event: LoomEvent, project: ProjectId): ProjectDecision {
  if (event.type !== 'project.linked' && event.type !== 'project.merged') {
    return refuse({ code: 'project-not-undoable', type: event.type });
  }
  if (!isInEffect(state, event)) return { kind: 'nothing', because: 'already-undone' };
  const undoes = event.id;
  const draft: ProjectDraft =
    event.type === 'project.linked'
      ? { project, type: event.type, data: { where: event.data.where, undoes } }
      : { project, type: event.type, data: { from: event.data.from, undoes } };
  return { kind: 'append', drafts: [draft], joined: null };
}

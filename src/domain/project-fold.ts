import type { EventOf, LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import type { ProjectIdentified, Where } from '../events/session-data.ts';
import type { EventId, ProjectId, SessionId, StreamName } from '../kernel/ids.ts';
import { parseProjectId, sessionOfStream } from '../kernel/ids.ts';
import { findProject, indexMerges, indexOf, indexPlace, memberIds, placesOf, resolveProject } from './project-index.ts';
import { matchPlace } from './project-match.ts';
import {
  assignPlace,
  type FoldSources,
  foundProject,
  type OwnedState,
  ownState,
  putProject,
  withPlace,
} from './project-observe.ts';
import { pathKey, placeName, placePath } from './project-place.ts';
import type { ProjectState, ProjectsState } from './project-state.ts';

/** The project an event gave to a session. */
export interface SessionPlace {
  readonly session: SessionId;
  readonly project: ProjectId;
  /** `false`: the session started there. `true`: it touched the project; equal to its own project more often than not. */
  readonly linked: boolean;
}

/** What folding one event yields. */
export interface ProjectFold {
  readonly state: ProjectsState;
  readonly session?: SessionPlace;
}

/** No project yet. */
export function emptyProjects(storeId: string): ProjectsState {
  return { storeId, projects: [] };
}

function projectOfStream(stream: StreamName): ProjectId | undefined {
  return stream.startsWith('project/') ? parseProjectId(stream.slice('project/'.length)) : undefined;
}

function mergeInto(
  state: OwnedState,
  { from, into, by }: { readonly from: ProjectId; readonly into: ProjectId; readonly by: EventId },
): void {
  const source = findProject(state, resolveProject(state, from));
  const target = findProject(state, resolveProject(state, into));
  if (source === undefined || target === undefined || source.id === target.id) return;
  putProject(state, { ...source, mergedInto: target.id, mergedBy: by });
  putProject(state, { ...target, unconfirmed: false });
  indexMerges(state, indexOf(state));
}

function takeBackMerges(state: OwnedState, event: EventId): void {
  for (const project of state.projects.filter((each) => each.mergedBy === event)) {
    putProject(state, { ...project, mergedInto: null, mergedBy: null });
  }
  indexMerges(state, indexOf(state));
}

/**
 * A frozen id wins. A founding event that was erased leaves the id to this event; a project that a later event founded
 * in its stead on a rebuild is taken up into it.
 */
function foldIdentified(state: OwnedState, event: EventOf<'project.identified'>): void {
  const { project: id, where, name } = event.data;
  const known = findProject(state, id);
  if (known === undefined) {
    const standIn = matchPlace(state, where);
    foundProject(state, { id, event: event.id, at: event.at, name, unconfirmed: false });
    const replaced = standIn.kind === 'match' ? findProject(state, standIn.project) : undefined;
    if (replaced !== undefined && !replaced.frozen) mergeInto(state, { from: replaced.id, into: id, by: event.id });
  }
  const project = findProject(state, id);
  if (project === undefined) return;
  const places = withPlace(state, project, where);
  indexPlace(indexOf(state), id, where);
  putProject(state, { ...project, places, name, frozen: true });
}

/** Whether a project is nothing but this place, so that linking the place elsewhere takes all of the project along. */
export function joinsWhole(state: ProjectsState, id: ProjectId, where: Where): boolean {
  const key = pathKey(placePath(where));
  const places = memberIds(state, id).flatMap((member) => placesOf(findProject(state, member) as ProjectState));
  return places.every((place) => pathKey(placePath(place)) === key);
}

function dropLinks(
  state: OwnedState,
  drop: (link: { readonly event: EventId; readonly where: Where }) => boolean,
): void {
  for (const project of state.projects.filter((each) => each.links?.some(drop))) {
    const kept = { ...project, links: (project.links ?? []).filter((link) => !drop(link)) };
    putProject(state, kept);
    indexOf(state).fingerprints.delete(kept.id);
  }
}

/** The place is the project's from now on; a project that was nothing but this place becomes part of it. */
function foldLinked(state: OwnedState, event: EventOf<'project.linked'>): void {
  const { where, undoes } = event.data;
  if (undoes !== undefined) {
    dropLinks(state, (link) => link.event === undoes);
    takeBackMerges(state, undoes);
    return;
  }
  const id = projectOfStream(event.stream);
  if (id === undefined || where === undefined) return;
  const named = findProject(state, resolveProject(state, id));
  const founding = { id, event: event.id, at: event.at, name: placeName(where), unconfirmed: false };
  const target = named ?? foundProject(state, founding);
  const match = matchPlace(state, where);
  const before = match.kind === 'match' && joinsWhole(state, match.project, where) ? match.project : undefined;
  const key = pathKey(placePath(where));
  dropLinks(state, (link) => pathKey(placePath(link.where)) === key);
  const current = findProject(state, target.id) ?? target;
  indexPlace(indexOf(state), current.id, where);
  const links = [...(current.links ?? []), { event: event.id, where }];
  putProject(state, { ...current, links, unconfirmed: false });
  if (before !== undefined) mergeInto(state, { from: before, into: current.id, by: event.id });
}

function foldMerged(state: OwnedState, event: EventOf<'project.merged'>): void {
  const { from, undoes } = event.data;
  const into = projectOfStream(event.stream);
  if (undoes !== undefined) takeBackMerges(state, undoes);
  else if (into !== undefined) mergeInto(state, { from, into, by: event.id });
}

type SessionEvent = EventOf<'session.started'> | EventOf<'session.linked'> | EventOf<'snapshot.taken'>;

function foldSessionPlace(state: OwnedState, event: SessionEvent, sources: FoldSources): ProjectFold {
  const session = sessionOfStream(event.stream);
  const where: Where | undefined = event.data.where;
  if (session === undefined || where === undefined) return { state };
  // What a record says of a place is no observation of it.
  if (event.type === 'snapshot.taken' && event.data.occasion === 'import') return { state };
  const project = assignPlace(state, { event, where }, sources);
  return { state, session: { session, project, linked: event.type !== 'session.started' } };
}

/**
 * Folds one event, in journal order and each fact once, into the projects of the store. A state that the fold handed
 * out is its own: the next call changes it in place and hands it out again, so that 100,000 events cost no copies of
 * 10,000 projects. A state that came from elsewhere is never changed.
 */
export function foldProjects(state: ProjectsState, event: LoomEvent, sources: FoldSources): ProjectFold {
  // What was erased says nothing of any place.
  if (isErased(event.data)) return { state };
  switch (event.type) {
    case 'session.started':
    case 'session.linked':
    case 'snapshot.taken':
      return foldSessionPlace(ownState(state), event, sources);
    case 'project.identified': {
      const next = ownState(state);
      foldIdentified(next, event);
      return { state: next };
    }
    case 'project.linked': {
      const next = ownState(state);
      foldLinked(next, event);
      return { state: next };
    }
    case 'project.merged': {
      const next = ownState(state);
      foldMerged(next, event);
      return { state: next };
    }
    default:
      return { state };
  }
}

/** The newest place of exactly this project that was there, a main checkout before a worktree. */
export function ownPath(state: ProjectsState, id: ProjectId): string {
  const project = findProject(state, id);
  const places = project === undefined ? [] : placesOf(project);
  const there = places.filter((place) => place.missing !== true);
  const main = there.findLast((place) => place.worktree === undefined);
  const shown = main ?? there.at(-1) ?? places.at(-1);
  return shown === undefined ? '' : (main === undefined && shown.mainRoot) || placePath(shown);
}

/** The path to show for a project, merges followed. */
export function projectPath(state: ProjectsState, id: ProjectId): string {
  return ownPath(state, resolveProject(state, id));
}

/** What freezes each project that is not frozen yet; `stream/project` is where each belongs. */
export function unfrozenProjects(state: ProjectsState): readonly ProjectIdentified[] {
  return state.projects.flatMap((project) => {
    const where = project.places.at(-1);
    return project.frozen || where === undefined ? [] : [{ project: project.id, where, name: project.name }];
  });
}

import type { Where } from '../events/session-data.ts';
import { encodeCrockford } from '../kernel/crockford.ts';
import type { EventId, IsoTime, ProjectId } from '../kernel/ids.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { findProject, fingerprintsOf, indexOf, indexPlace } from './project-index.ts';
import { matchPlace } from './project-match.ts';
import { isSamePlace, pathKey, placeName, placePath } from './project-place.ts';
import type { ProjectState, ProjectsState } from './project-state.ts';

/** What the fold needs from outside. */
export interface FoldSources {
  readonly sha256: Sha256;
}

/** A state that the fold may change in place. */
export interface OwnedState extends ProjectsState {
  readonly projects: ProjectState[];
}

const owned = new WeakSet<ProjectsState>();

function isOwned(state: ProjectsState): state is OwnedState {
  return owned.has(state);
}

/** A copy that the fold may change in place; the state itself when it already is one. */
export function ownState(state: ProjectsState): OwnedState {
  if (isOwned(state)) return state;
  const copy: OwnedState = { storeId: state.storeId, projects: [...state.projects] };
  owned.add(copy);
  return copy;
}

/** Puts a project in its slot; a new one at the end. */
export function putProject(state: OwnedState, project: ProjectState): void {
  const { slots } = indexOf(state);
  const slot = slots.get(project.id) ?? state.projects.length;
  slots.set(project.id, slot);
  state.projects[slot] = project;
}

/** Id of the project that an event founds: 80 bits of SHA-256 of `[store id, event id]` in Crockford base32. */
export function projectIdOf(storeId: string, founding: EventId, sha256: Sha256): ProjectId {
  return encodeCrockford(sha256(JSON.stringify([storeId, founding])).subarray(0, 10)) as ProjectId;
}

/** What a new project starts with. */
export interface Founding {
  readonly id: ProjectId;
  readonly event: EventId;
  readonly at: IsoTime;
  readonly name: string;
  readonly unconfirmed: boolean;
}

/** Adds a project without places. */
export function foundProject(state: OwnedState, { id, event, at, name, unconfirmed }: Founding): ProjectState {
  const project: ProjectState = {
    id,
    founded: event,
    name,
    places: [],
    firstAt: at,
    lastAt: at,
    frozen: false,
    unconfirmed,
    mergedInto: null,
  };
  putProject(state, project);
  return project;
}

function knowsPath(project: ProjectState, where: Where): boolean {
  const key = pathKey(placePath(where));
  return project.places.some((place) => pathKey(placePath(place)) === key);
}

function findSamePlace(places: readonly Where[], where: Where): number {
  const path = placePath(where);
  // Most projects are seen again under the very same text; a project may have thousands of worktrees.
  const quick = places.findLastIndex((place) => placePath(place) === path && isSamePlace(place, where));
  return quick === -1 ? places.findLastIndex((place) => isSamePlace(place, where)) : quick;
}

/** The places with one more observation as the newest; an earlier one of the same place is taken up into it. */
export function withPlace(state: ProjectsState, project: ProjectState, where: Where): readonly Where[] {
  const { places } = project;
  if (!fingerprintsOf(state, project.id).realPaths.has(pathKey(placePath(where)))) return [...places, where];
  if (where.missing === true && knowsPath(project, where)) return places;
  const same = findSamePlace(places, where);
  if (same === -1) return [...places, where];
  const { missing: _gone, ...before } = places[same] as Where;
  return [...places.slice(0, same), ...places.slice(same + 1), { ...before, ...where }];
}

function earlier(left: IsoTime, right: IsoTime): IsoTime {
  if (left < right) return left;
  return right;
}

function observePlace(state: OwnedState, project: ProjectState, seen: { where: Where; at: IsoTime }): void {
  const { where, at } = seen;
  const places = withPlace(state, project, where);
  indexPlace(indexOf(state), project.id, where);
  putProject(state, {
    ...project,
    places,
    firstAt: earlier(at, project.firstAt),
    lastAt: earlier(at, project.lastAt) === at ? project.lastAt : at,
  });
}

/** The project that a place belongs to; founded when there is none, unconfirmed when fingerprints disagree. */
export function assignPlace(
  state: OwnedState,
  { event, where }: { readonly event: { readonly id: EventId; readonly at: IsoTime }; readonly where: Where },
  { sha256 }: FoldSources,
): ProjectId {
  const match = matchPlace(state, where);
  const known = match.kind === 'match' ? findProject(state, match.project) : undefined;
  const project =
    known ??
    foundProject(state, {
      id: projectIdOf(state.storeId, event.id, sha256),
      event: event.id,
      at: event.at,
      name: placeName(where),
      unconfirmed: match.kind === 'ambiguous',
    });
  observePlace(state, project, { where, at: event.at });
  return project.id;
}

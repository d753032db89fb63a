import type { Where } from '../events/session-data.ts';
import type { ProjectId } from '../kernel/ids.ts';
import type { Fingerprints } from './project-fingerprints.ts';
import { addFingerprints, emptyFingerprints } from './project-fingerprints.ts';
import { placeKeys } from './project-place.ts';
import type { ProjectState, ProjectsState } from './project-state.ts';

type IdsByKey = Map<string, ProjectId[]>;

/** Lookups beside a {@link ProjectsState}; never persisted, so that the state stays plain JSON. */
export interface ProjectIndex {
  /** Ordinal of each project in `state.projects`. */
  readonly slots: Map<ProjectId, number>;
  /** Filled as projects are compared. */
  readonly fingerprints: Map<ProjectId, Fingerprints>;
  readonly byPath: IdsByKey;
  readonly byRootCommit: IdsByKey;
  /** Of `byRootCommit` those seen without an origin: the only ones that another origin does not rule out. */
  readonly byLoneRootCommit: IdsByKey;
  readonly byOrigin: IdsByKey;
  /** For a project that others were merged into: itself and all of them. */
  readonly members: Map<ProjectId, readonly ProjectId[]>;
}

const indexes = new WeakMap<ProjectsState, ProjectIndex>();

function remember(byKey: IdsByKey, key: string, id: ProjectId): void {
  const ids = byKey.get(key);
  if (ids === undefined) byKey.set(key, [id]);
  else if (!ids.includes(id)) ids.push(id);
}

/** Makes one more observation of a project findable. */
export function indexPlace(index: ProjectIndex, id: ProjectId, where: Where): void {
  const known = index.fingerprints.get(id);
  if (known !== undefined) addFingerprints(known, where);
  for (const key of placeKeys(where)) remember(index.byPath, key, id);
  for (const commit of where.rootCommits ?? []) {
    remember(index.byRootCommit, commit, id);
    if (where.origin === undefined) remember(index.byLoneRootCommit, commit, id);
  }
  if (where.origin !== undefined) remember(index.byOrigin, where.origin, id);
}

/** Everything observed or said of a project's places. */
export function placesOf(project: ProjectState): readonly Where[] {
  if (project.links === undefined || project.links.length === 0) return project.places;
  return [...project.places, ...project.links.map((link) => link.where)];
}

/** Computes anew which projects each merge joins. */
export function indexMerges(state: ProjectsState, index: ProjectIndex): void {
  index.members.clear();
  for (const { id, mergedInto } of state.projects) {
    if (mergedInto === null) continue;
    const target = resolveProject(state, id);
    index.members.set(target, [...(index.members.get(target) ?? [target]), id]);
  }
}

function buildIndex(state: ProjectsState): ProjectIndex {
  const index: ProjectIndex = {
    slots: new Map(),
    fingerprints: new Map(),
    byPath: new Map(),
    byRootCommit: new Map(),
    byLoneRootCommit: new Map(),
    byOrigin: new Map(),
    members: new Map(),
  };
  indexes.set(state, index);
  for (const [slot, project] of state.projects.entries()) {
    index.slots.set(project.id, slot);
    for (const where of placesOf(project)) indexPlace(index, project.id, where);
  }
  indexMerges(state, index);
  return index;
}

/** The lookups of a state, built once and kept for as long as the state lives. */
export function indexOf(state: ProjectsState): ProjectIndex {
  return indexes.get(state) ?? buildIndex(state);
}

/** The project with exactly this id, merged or not. */
export function findProject(state: ProjectsState, id: ProjectId): ProjectState | undefined {
  const slot = indexOf(state).slots.get(id);
  return slot === undefined ? undefined : state.projects[slot];
}

/** The project that an id stands for after all merges; the id itself when it is unknown. */
export function resolveProject(state: ProjectsState, id: ProjectId): ProjectId {
  const seen = new Set<ProjectId>();
  let current = id;
  while (!seen.has(current)) {
    seen.add(current);
    const next = findProject(state, current)?.mergedInto ?? null;
    if (next === null) return current;
    current = next;
  }
  return current;
}

/** A resolved project and all that was merged into it. */
export function memberIds(state: ProjectsState, id: ProjectId): readonly ProjectId[] {
  return indexOf(state).members.get(id) ?? [id];
}

/** Everything seen of one project, merged ones left out. */
export function fingerprintsOf(state: ProjectsState, id: ProjectId): Fingerprints {
  const { fingerprints } = indexOf(state);
  const known = fingerprints.get(id);
  if (known !== undefined) return known;
  const fresh = emptyFingerprints();
  const project = findProject(state, id);
  for (const where of project === undefined ? [] : placesOf(project)) addFingerprints(fresh, where);
  fingerprints.set(id, fresh);
  return fresh;
}

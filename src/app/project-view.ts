import { ownPath } from '../domain/project-fold.ts';
import { findProject, memberIds, placesOf } from '../domain/project-index.ts';
import { ambiguousProjects } from '../domain/project-match.ts';
import { placePath } from '../domain/project-place.ts';
import type { ProjectState, ProjectsState } from '../domain/project-state.ts';
import type { Where } from '../events/session-data.ts';
import type { IsoTime, ProjectId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';

/** A project as commands name it. */
export interface ProjectName {
  readonly id: ProjectId;
  readonly name: string;
  readonly path: string;
}

/** A project in a list. */
export interface ProjectView extends ProjectName {
  /** Sessions that started there or touched it; archived, deleted and subagent ones left out. */
  readonly sessions: number;
  readonly places: number;
  readonly firstAt: IsoTime;
  readonly lastAt: IsoTime;
  /** Its fingerprints disagreed with a known project; `loom project merge` or `link` settles it. */
  readonly unconfirmed: boolean;
  /** Projects that an unconfirmed one may be the same as. */
  readonly maybe: readonly ProjectName[];
}

/** One place of a project. */
export interface PlaceView {
  readonly path: string;
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly origin: string | null;
  readonly rootCommits: readonly string[];
  readonly gitDir: string | null;
  /** A person linked it. */
  readonly linked: boolean;
  /** It was not there when loom last saw it named. */
  readonly missing: boolean;
}

/** A project with its places and what was merged into it. */
export interface ProjectDetails extends Omit<ProjectView, 'places'> {
  readonly places: readonly PlaceView[];
  readonly merged: readonly ProjectName[];
}

/** Id, name and current path of exactly this project, merged or not. */
export function nameProject(state: ProjectsState, id: ProjectId): ProjectName {
  return { id, name: findProject(state, id)?.name ?? '', path: ownPath(state, id) };
}

type Lookalikes = ReadonlyMap<ProjectId, readonly ProjectId[]>;

function findLookalikes(state: ProjectsState): Lookalikes {
  return new Map(ambiguousProjects(state).map(({ project, candidates }) => [project, candidates]));
}

function viewProject(app: AppContext, project: ProjectState, lookalikes: Lookalikes): ProjectView {
  const state = app.readModel.projects();
  const members = memberIds(state, project.id).flatMap((id) => findProject(state, id) ?? []);
  const places = new Set(members.flatMap(placesOf).map(placePath));
  const times = members.flatMap((member) => [member.firstAt, member.lastAt]).sort();
  return {
    ...nameProject(state, project.id),
    sessions: app.readModel.count({ project: project.id }),
    places: places.size,
    firstAt: times[0] ?? project.firstAt,
    lastAt: times.at(-1) ?? project.lastAt,
    unconfirmed: project.unconfirmed,
    maybe: (lookalikes.get(project.id) ?? []).map((id) => nameProject(state, id)),
  };
}

function viewPlace(where: Where, linked: boolean): PlaceView {
  return {
    path: placePath(where),
    worktree: where.worktree ?? null,
    branch: where.branch ?? null,
    origin: where.origin ?? null,
    rootCommits: where.rootCommits ?? [],
    gitDir: where.gitDir ?? null,
    linked,
    missing: where.missing === true,
  };
}

/** All projects that are not part of another, the one used last first. */
export function listProjects(app: AppContext): readonly ProjectView[] {
  app.readModel.catchUp();
  const state = app.readModel.projects();
  const lookalikes = findLookalikes(state);
  return state.projects
    .filter((project) => project.mergedInto === null)
    .map((project) => viewProject(app, project, lookalikes))
    .sort((a, b) => (a.lastAt === b.lastAt ? (a.id < b.id ? -1 : 1) : a.lastAt < b.lastAt ? 1 : -1));
}

/** Names of all projects that are not part of another, the one used last first; nothing is counted. */
export function nameProjects(app: AppContext): readonly ProjectName[] {
  const state = app.readModel.projects();
  return state.projects
    .filter((project) => project.mergedInto === null)
    .toSorted((a, b) => (a.lastAt === b.lastAt ? (a.id < b.id ? -1 : 1) : a.lastAt < b.lastAt ? 1 : -1))
    .map(({ id }) => nameProject(state, id));
}

/** One resolved project with everything known of it. */
export function describeProject(app: AppContext, project: ProjectState): ProjectDetails {
  const state = app.readModel.projects();
  const members = memberIds(state, project.id).flatMap((id) => findProject(state, id) ?? []);
  const places = members.flatMap((member) => [
    ...member.places.map((where) => viewPlace(where, false)),
    ...(member.links ?? []).map((link) => viewPlace(link.where, true)),
  ]);
  return {
    ...viewProject(app, project, findLookalikes(state)),
    places,
    merged: members.filter((member) => member.id !== project.id).map((member) => nameProject(state, member.id)),
  };
}

import { findProject, resolveProject } from '../domain/project-index.ts';
import type { ProjectId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import { findPlace, findProjectByArgument } from './project-argument.ts';
import { shellFolder } from './project-observation.ts';
import { describeProject, nameProject, type ProjectDetails, type ProjectName } from './project-view.ts';

/**
 * The project that a command works on: the one named, else the one of the current folder; merges are followed. `null`
 * when the folder belongs to none yet, or when that is not certain. The read model must be caught up. Throws LoomError
 * `not-found` for a name that fits none or several.
 */
export function currentProject(app: AppContext, argument?: string): ProjectId | null {
  const state = app.readModel.projects();
  if (argument !== undefined) {
    const named = findProjectByArgument(app, argument);
    return named === null ? null : resolveProject(state, named);
  }
  return currentPlace(app).project;
}

/** The project of the current folder; where that is not certain, the projects that it may be, best first. */
export function currentPlace(app: AppContext): {
  readonly project: ProjectId | null;
  readonly candidates: readonly ProjectName[];
} {
  const state = app.readModel.projects();
  // Nothing is known yet, so that there is nothing to compare this folder with.
  if (state.projects.length === 0) return { project: null, candidates: [] };
  const { match } = findPlace(app, shellFolder(app));
  if (match.kind === 'match') return { project: match.project, candidates: [] };
  const candidates = match.kind === 'ambiguous' ? match.candidates : [];
  return { project: null, candidates: candidates.map((id) => nameProject(state, id)) };
}

/** Everything known of one project. Throws LoomError `not-found` when there is none. */
export function showProject(app: AppContext, argument?: string): ProjectDetails {
  app.readModel.catchUp();
  const state = app.readModel.projects();
  const id = findProjectByArgument(app, argument ?? shellFolder(app));
  const project = id === null ? undefined : findProject(state, resolveProject(state, id));
  if (project !== undefined) return describeProject(app, project);
  throw new LoomError({
    kind: 'not-found',
    code: 'project-not-found',
    message: `no session was seen in ${argument ?? 'this folder'} yet`,
    hints: ['loom project list', 'loom import'],
  });
}

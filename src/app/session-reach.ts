import { resolveProject } from '../domain/project-index.ts';
import type { ProjectId, SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';

/** Tells whether a session began in a project or touched it, and is not deleted. */
export function isSessionOf(app: AppContext, id: SessionId, project: ProjectId | null): boolean {
  const [view, state] = [app.readModel.view(id), app.readModel.state(id)];
  if (project === null || view === undefined || state === undefined || view.deleted || view.purged) return false;
  const projects = app.readModel.projects();
  const target = resolveProject(projects, project);
  const seen = [view.project?.id ?? null, ...state.linked];
  return seen.some((one) => one !== null && resolveProject(projects, one) === target);
}

import type { AppContext } from '../app/context.ts';
import { findPlace } from '../app/project-argument.ts';
import { currentPlace } from '../app/project-current.ts';
import { projectsOpenTo } from '../app/project-grants.ts';
import { nameProject, type ProjectName } from '../app/project-view.ts';
import { resolveProject } from '../domain/project-index.ts';
import type { ProjectId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Reach } from './reach.ts';

/** Folders that the client works in, and the project that a call names. */
export interface ReachWish {
  readonly folders: readonly string[];
  readonly asked: string | undefined;
}

function projectOfFolder(app: AppContext, folder: string): ProjectId | null {
  try {
    const { match } = findPlace(app, folder);
    return match.kind === 'match' ? resolveProject(app.readModel.projects(), match.project) : null;
  } catch (error) {
    // A root that is gone is no place of any project.
    if (error instanceof LoomError) return null;
    throw error;
  }
}

function matching(names: readonly ProjectName[], asked: string): readonly ProjectName[] {
  const byId = names.filter(({ id }) => id === asked);
  return byId.length > 0 ? byId : names.filter(({ name }) => name === asked);
}

/** The same words whether there is no such project or it is closed: an answer tells nothing of other projects. */
function notOpen(asked: string): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'project-not-open',
    message: `no project named ${asked.slice(0, 100)} is open to this one; only a person opens one, in a terminal`,
    hints: ['loom project grant'],
  });
}

/** Finds what a call may see: the project of the folder, or the one it names where a person opened that. Throws LoomError `refused`. */
export function openReach(app: AppContext, { folders, asked }: ReachWish): Reach {
  app.readModel.catchUp();
  const own = currentPlace(app).project;
  if (asked === undefined) return { project: own, own };
  const projects = app.readModel.projects();
  const named = (ids: readonly (ProjectId | null)[]) =>
    ids.flatMap((id) => (id === null ? [] : [nameProject(projects, id)]));
  const roots = [own, ...folders.map((folder) => projectOfFolder(app, folder))];
  const mine = matching(named([...new Set(roots)]), asked);
  const found = mine.length > 0 || own === null ? mine : matching(named(projectsOpenTo(app, own)), asked);
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) throw notOpen(asked);
  return { project: only.id, own };
}

import { findProject, memberIds, placesOf, resolveProject } from '../domain/project-index.ts';
import { matchPlace } from '../domain/project-match.ts';
import { placeName, placePath } from '../domain/project-place.ts';
import type { ProjectState } from '../domain/project-state.ts';
import type { PlaceFacts, PlaceStanding } from '../domain/resume-facts.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { Where } from '../events/session-data.ts';
import type { ProjectId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { SessionScope } from './list-sessions.ts';
import { observePlace, shellFolder } from './project-observation.ts';

/** Where the person looks for the session. */
export interface ResumeScope {
  readonly scope: SessionScope;
  /** The project as it was named with `--project`. */
  readonly named?: string;
}

interface Owner {
  readonly id: ProjectId;
  readonly state: ProjectState;
  /** Other projects that the session touched. */
  readonly linked: readonly ProjectId[];
}

function ownerOf(app: AppContext, session: SessionState): Owner | null {
  const projects = app.readModel.projects();
  if (session.project === null) return null;
  const id = resolveProject(projects, session.project);
  const state = findProject(projects, id);
  if (state === undefined) return null;
  return { id, state, linked: session.linked.map((project) => resolveProject(projects, project)) };
}

function standingOf(app: AppContext, owner: Owner, where: Where): PlaceStanding {
  if (where.missing === true) return 'gone';
  const match = matchPlace(app.readModel.projects(), where);
  if (match.kind === 'none') return 'none';
  if (match.kind === 'ambiguous') return match.candidates.includes(owner.id) ? 'unsure' : 'other';
  if (match.project === owner.id) return 'same';
  return owner.linked.includes(match.project) ? 'linked' : 'other';
}

function look(app: AppContext, path: string): Where {
  return observePlace(app, path, { rootCommits: true });
}

/** Folders of the project, the likeliest first: the session's own checkout, the present folder, then the newest places. */
function candidates(app: AppContext, owner: Owner, began: Where | null): readonly string[] {
  const projects = app.readModel.projects();
  const here = placePath(look(app, shellFolder(app)));
  const known = memberIds(projects, owner.id).flatMap((id) => {
    const member = findProject(projects, id);
    return member === undefined ? [] : placesOf(member);
  });
  const paths = [began?.root, began?.mainRoot, here, ...[...known].reverse().map(placePath)];
  return [...new Set(paths.filter((path) => path !== undefined))];
}

function chooseFolder(app: AppContext, owner: Owner, began: Where | null): string | null {
  const found = candidates(app, owner, began).find((path) => standingOf(app, owner, look(app, path)) === 'same');
  return found ?? null;
}

function hereOf(app: AppContext, owner: Owner, { scope, named }: ResumeScope): PlaceFacts['here'] {
  if (named !== undefined) {
    const isOwn = !scope.all && scope.project !== null && [owner.id, ...owner.linked].includes(scope.project);
    return { path: named, standing: isOwn ? 'same' : 'other', inGit: true };
  }
  if (scope.all) return null;
  const path = shellFolder(app);
  const where = look(app, path);
  return { path, standing: standingOf(app, owner, where), inGit: where.root !== undefined };
}

/**
 * Says where a session was and where it would go on: in its own folder, or, when that is gone or became another project, in
 * another folder of the same project. Nothing is guessed across projects. The read model must be caught up.
 */
export function findResumePlace(app: AppContext, session: SessionState, wish: ResumeScope): PlaceFacts {
  const began = session.where?.cwd ?? app.readModel.summary(session.id)?.cwd ?? null;
  const owner = ownerOf(app, session);
  if (owner === null) {
    return { project: null, unconfirmed: false, began, standing: 'none', here: null, chosen: null };
  }
  const standing = began === null ? 'gone' : standingOf(app, owner, look(app, began));
  const isThere = standing === 'same' || standing === 'linked';
  const root = owner.state.places[0];
  return {
    project: { id: owner.id, name: root === undefined ? owner.state.name : placeName(root) },
    unconfirmed: owner.state.unconfirmed,
    began,
    standing,
    here: hereOf(app, owner, wish),
    chosen: isThere ? began : chooseFolder(app, owner, session.where),
  };
}

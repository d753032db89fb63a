import { ambiguousProjects } from '../domain/project-match.ts';
import type { SessionView } from '../domain/session-view.ts';
import type { AppContext } from './context.ts';
import { currentProject } from './project-current.ts';
import { isPageEdited } from './render-digest.ts';
import { type AgentSurvey, surveyAgents } from './survey-agents.ts';
import { withWorktreeStates } from './worktree-state.ts';

/** What `loom status` tells. */
export interface StoreStatus {
  readonly sessions: number;
  readonly archived: number;
  readonly deleted: number;
  readonly project: { readonly id: string; readonly name: string; readonly sessions: number } | null;
  readonly last: readonly SessionView[];
  /** Proposals of the project that wait for a person; of all projects where the folder belongs to none. */
  readonly pendingProposals: number;
  /** Somebody edited the page of the project's digest, and nobody adopted that. */
  readonly digestEdited: boolean;
  /** Places that fit several projects; only a person can say which. */
  readonly ambiguousProjects: readonly { readonly project: string; readonly candidates: readonly string[] }[];
  readonly agents: readonly AgentSurvey[];
}

const LAST = 5;

/** Gathers the status; reads no transcript and changes nothing. */
export function readStatus(app: AppContext): StoreStatus {
  app.readModel.catchUp();
  const { readModel } = app;
  const id = currentProject(app);
  const scope = id === null ? {} : { project: id };
  const project = id === null ? undefined : readModel.projects().projects.find((candidate) => candidate.id === id);
  return {
    sessions: readModel.count({}),
    archived: readModel.count({ archived: true }),
    deleted: readModel.count({ deleted: true }),
    project: project === undefined ? null : { id: project.id, name: project.name, sessions: readModel.count(scope) },
    last: withWorktreeStates(app, readModel.list({ ...scope, limit: LAST })),
    pendingProposals: readModel.memories({ ...scope, statuses: ['proposed'] }).length,
    digestEdited: id !== null && isPageEdited(app, id),
    ambiguousProjects: ambiguousProjects(readModel.projects()).map(({ project: unsure, candidates }) => ({
      project: unsure,
      candidates,
    })),
    agents: surveyAgents(app),
  };
}

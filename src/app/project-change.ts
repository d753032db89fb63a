import {
  decideLink,
  decideMerge,
  decideProjectUndo,
  type ProjectDecision,
  type ProjectDraft,
  type ProjectNothing,
  type ProjectRefusal,
} from '../domain/project-decide.ts';
import { foldProjects, unfrozenProjects } from '../domain/project-fold.ts';
import { resolveProject } from '../domain/project-index.ts';
import type { ProjectsState } from '../domain/project-state.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import { type ProjectId, parseProjectId, projectStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import type { JournalEntry } from './ports/journal.ts';
import { findProjectByArgument, lookAtFolder } from './project-argument.ts';
import { shellFolder } from './project-observation.ts';
import { nameProject, type ProjectName } from './project-view.ts';

/** What a change of projects came to. */
export type ProjectChange =
  | {
      readonly kind: 'changed';
      readonly project: ProjectName;
      /** The project that became part of it. */
      readonly joined: ProjectName | null;
      readonly event: LoomEvent | null;
      /** Command that takes the change back; null for a dry run. */
      readonly undo: string | null;
    }
  | { readonly kind: 'nothing'; readonly project: ProjectName; readonly because: ProjectNothing }
  | { readonly kind: 'refused'; readonly refusal: ProjectRefusal };

interface ChangeOptions {
  readonly dryRun?: boolean;
}

type Decide = (state: ProjectsState) => ProjectDecision;

export function projectDraft(app: AppContext, { project, type, data }: ProjectDraft): EventDraft {
  return {
    id: app.mintEventId(),
    stream: projectStream(project),
    type,
    at: formatInstant(app.clock()),
    by: app.actor,
    trust: app.actor.kind === 'person' ? 'person' : 'agent',
    data,
  } as EventDraft;
}

export const PLACING: ReadonlySet<string> = new Set([
  'session.started',
  'session.linked',
  'snapshot.taken',
  'project.identified',
  'project.linked',
  'project.merged',
]);

/** Projects with the entries folded in that the read model has not seen; the read model's own state stays as it is. */
export function projectsWithTail(app: AppContext, tail: readonly JournalEntry[]): ProjectsState {
  const known = app.readModel.projects();
  const fresh = tail.flatMap((entry) => (entry.kind === 'event' && PLACING.has(entry.event.type) ? [entry.event] : []));
  if (fresh.length === 0) return known;
  let state: ProjectsState = { storeId: known.storeId, projects: [...known.projects] };
  for (const event of fresh) state = foldProjects(state, event, { sha256: app.sha256 }).state;
  return state;
}

function blockOf(entries: Iterable<JournalEntry>, drafts: readonly ProjectDraft[]): ProjectRefusal | undefined {
  const streams = new Map(drafts.map(({ project }) => [projectStream(project), project]));
  for (const entry of entries) {
    if (entry.kind === 'event') continue;
    const touched = entry.kind === 'damage' ? entry.streams : [entry.event.stream];
    const project = touched.map((stream) => streams.get(stream)).find((id) => id !== undefined);
    if (project === undefined) continue;
    return { code: 'project-blocked', project, because: entry.kind === 'damage' ? 'damaged' : 'unknown-event' };
  }
  return undefined;
}

/** Streams with an event of an unknown type or a damaged line are not decided about; rarely worth the reading. */
function findBlock(
  app: AppContext,
  drafts: readonly ProjectDraft[],
  tail: readonly JournalEntry[],
): ProjectRefusal | undefined {
  const { unknown, newer, damaged } = app.readModel.status().skipped;
  const earlier = unknown + newer + damaged > 0 ? blockOf(app.journal.read(), drafts) : undefined;
  return earlier ?? blockOf(tail, drafts);
}

/** A decision in the order of checks: expected noes first, then blocked streams. */
function decideSoundly(app: AppContext, decide: Decide, tail: readonly JournalEntry[]): ProjectDecision {
  const decision = decide(projectsWithTail(app, tail));
  const refusal = decision.kind === 'append' ? findBlock(app, decision.drafts, tail) : undefined;
  return refusal === undefined ? decision : { kind: 'refuse', refusal };
}

function changeOf(
  app: AppContext,
  project: ProjectId,
  outcome: { decision: ProjectDecision; event: LoomEvent | null },
): ProjectChange {
  const { decision, event } = outcome;
  if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
  const state = app.readModel.projects();
  const named = nameProject(state, resolveProject(state, project));
  if (decision.kind === 'nothing') return { kind: 'nothing', project: named, because: decision.because };
  const joined = decision.joined === null ? null : nameProject(state, decision.joined);
  return { kind: 'changed', project: named, joined, event, undo: event === null ? null : `loom undo ${event.id}` };
}

async function changeProject(
  app: AppContext,
  project: ProjectId,
  options: ChangeOptions & { readonly decide: Decide },
): Promise<ProjectChange> {
  const { decide } = options;
  if (options.dryRun === true) {
    app.readModel.catchUp();
    return changeOf(app, project, { decision: decideSoundly(app, decide, []), event: null });
  }
  let decision: ProjectDecision = { kind: 'nothing', because: 'already-there' };
  const committed = await commitDecision<ProjectRefusal>(app, () => (tail) => {
    decision = decideSoundly(app, decide, tail);
    if (decision.kind !== 'append') return { kind: 'nothing' };
    return { kind: 'append', drafts: decision.drafts.map((draft) => projectDraft(app, draft)) };
  });
  app.readModel.catchUp();
  const event = committed.kind === 'appended' ? (committed.events.at(-1) ?? null) : null;
  return changeOf(app, project, { decision, event });
}

/** The project an argument names, merges not followed. Throws LoomError `not-found` when there is none. */
function requireProject(app: AppContext, argument: string): ProjectId {
  const project = findProjectByArgument(app, argument);
  if (project !== null) return project;
  throw new LoomError({
    kind: 'not-found',
    code: 'project-not-found',
    message: `no session was seen in ${argument} yet`,
    hints: ['loom project list'],
  });
}

/** What to link: a folder (default: the current one) to a project, named by id, prefix, name or folder. */
export interface LinkRequest extends ChangeOptions {
  readonly project: string;
  readonly folder?: string;
}

/**
 * Records that a folder belongs to a project. A project that was nothing but this folder becomes part of it. A folder
 * that is gone is linked by its path. Throws LoomError `not-found` for an unknown project or a folder that cannot be read.
 */
export async function linkProject(app: AppContext, request: LinkRequest): Promise<ProjectChange> {
  app.readModel.catchUp();
  const project = requireProject(app, request.project);
  const where = lookAtFolder(app, request.folder ?? shellFolder(app), { rootCommits: true });
  const { branch: _branch, head: _head, ...place } = where;
  return changeProject(app, project, { ...request, decide: (state) => decideLink(state, { project, where: place }) });
}

/** Which projects are one. Each is an id, a prefix, a name or a folder; `into` keeps its id. */
export interface MergeRequest extends ChangeOptions {
  readonly from: string;
  readonly into: string;
}

/** Records that two projects are one. Throws LoomError `not-found` for an unknown project. */
export async function mergeProjects(app: AppContext, request: MergeRequest): Promise<ProjectChange> {
  app.readModel.catchUp();
  const [from, into] = [requireProject(app, request.from), requireProject(app, request.into)];
  return changeProject(app, into, { ...request, decide: (state) => decideMerge(state, { from, into }) });
}

/** Takes a `project.linked` or `project.merged` back. `undefined` for an event of any other stream. */
export async function undoProjectEvent(
  app: AppContext,
  event: LoomEvent,
  options: ChangeOptions = {},
): Promise<ProjectChange | undefined> {
  const project = event.stream.startsWith('project/')
    ? parseProjectId(event.stream.slice('project/'.length))
    : undefined;
  if (project === undefined) return undefined;
  return changeProject(app, project, { ...options, decide: (state) => decideProjectUndo(state, event, project) });
}

/** Well inside a commit's bounds, whatever the lengths of paths. */
const PROJECTS_PER_COMMIT = 64;

/** Freezing is loom's own doing: no person decided anything. */
function frozenDraft(app: AppContext, draft: ProjectDraft): EventDraft {
  return { ...projectDraft(app, draft), by: { kind: 'system' }, trust: 'untrusted' } as EventDraft;
}

async function freezeSome(app: AppContext, wait: number | 'growing' | undefined): Promise<number> {
  const prepare = () => (tail: readonly JournalEntry[]) => {
    const open = unfrozenProjects(projectsWithTail(app, tail)).slice(0, PROJECTS_PER_COMMIT);
    if (open.length === 0) return { kind: 'nothing' } as const;
    const drafts = open.map((data): ProjectDraft => ({ project: data.project, type: 'project.identified', data }));
    return { kind: 'append', drafts: drafts.map((draft) => frozenDraft(app, draft)) } as const;
  };
  const committed = await commitDecision<never>(app, prepare, wait === undefined ? {} : { wait });
  return committed.kind === 'appended' ? committed.events.length : 0;
}

/**
 * Freezes the id of every project as `project.identified`, so that it outlives the event that founded it. Resolves to
 * how many were frozen; takes the lock only when there is one to freeze.
 */
export async function freezeProjects(
  app: AppContext,
  options: { readonly wait?: number | 'growing' } = {},
): Promise<number> {
  let frozen = 0;
  for (;;) {
    app.readModel.catchUp();
    if (unfrozenProjects(app.readModel.projects()).length === 0) return frozen;
    const some = await freezeSome(app, options.wait);
    if (some === 0) return frozen;
    frozen += some;
  }
}

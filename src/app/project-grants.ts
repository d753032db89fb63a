import { foldGrants, isOpen, type ProjectGrant } from '../domain/project-grants.ts';
import { resolveProject } from '../domain/project-index.ts';
import type { EventDraft } from '../events/envelope.ts';
import { type EventId, type ProjectId, projectStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import type { JournalEntry } from './ports/journal.ts';
import { currentProject } from './project-current.ts';
import { nameProject, type ProjectName } from './project-view.ts';

/** A grant as commands print it. */
export interface GrantView {
  readonly id: EventId;
  /** The project that may be read. */
  readonly from: ProjectName;
  /** Where it may be read. */
  readonly to: ProjectName | 'all';
  readonly at: string;
  readonly until: string | null;
  readonly reason: string | null;
}

function foldAll(entries: Iterable<JournalEntry>, known: readonly ProjectGrant[] = []): readonly ProjectGrant[] {
  let grants = known;
  for (const entry of entries) if (entry.kind === 'event') grants = foldGrants(grants, entry.event);
  return grants;
}

/** Grants that hold now, oldest first. Reads the journal: asked for seldom. The read model must be caught up. */
export function grantsInForce(app: AppContext): readonly ProjectGrant[] {
  const now = formatInstant(app.clock());
  return foldAll(app.journal.read()).filter((grant) => isOpen(grant, now));
}

/** Projects that a person opened to this one. */
export function projectsOpenTo(app: AppContext, project: ProjectId): readonly ProjectId[] {
  const projects = app.readModel.projects();
  const target = resolveProject(projects, project);
  const open = grantsInForce(app).filter(({ to }) => to === 'all' || resolveProject(projects, to) === target);
  return [...new Set(open.map(({ from }) => resolveProject(projects, from)))];
}

/** Grants as commands print them. */
export function viewGrants(app: AppContext, grants: readonly ProjectGrant[]): readonly GrantView[] {
  const projects = app.readModel.projects();
  const named = (id: ProjectId): ProjectName => nameProject(projects, resolveProject(projects, id));
  return grants.map(({ id, from, to, at, until, reason }) => ({
    id,
    from: named(from),
    to: to === 'all' ? ('all' as const) : named(to as ProjectId),
    at,
    until,
    reason,
  }));
}

function requireProject(app: AppContext, argument?: string): ProjectId {
  const project = currentProject(app, argument);
  if (project !== null) return project;
  throw new LoomError({
    kind: 'not-found',
    code: 'project-not-found',
    message: `no session was seen in ${argument ?? 'this folder'} yet`,
    hints: ['loom project list'],
  });
}

function policyDraft(app: AppContext, draft: Pick<EventDraft, 'stream' | 'type' | 'data'>): EventDraft {
  const at = formatInstant(app.clock());
  const trust = app.actor.kind === 'person' ? 'person' : 'agent';
  return { id: app.mintEventId(), at, by: app.actor, trust, ...draft } as EventDraft;
}

/** What a person opens, and where. */
export interface GrantRequest {
  /** The project that may be read: id, prefix, name or folder. */
  readonly from: string;
  /** Where it may be read; absent: in the project of the current folder. */
  readonly to?: string;
  readonly everywhere?: boolean;
  /** ISO-8601 instant at which it closes by itself. */
  readonly until?: string;
  readonly reason?: string;
}

/** What became of a wish about grants: the grants concerned, and whether anything was appended. */
export interface GrantChange {
  readonly changed: boolean;
  readonly grants: readonly GrantView[];
}

function sameProject(from: ProjectId): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'same-project',
    message: `${from} is this project itself`,
    hints: ['loom project list'],
  });
}

/**
 * Opens one project to another. Opening what is open already is nothing, unless another end is given. Throws LoomError
 * `not-found` for an unknown project.
 */
export async function grantProject(app: AppContext, request: GrantRequest): Promise<GrantChange> {
  app.readModel.catchUp();
  const from = requireProject(app, request.from);
  const to = request.everywhere === true ? 'all' : requireProject(app, request.to);
  if (from === to) throw sameProject(from);
  const { until, reason } = request;
  const isKnown = (grant: ProjectGrant): boolean =>
    grant.from === from && grant.to === to && grant.until === (until ?? null);
  const known = grantsInForce(app).filter(isKnown);
  if (known.length > 0) return { changed: false, grants: viewGrants(app, known) };
  const data = {
    scope: { kind: 'cross-project' as const, from, to },
    ...(reason === undefined ? {} : { reason }),
    ...(until === undefined ? {} : { until }),
  };
  const draft = policyDraft(app, { stream: projectStream(from), type: 'policy.granted', data });
  await commitDecision<never>(app, () => () => ({ kind: 'append', drafts: [draft] }));
  app.readModel.catchUp();
  return {
    changed: true,
    grants: viewGrants(
      app,
      grantsInForce(app).filter(({ id }) => id === draft.id),
    ),
  };
}

/** Which grants are taken back: one by its id, or all of a project to another. */
export type RevokeRequest =
  | { readonly grant: string }
  | { readonly from: string; readonly to?: string; readonly everywhere?: boolean };

function revoked(app: AppContext, request: RevokeRequest, open: readonly ProjectGrant[]): readonly ProjectGrant[] {
  if ('grant' in request) return open.filter(({ id }) => id === request.grant.toUpperCase());
  const from = requireProject(app, request.from);
  const to = request.everywhere === true ? 'all' : requireProject(app, request.to);
  const projects = app.readModel.projects();
  const resolved = (id: ProjectId | 'all') => (id === 'all' ? id : resolveProject(projects, id));
  return open.filter((grant) => resolved(grant.from) === from && resolved(grant.to) === to);
}

/** Takes grants back. What was read before stays read. Throws LoomError `not-found` when there is none. */
export async function revokeGrants(app: AppContext, request: RevokeRequest): Promise<GrantChange> {
  app.readModel.catchUp();
  const grants = revoked(app, request, grantsInForce(app));
  if (grants.length === 0) {
    const message = 'no such grant is in force';
    throw new LoomError({ kind: 'not-found', code: 'grant-not-found', message, hints: ['loom project grant'] });
  }
  const views = viewGrants(app, grants);
  const drafts = grants.map(({ id, from }) =>
    policyDraft(app, { stream: projectStream(from), type: 'policy.revoked', data: { grant: id } }),
  );
  await commitDecision<never>(app, () => () => ({ kind: 'append', drafts }));
  app.readModel.catchUp();
  return { changed: true, grants: views };
}

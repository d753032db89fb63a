import type { SessionView } from '../domain/session-view.ts';
import type { ProjectId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { SessionQuery } from './ports/read-model.ts';
import type { ProjectName } from './project-view.ts';
import { withWorktreeStates } from './worktree-state.ts';

/** Which sessions are meant: those of one project (null: of a folder that is no known project), or of the whole store. */
export type SessionScope =
  | { readonly all: true }
  | {
      readonly all: false;
      readonly project: ProjectId | null;
      /** Projects that the folder fits, when it fits several or none for certain. */
      readonly candidates?: readonly ProjectName[];
    };

/** The filter by project that a scope asks for; none for the whole store, and none for a folder of no known project. */
export function projectFilter(scope: SessionScope): { readonly project?: ProjectId } {
  return scope.all || scope.project === null ? {} : { project: scope.project };
}

/** A listing, rendered only in the form that is asked for. */
export interface SessionListing {
  readonly rows: () => readonly SessionView[];
  /** The UTF-8 bytes of the rows as JSON, in pieces; of worktrees they do not tell whether they are gone, as `rows` do. */
  readonly bytes: () => readonly Uint8Array[];
  /** Whether `bytes` may leave out that a worktree is gone. */
  readonly namesWorktrees: () => boolean;
  readonly isEmpty: () => boolean;
  /** Sessions of the same filter that are outside the scope; asked for when the list is empty. */
  readonly elsewhere: () => number;
  /** Sessions of the scope whatever the filter; asked for when the list is empty. */
  readonly unfiltered: () => number;
}

/** `[]` */
const EMPTY_LIST = Uint8Array.of(0x5b, 0x5d);

const NOTHING: Pick<SessionListing, 'rows' | 'bytes' | 'namesWorktrees' | 'isEmpty' | 'unfiltered'> = {
  rows: () => [],
  bytes: () => [EMPTY_LIST],
  namesWorktrees: () => false,
  isEmpty: () => true,
  unfiltered: () => 0,
};

/** Lists the sessions of a scope, newest first. */
export function listSessions(app: AppContext, scope: SessionScope, filter: SessionQuery): SessionListing {
  app.readModel.catchUp();
  const { limit: _limit, offset: _offset, ...unpaged } = filter;
  const everywhere = () => app.readModel.count(unpaged);
  if (scope.all) return { ...listingOf(app, filter), elsewhere: () => 0 };
  const { project } = scope;
  if (project === null) return { ...NOTHING, elsewhere: everywhere };
  return {
    ...listingOf(app, { ...filter, project }),
    elsewhere: () => everywhere() - app.readModel.count({ ...unpaged, project }),
  };
}

function listingOf(app: AppContext, query: SessionQuery): Omit<SessionListing, 'elsewhere'> {
  const scope = query.project === undefined ? {} : { project: query.project };
  return {
    rows: () => withWorktreeStates(app, app.readModel.list(query)),
    bytes: () => app.readModel.listBytes(query),
    namesWorktrees: () => app.readModel.namesWorktrees(),
    isEmpty: () => app.readModel.list({ ...query, limit: 1 }).length === 0,
    unfiltered: () => app.readModel.count({ ...scope, includeSubagents: true, anyArchived: true }),
  };
}

import type { MemoryRecord, MemoryStatus } from '../domain/memory-state.ts';
import type { MemoryKind } from '../events/memory-data.ts';
import type { AppContext } from './context.ts';
import type { SessionScope } from './list-sessions.ts';
import { type MemoryView, viewMemories } from './memory-view.ts';

/** Which records a list wants; every part narrows. */
export interface MemoryFilter {
  /** Default: accepted and proposed. */
  readonly statuses?: readonly MemoryStatus[];
  readonly anyStatus?: boolean;
  readonly kinds?: readonly MemoryKind[];
  /** All of these. */
  readonly tags?: readonly string[];
  /** Records about this file or folder, something in it, or a folder that holds it. */
  readonly path?: string;
  /** Bounds on the time of acceptance, else of proposal; inclusive and exclusive. */
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** A list, and how many records of the same filter are in other projects. */
export interface MemoryListing {
  readonly rows: readonly MemoryView[];
  readonly elsewhere: number;
}

function partsOf(path: string): readonly string[] {
  return path.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
}

function isPrefix(one: readonly string[], other: readonly string[]): boolean {
  return one.every((part, at) => part === other[at]);
}

function concerns(paths: readonly string[], wanted: string): boolean {
  const asked = partsOf(wanted);
  return paths.some((path) => {
    const parts = partsOf(path);
    return isPrefix(parts, asked) || isPrefix(asked, parts);
  });
}

function passes(record: MemoryRecord, filter: MemoryFilter): boolean {
  const { kinds, tags = [], path, since, until } = filter;
  const at = record.acceptedAt ?? record.proposedAt;
  return (
    (kinds === undefined || kinds.includes(record.kind)) &&
    tags.every((tag) => record.tags.includes(tag)) &&
    (path === undefined || concerns(record.paths, path)) &&
    (since === undefined || at >= since) &&
    (until === undefined || at < until)
  );
}

/** Lists records of a scope, newest first. */
export function listMemories(app: AppContext, scope: SessionScope, filter: MemoryFilter): MemoryListing {
  app.readModel.catchUp();
  const { statuses, anyStatus = false, limit, offset = 0 } = filter;
  const query = { ...(statuses === undefined ? {} : { statuses }), everything: anyStatus };
  const everywhere = app.readModel.memories(query).filter((record) => passes(record, filter));
  const found = scope.all
    ? everywhere
    : inProject(app, scope.project, query).filter((record) => passes(record, filter));
  const page = found.slice(offset, limit === undefined ? undefined : offset + limit);
  return { rows: viewMemories(app, page), elsewhere: everywhere.length - found.length };
}

/** In a folder of no known project only the person's own records hold. */
function inProject(
  app: AppContext,
  project: Extract<SessionScope, { all: false }>['project'],
  query: Parameters<AppContext['readModel']['memories']>[0],
): readonly MemoryRecord[] {
  if (project !== null) return app.readModel.memories({ ...query, project });
  return app.readModel.memories(query).filter(({ scope }) => scope === 'user');
}

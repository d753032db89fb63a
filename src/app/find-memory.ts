import type { MemoryRecord } from '../domain/memory-state.ts';
import { resolveProject } from '../domain/project-index.ts';
import { parseMemoryId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import type { SessionScope } from './list-sessions.ts';

const SHORTEST_PREFIX = 4;
const MOST_CANDIDATES = 10;

function brief({ id, status, text }: MemoryRecord) {
  return { id, status, text: text.slice(0, 120) };
}

function ambiguous(handle: string, candidates: readonly MemoryRecord[]): LoomError {
  const shown = candidates.slice(0, MOST_CANDIDATES);
  return new LoomError({
    kind: 'not-found',
    code: 'memory-ambiguous',
    message: `${handle} means ${candidates.length} memory records; nothing was changed`,
    hints: shown.map(({ id }) => `loom memory show ${id}`),
    details: { candidates: shown.map(brief) },
  });
}

function notFound(handle: string, elsewhere: readonly MemoryRecord[]): LoomError {
  const isShort = handle.length < SHORTEST_PREFIX;
  return new LoomError({
    kind: 'not-found',
    code: 'memory-not-found',
    message: isShort
      ? `${handle} is too short: a prefix needs at least 4 characters`
      : `no memory record matches ${handle}`,
    hints: [
      ...elsewhere.slice(0, MOST_CANDIDATES).map(({ id }) => `loom memory show ${id}`),
      'loom memory list --any-status',
    ],
  });
}

/** Tells whether a reader of the scope sees the record without asking for every project. */
export function isInScope(app: AppContext, record: MemoryRecord, scope: SessionScope): boolean {
  if (scope.all || record.scope === 'user') return true;
  if (record.scope === null || scope.project === null) return record.scope === null;
  const projects = app.readModel.projects();
  return resolveProject(projects, record.scope.project) === resolveProject(projects, scope.project);
}

/**
 * The one record that a full id means in the store, or a unique prefix in the scope. The read model must be caught up.
 * Throws LoomError `not-found` with the candidates.
 */
export function findMemory(app: AppContext, handle: string, scope: SessionScope): MemoryRecord {
  const text = handle
    .trim()
    .toLowerCase()
    .replace(/^memory\//, '');
  const exact = parseMemoryId(text);
  const known = exact === undefined ? undefined : app.readModel.memory(exact);
  if (known !== undefined) return known;
  const matches = text.length < SHORTEST_PREFIX ? [] : app.readModel.memoryCandidates(text);
  const here = matches.filter((record) => isInScope(app, record, scope));
  const [only, ...more] = here;
  if (only === undefined) throw notFound(handle, matches);
  if (more.length > 0) throw ambiguous(handle, here);
  return only;
}

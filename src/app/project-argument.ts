import { findProject, resolveProject } from '../domain/project-index.ts';
import { matchPlace, type PlaceMatch } from '../domain/project-match.ts';
import type { ProjectsState } from '../domain/project-state.ts';
import type { Where } from '../events/session-data.ts';
import { type ProjectId, parseProjectId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import { observePlace, shellFolder } from './project-observation.ts';
import { nameProject } from './project-view.ts';

const SHORTEST_PREFIX = 4;
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

/** A folder as it is now, and what it belongs to. */
export interface FoundPlace {
  readonly where: Where;
  readonly match: PlaceMatch;
}

function joinPath(base: string, below: string): string {
  const segments = base.split(/[\\/]/);
  for (const segment of below.split(/[\\/]/)) {
    if (segment === '..') segments.splice(Math.max(segments.length - 1, 1));
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  const joined = segments.join(base.startsWith('/') ? '/' : '\\');
  return joined === '' ? '/' : joined;
}

const CLIMBS = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

function absolutePath(app: AppContext, path: string): string {
  const home = app.env['HOME'] || app.env['USERPROFILE'];
  const expanded = home && /^~(?:[\\/]|$)/.test(path) ? `${home}${path.slice(1)}` : path;
  if (ABSOLUTE.test(expanded)) return expanded;
  // The parent of a folder that a link leads to is not the parent of the link.
  return joinPath(CLIMBS.test(expanded) ? app.cwd : shellFolder(app), expanded);
}

/** Looks at a folder, relative to the invocation's own. Throws LoomError `not-found` when links run in a circle or it is no folder. */
export function lookAtFolder(app: AppContext, path: string, options: { readonly rootCommits: boolean }): Where {
  const where = observePlace(app, absolutePath(app, path), options);
  if (where.missing === true || where.realCwd !== undefined) return where;
  throw new LoomError({
    kind: 'not-found',
    code: 'folder-unreadable',
    message: `cannot look into ${path}: not a folder, not readable, or links that run in a circle`,
  });
}

/** The project of a folder; a git process is started only when its files do not tell. */
export function findPlace(app: AppContext, path: string): FoundPlace {
  const state = app.readModel.projects();
  const where = lookAtFolder(app, path, { rootCommits: false });
  const match = matchPlace(state, where);
  if (match.kind === 'match' || where.gitDir === undefined) return { where, match };
  const closer = lookAtFolder(app, path, { rootCommits: true });
  return { where: closer, match: matchPlace(state, closer) };
}

function ambiguous(state: ProjectsState, argument: string, ids: readonly ProjectId[]): LoomError {
  const candidates = ids.map((id) => nameProject(state, id));
  const lines = candidates.map(({ id, name, path }) => `${id}  ${name}  ${path}`);
  return new LoomError({
    kind: 'not-found',
    code: 'project-ambiguous',
    message: [`"${argument}" fits ${ids.length} projects`, ...lines].join('\n'),
    hints: ['name the project by its id'],
    details: { candidates },
  });
}

function unknown(argument: string): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'project-not-found',
    message: `no project is known by "${argument}"`,
    hints: ['loom project list'],
  });
}

function matchWord(state: ProjectsState, word: string): readonly ProjectId[] {
  const prefix = word.length >= SHORTEST_PREFIX ? word.toLowerCase() : undefined;
  const named = state.projects.filter((project) => project.mergedInto === null && project.name === word);
  const begun = prefix === undefined ? [] : state.projects.filter((project) => project.id.startsWith(prefix));
  return [...new Set([...named, ...begun].map((project) => project.id))];
}

/** Projects that were merged into one another are one answer. */
function distinct(state: ProjectsState, ids: readonly ProjectId[]): readonly ProjectId[] {
  const resolved = new Set(ids.map((id) => resolveProject(state, id)));
  return resolved.size === 1 ? ids.slice(0, 1) : ids;
}

function projectOfFolder(app: AppContext, path: string): ProjectId | null {
  const { where, match } = findPlace(app, path);
  if (match.kind === 'match') return match.project;
  if (match.kind === 'ambiguous') throw ambiguous(app.readModel.projects(), path, match.candidates);
  if (where.missing === true) throw unknown(path);
  return null;
}

/**
 * The project that an argument names: its id, a unique prefix of at least four characters, a unique name, or a folder.
 * `null` for a folder that is there and belongs to no project. A merged project is found by its id and not resolved.
 * Throws LoomError `not-found`, with candidates when there are several.
 */
export function findProjectByArgument(app: AppContext, argument: string): ProjectId | null {
  const state = app.readModel.projects();
  const exact = parseProjectId(argument);
  if (exact !== undefined && findProject(state, exact) !== undefined) return exact;
  if (/[\\/]|^[.~]/.test(argument)) return projectOfFolder(app, argument);
  const [only, ...more] = distinct(state, matchWord(state, argument));
  if (only === undefined) return projectOfFolder(app, argument);
  if (more.length > 0) throw ambiguous(state, argument, [only, ...more]);
  return only;
}

import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import { lookAtPlaces } from './look-at-places.ts';
import type { Importer, SkippedPath, SourceFile } from './ports/importer.ts';
import { sourceName } from './source-name.ts';

/** What a search for source files found. */
export interface FoundSources {
  /** Oldest modification first, so that a session is known before what continues it. */
  readonly files: readonly Found[];
  readonly searched: readonly string[];
  /** Paths that the person named, exactly as given. */
  readonly explicit: boolean;
}

export interface SourceSearch {
  /** Paths that a person named; none: the agent's usual places. */
  readonly paths: readonly string[];
  /** Only files changed at this time (milliseconds) or later. */
  readonly since?: number;
}

type Found = SourceFile | SkippedPath;

function requirePaths(app: AppContext, paths: readonly string[]): void {
  const absent = paths.find((path) => !app.sources.exists(path));
  if (absent === undefined) return;
  throw new LoomError({ kind: 'not-found', code: 'path-not-found', message: `there is nothing at ${absent}` });
}

/** The same file reached by two paths counts once. */
function identityOf(file: Found): string {
  return 'ino' in file ? `${file.dev}:${file.ino}#${file.part ?? ''}` : `path:${file.path}`;
}

function isRecent(file: Found, since: number | undefined): boolean {
  return since === undefined || 'code' in file || Number(file.mtimeNs / 1_000_000n) >= since;
}

/** Looks for sources at the given paths, else at the agent's usual places. Throws `not-found` for a path that is not there. */
export function findSources(app: AppContext, importer: Importer, search: SourceSearch): FoundSources {
  const explicit = search.paths.length > 0;
  requirePaths(app, search.paths);
  const searched = explicit ? search.paths : importer.places(app.env, app.cwd);
  const { there, blocked } = lookAtPlaces(app.sources, searched);
  const files = new Map<string, Found>(blocked.map((place) => [identityOf(place), place]));
  for (const place of there) {
    for (const file of importer.find(place, app.sources)) {
      const identity = identityOf(file);
      if (!files.has(identity)) files.set(identity, file);
    }
  }
  const recent = [...files.values()].filter((file) => isRecent(file, search.since));
  return { files: recent.sort(oldestFirst), searched, explicit };
}

function ageOf(file: Found): bigint {
  return 'mtimeNs' in file ? file.mtimeNs : 0n;
}

function oldestFirst(a: Found, b: Found): number {
  const [x, y] = [ageOf(a), ageOf(b)];
  if (x !== y) return x < y ? -1 : 1;
  const [left, right] = [sourceName(a), sourceName(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

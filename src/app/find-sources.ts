import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import type { Importer, SkippedPath, SourceFile } from './ports/importer.ts';

/** What a search for source files found. */
export interface FoundSources {
  /** Oldest modification first, so that a session is known before what continues it. */
  readonly files: readonly (SourceFile | SkippedPath)[];
  readonly searched: readonly string[];
  /** Paths that the person named, exactly as given. */
  readonly explicit: boolean;
}

/** Looks for sources at the given paths, else at the agent's usual places. Throws `not-found` for a path that is not there. */
export function findSources(
  app: AppContext,
  importer: Importer,
  paths: readonly string[],
  since?: number,
): FoundSources {
  const explicit = paths.length > 0;
  for (const path of paths) {
    if (!app.sources.exists(path)) {
      throw new LoomError({ kind: 'not-found', code: 'path-not-found', message: `there is nothing at ${path}` });
    }
  }
  const searched = explicit ? paths : importer.places(app.env);
  const files: (SourceFile | SkippedPath)[] = [];
  const seen = new Set<string>();
  for (const place of searched) {
    if (!app.sources.exists(place)) continue;
    for (const file of importer.find(place)) {
      const key = 'ino' in file ? `${file.dev}:${file.ino}` : `path:${file.path}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (since === undefined || 'code' in file || Number(file.mtimeNs / 1_000_000n) >= since) files.push(file);
    }
  }
  return { files: files.sort(oldestFirst), searched, explicit };
}

function oldestFirst(a: SourceFile | SkippedPath, b: SourceFile | SkippedPath): number {
  const age = (file: SourceFile | SkippedPath) => ('mtimeNs' in file ? file.mtimeNs : 0n);
  const [x, y] = [age(a), age(b)];
  if (x !== y) return x < y ? -1 : 1;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

import type { Where } from '../events/session-data.ts';
import { pathKey, placeKeys, placePath } from './project-place.ts';

/** Everything that was ever seen of one project's places, as sets to compare against. */
export interface Fingerprints {
  /** Keys of root paths, links resolved. */
  readonly realPaths: Set<string>;
  /** `realPaths`, main checkouts, and paths as they were typed. */
  readonly paths: Set<string>;
  readonly gitDirs: Set<string>;
  readonly rootCommits: Set<string>;
  readonly origins: Set<string>;
}

/** How an observation compares with what is known of a project. */
export interface Comparison {
  readonly path: boolean;
  /** The real path itself agrees, not only a typed name or the main checkout. */
  readonly realPath: boolean;
  readonly gitDir: boolean;
  /** Never true when origins differ: forks and templates share their first commit. */
  readonly rootCommit: boolean;
  readonly origin: boolean;
  /** Both sides are known and share nothing. */
  readonly rootCommitsDiffer: boolean;
  readonly originsDiffer: boolean;
}

/** No fingerprints. */
export function emptyFingerprints(): Fingerprints {
  return {
    realPaths: new Set(),
    paths: new Set(),
    gitDirs: new Set(),
    rootCommits: new Set(),
    origins: new Set(),
  };
}

/** Adds what one observation shows. */
export function addFingerprints(known: Fingerprints, where: Where): void {
  known.realPaths.add(pathKey(placePath(where)));
  for (const key of placeKeys(where)) known.paths.add(key);
  if (where.gitDir !== undefined) known.gitDirs.add(where.gitDir);
  for (const commit of where.rootCommits ?? []) known.rootCommits.add(commit);
  if (where.origin !== undefined) known.origins.add(where.origin);
}

type SetName = keyof Fingerprints;

function holdsAny(group: readonly Fingerprints[], name: SetName, values: readonly string[]): boolean {
  return group.some((known) => values.some((value) => known[name].has(value)));
}

function differs(group: readonly Fingerprints[], name: SetName, values: readonly string[]): boolean {
  return values.length > 0 && group.some((known) => known[name].size > 0) && !holdsAny(group, name, values);
}

function listed(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value];
}

/** Compares an observation with the fingerprints of a project and of all that was merged into it. */
export function compareFingerprints(group: readonly Fingerprints[], where: Where): Comparison {
  const origin = listed(where.origin);
  const rootCommits = where.rootCommits ?? [];
  const originsDiffer = differs(group, 'origins', origin);
  return {
    path: holdsAny(group, 'paths', placeKeys(where)),
    realPath: holdsAny(group, 'realPaths', [pathKey(placePath(where))]),
    gitDir: holdsAny(group, 'gitDirs', listed(where.gitDir)),
    rootCommit: !originsDiffer && holdsAny(group, 'rootCommits', rootCommits),
    origin: holdsAny(group, 'origins', origin),
    rootCommitsDiffer: differs(group, 'rootCommits', rootCommits),
    originsDiffer,
  };
}

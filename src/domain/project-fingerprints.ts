import type { Where } from '../events/session-data.ts';
import { pathKey, placeKeys, placePath, typedKey } from './project-place.ts';

/** Everything that was ever seen of one project's places, as sets to compare against. */
export interface Fingerprints {
  /** Keys of root paths, links resolved. */
  readonly realPaths: Set<string>;
  /** `realPaths` and main checkouts. */
  readonly paths: Set<string>;
  /** Paths as they were typed over a link, each with the real one that it led to when it was last seen. */
  readonly typedPaths: Map<string, string>;
  readonly gitDirs: Set<string>;
  readonly rootCommits: Set<string>;
  readonly origins: Set<string>;
  /** The newest commits that HEAD was seen at, oldest first; at most {@link MOST_HEADS}. */
  readonly heads: string[];
}

const MOST_HEADS = 4;

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
  /** HEAD is known from before, and the repository holds none of those commits any more. */
  readonly headsLost: boolean;
}

/** No fingerprints. */
export function emptyFingerprints(): Fingerprints {
  return {
    realPaths: new Set(),
    paths: new Set(),
    typedPaths: new Map(),
    gitDirs: new Set(),
    rootCommits: new Set(),
    origins: new Set(),
    heads: [],
  };
}

/** Adds what one observation shows. */
export function addFingerprints(known: Fingerprints, where: Where): void {
  const real = pathKey(placePath(where));
  const typed = typedKey(where);
  known.realPaths.add(real);
  for (const key of placeKeys(where)) if (key !== typed) known.paths.add(key);
  if (typed !== undefined) known.typedPaths.set(typed, real);
  if (where.gitDir !== undefined) known.gitDirs.add(where.gitDir);
  for (const commit of where.rootCommits ?? []) known.rootCommits.add(commit);
  if (where.origin !== undefined) known.origins.add(where.origin);
  if (where.head !== undefined) addHead(known.heads, where.head);
}

function addHead(heads: string[], head: string): void {
  if (heads.includes(head)) return;
  if (heads.push(head) > MOST_HEADS) heads.shift();
}

type SetName = Exclude<keyof Fingerprints, 'typedPaths' | 'heads'>;

function holdsAny(group: readonly Fingerprints[], name: SetName, values: readonly string[]): boolean {
  return group.some((known) => values.some((value) => known[name].has(value)));
}

function differs(group: readonly Fingerprints[], name: SetName, values: readonly string[]): boolean {
  return values.length > 0 && group.some((known) => known[name].size > 0) && !holdsAny(group, name, values);
}

function listed(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value];
}

/**
 * A link may be pointed at another project any day, so its name agrees only while it leads where it did, or when
 * nothing else can be meant: what it led to is gone, or nothing is known of where it leads now.
 */
function agreesAsTyped(group: readonly Fingerprints[], where: Where): boolean {
  const real = pathKey(placePath(where));
  const gone = (where.formerly ?? []).map(pathKey);
  return placeKeys(where).some((key) =>
    group.some(({ typedPaths }) => {
      const before = typedPaths.get(key);
      if (before === undefined) return false;
      return where.realCwd === undefined || before === real || gone.includes(before);
    }),
  );
}

/** Roots that a name of this place was recorded to lead to before; at most four, the newest of each project. */
export function earlierRoots(group: readonly Fingerprints[], where: Where): readonly string[] {
  const real = pathKey(placePath(where));
  const before = placeKeys(where).flatMap((key) => group.flatMap(({ typedPaths }) => typedPaths.get(key) ?? []));
  return [...new Set(before)].filter((root) => root !== real).slice(0, 4);
}

function lostAll(group: readonly Fingerprints[], lost: readonly string[]): boolean {
  const heads = group.flatMap((known) => known.heads);
  return heads.length > 0 && heads.every((head) => lost.includes(head));
}

/** Compares an observation with the fingerprints of a project and of all that was merged into it. */
export function compareFingerprints(group: readonly Fingerprints[], where: Where): Comparison {
  const origin = listed(where.origin);
  const rootCommits = where.rootCommits ?? [];
  const originsDiffer = differs(group, 'origins', origin);
  return {
    path: holdsAny(group, 'paths', placeKeys(where)) || agreesAsTyped(group, where),
    realPath: holdsAny(group, 'realPaths', [pathKey(placePath(where))]),
    gitDir: holdsAny(group, 'gitDirs', listed(where.gitDir)),
    rootCommit: !originsDiffer && holdsAny(group, 'rootCommits', rootCommits),
    origin: holdsAny(group, 'origins', origin),
    rootCommitsDiffer: differs(group, 'rootCommits', rootCommits),
    originsDiffer,
    headsLost: lostAll(group, where.lostHeads ?? []),
  };
}

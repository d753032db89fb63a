import type { Where } from '../events/session-data.ts';
import type { ProjectId } from '../kernel/ids.ts';
import type { Comparison } from './project-fingerprints.ts';
import { addFingerprints, compareFingerprints, earlierRoots, emptyFingerprints } from './project-fingerprints.ts';
import { findProject, fingerprintsOf, indexOf, memberIds, resolveProject } from './project-index.ts';
import { pathKey, placeKeys, placePath } from './project-place.ts';
import type { ProjectsState } from './project-state.ts';

/** What one project is to a place: it is there, it may be, or nothing says so. */
export type PlaceVerdict = 'same' | 'unsure' | 'different';

/** Which project a place belongs to. */
export type PlaceMatch =
  | { readonly kind: 'match'; readonly project: ProjectId }
  | { readonly kind: 'none' }
  /** Fingerprints disagree, or several projects fit equally; best candidate first. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly ProjectId[] };

interface Rule {
  readonly because: string;
  readonly applies: (seen: Comparison) => boolean;
  readonly verdict: PlaceVerdict;
}

function agreeingKinds(seen: Comparison): number {
  return [seen.path, seen.gitDir, seen.rootCommit, seen.origin].filter(Boolean).length;
}

/**
 * The first rule that applies decides. A git directory that differs contradicts nothing, because it is made anew by
 * every clone, copy and restore; one that agrees proves nothing alone, because inodes are reused.
 */
export const PLACE_RULES: readonly Rule[] = [
  {
    because: 'root commits and origins both differ: another repository took the path, and perhaps the inode',
    applies: (seen) => seen.path && seen.rootCommitsDiffer && seen.originsDiffer,
    verdict: 'unsure',
  },
  {
    because: 'root commits differ and nothing that HEAD was at is left: the repository was replaced in its place',
    applies: (seen) => seen.path && seen.rootCommitsDiffer && seen.headsLost,
    verdict: 'unsure',
  },
  { because: 'two kinds of fingerprint agree', applies: (seen) => agreeingKinds(seen) >= 2, verdict: 'same' },
  {
    because: 'the path agrees and nothing contradicts',
    applies: (seen) => seen.path && !seen.rootCommitsDiffer && !seen.originsDiffer,
    verdict: 'same',
  },
  { because: 'the path agrees but the repository is another', applies: (seen) => seen.path, verdict: 'unsure' },
  { because: 'only the root commit agrees', applies: (seen) => seen.rootCommit, verdict: 'unsure' },
  { because: 'only the origin agrees', applies: (seen) => seen.origin, verdict: 'unsure' },
  { because: 'nothing agrees, or only an inode', applies: () => true, verdict: 'different' },
];

/** Judges one comparison by the first rule that applies. */
export function judgePlace(seen: Comparison): PlaceVerdict {
  return PLACE_RULES.find((rule) => rule.applies(seen))?.verdict ?? 'different';
}

interface Candidate {
  readonly project: ProjectId;
  readonly verdict: PlaceVerdict;
  /** Higher is better: the number of agreeing kinds, then a confirmed project. */
  readonly rank: number;
  readonly realPath: boolean;
}

function judgeCandidate(state: ProjectsState, project: ProjectId, where: Where): Candidate {
  const group = memberIds(state, project).map((id) => fingerprintsOf(state, id));
  const seen = compareFingerprints(group, where);
  const confirmed = findProject(state, project)?.unconfirmed === false;
  return {
    project,
    verdict: judgePlace(seen),
    rank: agreeingKinds(seen) * 2 + (confirmed ? 1 : 0),
    realPath: seen.realPath,
  };
}

function resolveAll(state: ProjectsState, ids: Iterable<ProjectId>): readonly ProjectId[] {
  return [...new Set([...ids].map((id) => resolveProject(state, id)))];
}

function candidatesByPath(state: ProjectsState, where: Where): readonly ProjectId[] {
  const { byPath } = indexOf(state);
  return resolveAll(
    state,
    placeKeys(where).flatMap((key) => byPath.get(key) ?? []),
  );
}

function candidatesByRepository(state: ProjectsState, where: Where): readonly ProjectId[] {
  const { byRootCommit, byLoneRootCommit, byOrigin } = indexOf(state);
  // Thousands of copies of one template share a root commit; their origins keep them apart.
  const byCommit = where.origin === undefined ? byRootCommit : byLoneRootCommit;
  const found = (where.rootCommits ?? []).flatMap((commit) => byCommit.get(commit) ?? []);
  if (where.origin !== undefined) found.push(...(byOrigin.get(where.origin) ?? []));
  return resolveAll(state, found);
}

/** Projects other than `different` at a place, best first. */
function rankCandidates(state: ProjectsState, where: Where): readonly Candidate[] {
  const byPath = candidatesByPath(state, where).map((id) => judgeCandidate(state, id, where));
  const here = byPath.filter((candidate) => candidate.verdict === 'same' && candidate.realPath);
  // A place stays with the project that already holds its real path, so the rest need not be judged.
  if (here.length > 0) return here.sort((a, b) => b.rank - a.rank);
  const judged = new Set(byPath.map((candidate) => candidate.project));
  const others = candidatesByRepository(state, where).filter((id) => !judged.has(id));
  return [...byPath, ...others.map((id) => judgeCandidate(state, id, where))]
    .filter((candidate) => candidate.verdict !== 'different')
    .sort((a, b) => b.rank - a.rank);
}

/** The project that a person linked this very place to. */
function linkedProject(state: ProjectsState, where: Where): ProjectId | undefined {
  for (const project of candidatesByPath(state, where)) {
    const links = memberIds(state, project).flatMap((id) => findProject(state, id)?.links ?? []);
    for (const link of links) {
      const said = emptyFingerprints();
      addFingerprints(said, link.where);
      const seen = compareFingerprints([said], where);
      if (seen.realPath && judgePlace(seen) === 'same') return project;
    }
  }
  return undefined;
}

function parentKeys(key: string): readonly string[] {
  const ends = [...key.matchAll(/[\\/]/g)].map((found) => found.index).filter((end) => end > 0);
  return ends.reverse().map((end) => key.slice(0, end));
}

/** The worktree that a folder was part of, as it was recorded while both were there. */
export function removedWorktree(
  state: ProjectsState,
  where: Where,
): { readonly project: ProjectId; readonly place: Where } | undefined {
  if (where.missing !== true || where.root !== undefined) return undefined;
  const key = pathKey(placePath(where));
  const { byPath } = indexOf(state);
  for (const path of [key, ...parentKeys(key)]) {
    for (const project of byPath.get(path) ?? []) {
      const places = findProject(state, project)?.places ?? [];
      const place = places.findLast((each) => each.worktree !== undefined && pathKey(placePath(each)) === path);
      if (place !== undefined) return { project: resolveProject(state, project), place };
    }
  }
  return undefined;
}

/** Roots that a link in the name of a place led to before; whether they are gone decides if its name says anything. */
export function formerRoots(state: ProjectsState, where: Where): readonly string[] {
  if (where.realCwd === undefined) return [];
  const { byPath } = indexOf(state);
  const named = new Set(placeKeys(where).flatMap((key) => byPath.get(key) ?? []));
  return earlierRoots(
    [...named].map((id) => fingerprintsOf(state, id)),
    where,
  );
}

/**
 * Commits that HEAD was at in projects which hold this path, where the repository has other root commits now: whether it still
 * holds them tells a new beginning from another repository.
 */
export function doubtfulHeads(state: ProjectsState, where: Where): readonly string[] {
  if (where.rootCommits === undefined) return [];
  const heads = candidatesByPath(state, where).flatMap((project) => {
    const group = memberIds(state, project).map((id) => fingerprintsOf(state, id));
    return compareFingerprints(group, where).rootCommitsDiffer ? group.flatMap((known) => known.heads) : [];
  });
  return [...new Set(heads)];
}

/** Tells which project a place belongs to; merged projects answer with the one they were merged into. */
export function matchPlace(state: ProjectsState, where: Where): PlaceMatch {
  const linked = linkedProject(state, where);
  if (linked !== undefined) return { kind: 'match', project: linked };
  const candidates = rankCandidates(state, where);
  const [best, second] = candidates.filter((candidate) => candidate.verdict === 'same');
  if (best !== undefined && (second === undefined || second.rank < best.rank)) {
    return { kind: 'match', project: best.project };
  }
  if (candidates.length === 0) {
    const removed = removedWorktree(state, where);
    return removed === undefined ? { kind: 'none' } : { kind: 'match', project: removed.project };
  }
  return { kind: 'ambiguous', candidates: candidates.map((candidate) => candidate.project) };
}

/** An unconfirmed project and those it may be the same as. */
export interface ProjectAmbiguity {
  readonly project: ProjectId;
  readonly candidates: readonly ProjectId[];
}

function lookalikes(state: ProjectsState, id: ProjectId): readonly ProjectId[] {
  const places = findProject(state, id)?.places ?? [];
  const found = places.flatMap((where) => [...candidatesByPath(state, where), ...candidatesByRepository(state, where)]);
  const others = [...new Set(found)].filter((other) => other !== id);
  return others.filter((other) => places.some((where) => judgeCandidate(state, other, where).verdict !== 'different'));
}

/** Unconfirmed projects that no person has linked or merged yet. */
export function ambiguousProjects(state: ProjectsState): readonly ProjectAmbiguity[] {
  return state.projects
    .filter((project) => project.unconfirmed && project.mergedInto === null)
    .map((project) => ({ project: project.id, candidates: lookalikes(state, project.id) }));
}

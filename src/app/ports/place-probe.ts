import type { Where } from '../../events/session-data.ts';

/** Looks at a folder on this machine. */
export interface PlaceProbe {
  /** Never throws; what could not be seen is absent. `rootCommits` costs a git process per repository. */
  probe(cwd: string, options?: { readonly rootCommits?: boolean }): Where;
  /** Which of these commits the repository of a folder does not hold; none where git could not be asked. */
  missingCommits(cwd: string, commits: readonly string[]): readonly string[];
}

import type { Where } from '../../events/session-data.ts';

/** Looks at a folder on this machine. */
export interface PlaceProbe {
  /** Never throws; what could not be seen is absent. `rootCommits` costs a git process per repository. */
  probe(cwd: string, options?: { readonly rootCommits?: boolean }): Where;
}

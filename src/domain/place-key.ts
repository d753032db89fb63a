import type { Where } from '../events/session-data.ts';

/** What tells two places of one session apart: the git top level, else the folder. */
export function placeKey(where: Where): string {
  return where.root ?? where.realCwd ?? where.cwd;
}

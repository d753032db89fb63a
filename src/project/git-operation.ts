import { join } from 'node:path';
import type { GitOperation } from '../events/snapshot-data.ts';
import { statOf } from './find-repository.ts';
import { readSmallText } from './read-bounded.ts';

/** What git keeps in its folder while an operation waits to be finished; the first that is there counts. */
const MARKS: readonly (readonly [string, GitOperation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** Between two steps of a series only the list of what is left is there. */
function sequencedOperation(gitDir: string): GitOperation | undefined {
  const todo = readSmallText(join(gitDir, 'sequencer', 'todo'), 64 * 1024);
  if (todo === undefined) return undefined;
  return /^(?:revert|r)\b/m.test(todo) ? 'revert' : 'cherry-pick';
}

/** The operation that a checkout is in the middle of, from the files of its git folder. */
export function findOperation(gitDir: string): GitOperation | undefined {
  const found = MARKS.find(([name]) => statOf(join(gitDir, name)) !== undefined);
  return found?.[1] ?? sequencedOperation(gitDir);
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AvoidedFolders } from '../files/find-program.ts';
import { type Env, findGit, runGitNow } from './run-git.ts';

const TIME_LIMIT = 3000;
const OUTPUT_LIMIT = 1024 * 1024;
const MOST_ROOTS = 8;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Ids of the commits without parents, sorted, the first eight; `undefined` when git is missing, fails or takes longer
 * than three seconds. Stashes and notes have roots of their own that say nothing about the project; a shallow clone
 * does not know its roots.
 */
export function listRootCommits(
  commonDir: string,
  options: { readonly env: Env; readonly avoid: AvoidedFolders },
): readonly string[] | undefined {
  if (existsSync(join(commonDir, 'shallow'))) return undefined;
  const git = findGit(options.env, options.avoid);
  if (git === undefined) return undefined;
  const answer = runGitNow({
    git,
    env: options.env,
    gitDir: commonDir,
    args: ['rev-list', '--max-parents=0', '--exclude=refs/stash', '--exclude=refs/notes/*', '--all'],
    timeLimit: TIME_LIMIT,
    outputLimit: OUTPUT_LIMIT,
  });
  if (!answer.ok) return undefined;
  const ids = answer.out
    .toString('latin1')
    .split('\n')
    .filter((line) => OBJECT_ID.test(line));
  return ids.length === 0 ? undefined : ids.sort().slice(0, MOST_ROOTS);
}

/** Which of these commits a repository does not hold, reachable or not; none when git could not be asked. */
export function listMissingCommits(
  commonDir: string,
  commits: readonly string[],
  options: { readonly env: Env; readonly avoid: AvoidedFolders },
): readonly string[] {
  const git = findGit(options.env, options.avoid);
  const names = commits.filter((commit) => OBJECT_ID.test(commit));
  if (git === undefined || names.length === 0) return [];
  const answer = runGitNow({
    git,
    env: options.env,
    gitDir: commonDir,
    args: ['rev-list', '--no-walk=unsorted', '--ignore-missing', ...names],
    timeLimit: TIME_LIMIT,
    outputLimit: OUTPUT_LIMIT,
  });
  if (!answer.ok) return [];
  const held = new Set(answer.out.toString('latin1').split('\n'));
  return names.filter((name) => !held.has(name));
}

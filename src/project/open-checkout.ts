import { join } from 'node:path';
import type { PlaceProbe } from '../app/ports/place-probe.ts';
import { findRepository } from './find-repository.ts';
import { findUserIgnore } from './find-user-ignore.ts';
import { type BoundedRead, readIfSmall } from './read-bounded.ts';
import { type Env, findGit, type GitAnswer, runGit } from './run-git.ts';

const CONFIG_LIMIT = 4 * 1024 * 1024;
const LIST_LIMIT = 1024 * 1024;
const FILTER = /filter|include/i;

/** A checkout that can be asked. */
export interface Checkout {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly bare: boolean;
  /** The git that is asked. */
  readonly git: string;
  ask(
    args: readonly string[],
    options?: { readonly input?: Uint8Array; readonly outputLimit?: number },
  ): Promise<GitAnswer>;
}

export interface CheckoutSource {
  readonly env: Env;
  readonly cwd: string;
  readonly probe: PlaceProbe;
  readonly limits: { readonly gitTime: number };
  /** Another git than that of PATH: the one that a checkout around this one was asked with. */
  readonly git?: string;
}

/** `missing`: no git on this machine. `none`: the folder is in no repository. */
export type OpenedCheckout =
  | { readonly kind: 'open'; readonly checkout: Checkout }
  | { readonly kind: 'missing' | 'none' };

function mayNameFilter({ state, bytes }: BoundedRead): boolean {
  return state === 'unread' || FILTER.test(bytes?.toString('latin1') ?? '');
}

/**
 * Settings that take the programs away from every filter that the repository defines, so that none of them runs when git
 * looks at a file; `undefined` when that cannot be done. A filter is named in a file that holds one of two words, so most
 * repositories cost nothing; what a file holds that cannot be read here, or not so far, only git can tell.
 */
async function quietFilters(folders: {
  readonly gitDir: string;
  readonly commonDir: string;
  readonly list: (args: readonly string[]) => Promise<GitAnswer>;
}): Promise<readonly string[] | undefined> {
  const files = [join(folders.commonDir, 'config'), join(folders.gitDir, 'config.worktree')];
  const suspect = files.some((file) => mayNameFilter(readIfSmall(file, CONFIG_LIMIT)));
  if (!suspect) return [];
  const answer = await folders.list(['config', '--includes', '--name-only', '-z', '--get-regexp', '^filter[.]']);
  if (!answer.ok && answer.why !== 'failed') return undefined;
  const names = answer.out.toString('utf8').split('\0');
  const filters = new Set(names.flatMap((name) => /^filter\.(.+)\.[^.]+$/s.exec(name)?.[1] ?? []));
  // Such a name cannot be given as a setting: nothing is asked of a repository whose filters cannot be switched off.
  if ([...filters].some((name) => name.includes('='))) return undefined;
  return [...filters].flatMap((name) => [
    `filter.${name}.clean=`,
    `filter.${name}.smudge=`,
    `filter.${name}.process=`,
    `filter.${name}.required=false`,
  ]);
}

/** The checkout that holds a folder, by the same rules by which a place is looked at. */
export function openCheckout(source: CheckoutSource, folder: string): OpenedCheckout {
  const where = source.probe.probe(folder);
  const found = where.realCwd === undefined ? undefined : findRepository(where.realCwd);
  // A repository that does not own the folder is not its checkout.
  if (found === undefined || found.root !== where.root) return { kind: 'none' };
  const { root, gitDir, commonDir } = found;
  if (gitDir === undefined || commonDir === undefined) return { kind: 'none' };
  const git = source.git ?? findGit(source.env, { root, exactly: [source.cwd] });
  if (git === undefined) return { kind: 'missing' };
  const bare = gitDir === root;
  const base = { git, env: source.env, gitDir, timeLimit: source.limits.gitTime, ...(bare ? {} : { root }) };
  const ignore = findUserIgnore(source.env);
  const ignoring = ignore === undefined ? [] : [`core.excludesFile=${ignore}`];
  let quiet: Promise<readonly string[] | undefined> | undefined;
  const list = (args: readonly string[]) => runGit({ ...base, args, outputLimit: LIST_LIMIT });
  return {
    kind: 'open',
    checkout: {
      root,
      gitDir,
      commonDir,
      bare,
      git,
      ask: async (args, { input, outputLimit = LIST_LIMIT } = {}) => {
        quiet ??= quietFilters({ gitDir, commonDir, list });
        const settings = await quiet;
        if (settings === undefined) return { ok: false, why: 'failed', out: Buffer.alloc(0) };
        const more = { settings: [...settings, ...ignoring], args, outputLimit };
        return runGit({ ...base, ...more, ...(input === undefined ? {} : { input }) });
      },
    },
  };
}

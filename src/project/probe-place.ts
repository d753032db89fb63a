import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { PlaceProbe } from '../app/ports/place-probe.ts';
import type { Where } from '../events/session-data.ts';
import { type FoundRepository, findRepository, statOf } from './find-repository.ts';
import { listMissingCommits, listRootCommits } from './list-root-commits.ts';
import { type HeadState, readHead } from './read-head.ts';
import { readOrigin } from './read-origin.ts';
import { linuxPathInWsl } from './wsl-path.ts';

/** What a probe needs from outside. */
export interface PlaceProbeOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Working directory of this process; a git found inside it is not run. */
  readonly cwd?: string;
}

/** `<checkout>/.claude/worktrees/<name>`, which the agent removes when the work is done. */
const AGENT_WORKTREE = /^(.+?)[\\/]\.claude[\\/]worktrees[\\/]([^\\/]+)/;

type SeenFolder =
  | { readonly kind: 'there'; readonly path: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly code: string };

function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/** Follows a path to its real folder; a loop of links is told, never walked. */
function followPath(path: string): SeenFolder {
  if (!isAbsolute(path)) return { kind: 'missing' };
  try {
    const real = realpathSync.native(path);
    return statOf(real)?.isDirectory() === true
      ? { kind: 'there', path: real }
      : { kind: 'unreadable', code: 'ENOTDIR' };
  } catch (error) {
    const code = errorCode(error);
    const absent = code === 'ENOENT' || code === 'ENOTDIR' || code === 'ERR_INVALID_ARG_VALUE';
    return absent ? { kind: 'missing' } : { kind: 'unreadable', code };
  }
}

interface Present<T> {
  readonly [key: string]: T;
}

function present<T>(key: string, value: T | undefined): Present<T> {
  return value === undefined ? {} : { [key]: value };
}

/** Root commits of a repository, or nothing when they are not wanted or cannot be had. */
type ListRoots = (repository: FoundRepository, head: HeadState) => readonly string[] | undefined;

/** Root commits are asked of git once per repository and head. */
function rememberRoots({ env, cwd }: PlaceProbeOptions): ListRoots {
  const seen = new Map<string, readonly string[] | undefined>();
  return ({ commonDir, root }, { head }) => {
    if (commonDir === undefined) return undefined;
    const key = `${commonDir}\0${head ?? ''}`;
    if (!seen.has(key)) seen.set(key, listRootCommits(commonDir, { env, avoid: { root, exactly: [cwd] } }));
    return seen.get(key);
  };
}

function describeRepository(repository: FoundRepository, listRoots: ListRoots): Partial<Where> {
  const { root, gitDir, commonDir, worktree, mainRoot } = repository;
  const place = { root, ...present('worktree', worktree), ...present('mainRoot', mainRoot) };
  if (gitDir === undefined || commonDir === undefined) return place;
  const stats = statOf(commonDir);
  const head = readHead({ gitDir, commonDir });
  return {
    ...place,
    ...present('gitDir', stats === undefined ? undefined : `${stats.dev}:${stats.ino}`),
    ...present('origin', readOrigin(commonDir)),
    ...present('rootCommits', listRoots(repository, head)),
    ...head,
  };
}

/** A worktree in the folder where agents make them, removed since, was part of the repository around it. */
function describeRemovedWorktree(path: string, listRoots: ListRoots): Partial<Where> {
  const [, around, worktree] = AGENT_WORKTREE.exec(path) ?? [];
  const seen = around === undefined ? undefined : followPath(around);
  if (worktree === undefined || seen?.kind !== 'there') return {};
  const repository = findRepository(seen.path);
  if (repository?.root !== seen.path || repository.worktree !== undefined) return {};
  const { root: mainRoot, branch: _branch, head: _head, ...facts } = describeRepository(repository, listRoots);
  return { ...facts, worktree, ...present('mainRoot', mainRoot) };
}

/** The home folder of the environment, links resolved. */
function findHome(env: PlaceProbeOptions['env']): string | undefined {
  const named = env['HOME'] || env['USERPROFILE'];
  const seen = named === undefined ? undefined : followPath(named);
  return seen?.kind === 'there' ? seen.path : named;
}

/** Looks at folders of this machine: links and git files, and a git process only when root commits are asked for. */
export function createPlaceProbe(options: PlaceProbeOptions): PlaceProbe {
  // Set to nothing is as good as not set.
  const distribution = options.env['WSL_DISTRO_NAME'] || undefined;
  const roots = rememberRoots(options);
  let home: string | undefined;

  /** A repository rooted at the home folder does not own what lies below. */
  function findOwner(folder: string): FoundRepository | undefined {
    const found = findRepository(folder);
    if (found === undefined || found.root === folder) return found;
    home ??= findHome(options.env);
    return found.root === home ? undefined : found;
  }

  return {
    probe(cwd, { rootCommits = false } = {}): Where {
      const listRoots: ListRoots = rootCommits ? roots : () => undefined;
      const translated = distribution === undefined ? undefined : linuxPathInWsl(cwd, distribution);
      const path = translated ?? cwd;
      const named = { cwd, ...present('realCwd', translated) };
      const seen = followPath(path);
      if (seen.kind === 'missing') return { ...named, ...describeRemovedWorktree(path, listRoots), missing: true };
      if (seen.kind === 'unreadable') return named;
      const repository = findOwner(seen.path);
      return {
        cwd,
        realCwd: seen.path,
        ...(repository === undefined ? {} : describeRepository(repository, listRoots)),
      };
    },
    missingCommits(cwd, commits) {
      const repository = findOwner(cwd);
      if (repository?.commonDir === undefined || commits.length === 0) return [];
      const avoid = { root: repository.root, ...present('cwd', options.cwd) };
      return listMissingCommits(repository.commonDir, commits, { env: options.env, avoid });
    },
  };
}

import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { PlaceProbe } from '../app/ports/place-probe.ts';
import type { Where } from '../events/session-data.ts';
import { type FoundRepository, findRepository, statOf } from './find-repository.ts';
import { listRootCommits } from './list-root-commits.ts';
import { type HeadState, readHead } from './read-head.ts';
import { readOrigin } from './read-origin.ts';
import { linuxPathInWsl } from './wsl-path.ts';

/** What a probe needs from outside. */
export interface PlaceProbeOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Working directory of this process; a git found inside it is not run. */
  readonly cwd?: string;
}

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

/** Looks at folders of this machine: links and git files, and a git process only when root commits are asked for. */
export function createPlaceProbe(options: PlaceProbeOptions): PlaceProbe {
  const { env } = options;
  const distribution = env['WSL_DISTRO_NAME'];
  const rootsSeen = new Map<string, readonly string[] | undefined>();
  let home: string | undefined;

  function realHome(): string | undefined {
    const named = env['HOME'] ?? env['USERPROFILE'];
    if (home !== undefined || named === undefined) return home;
    const seen = followPath(named);
    home = seen.kind === 'there' ? seen.path : named;
    return home;
  }

  function rootCommitsOf(repository: FoundRepository, head: HeadState): readonly string[] | undefined {
    const { commonDir, root } = repository;
    if (commonDir === undefined) return undefined;
    const key = `${commonDir}\0${head.head ?? ''}`;
    if (!rootsSeen.has(key)) {
      const avoid = { root, ...(options.cwd === undefined ? {} : { cwd: options.cwd }) };
      rootsSeen.set(key, listRootCommits(commonDir, { env, avoid }));
    }
    return rootsSeen.get(key);
  }

  function describeRepository(repository: FoundRepository, rootCommits: boolean): Partial<Where> {
    const { root, gitDir, commonDir, worktree, mainRoot } = repository;
    const place = { root, ...present('worktree', worktree), ...present('mainRoot', mainRoot) };
    if (gitDir === undefined || commonDir === undefined) return place;
    const stats = statOf(commonDir);
    const head = readHead({ gitDir, commonDir });
    return {
      ...place,
      ...present('gitDir', stats === undefined ? undefined : `${stats.dev}:${stats.ino}`),
      ...present('origin', readOrigin(commonDir)),
      ...present('rootCommits', rootCommits ? rootCommitsOf(repository, head) : undefined),
      ...head,
    };
  }

  /** A repository rooted at the home folder does not own what lies below. */
  function owningRepository(folder: string): FoundRepository | undefined {
    const found = findRepository(folder);
    return found !== undefined && found.root === realHome() && folder !== found.root ? undefined : found;
  }

  return {
    probe(cwd, { rootCommits = false } = {}): Where {
      const translated = distribution === undefined ? undefined : linuxPathInWsl(cwd, distribution);
      const seen = followPath(translated ?? cwd);
      if (seen.kind === 'missing') return { cwd, ...present('realCwd', translated), missing: true };
      if (seen.kind === 'unreadable') return { cwd, ...present('realCwd', translated) };
      const repository = owningRepository(seen.path);
      const git = repository === undefined ? {} : describeRepository(repository, rootCommits);
      return { cwd, realCwd: seen.path, ...git };
    },
  };
}

import type { PlaceProbe } from '../app/ports/place-probe.ts';
import type { Redactor } from '../app/ports/redactor.ts';
import type { Snapshots } from '../app/ports/snapshots.ts';
import { allowedModels } from './allowed-models.ts';
import { digestContent, type KeyedDigest } from './digest-content.ts';
import { findAgentProgram } from './find-agent-program.ts';
import type { Env } from './run-git.ts';

/** Bounds of looking at a project; what they keep out is counted in `left`. */
export interface SnapshotLimits {
  /** Milliseconds one git process may take. */
  readonly gitTime: number;
  /** Milliseconds spent on digesting files. */
  readonly digestTime: number;
  readonly dirtyPaths: number;
  /** Bytes of one digested file. */
  readonly fileBytes: number;
  /** Bytes of all digested files of one look together. */
  readonly totalBytes: number;
  /** Files that globs and imports may add to the policy. */
  readonly policyFiles: number;
}

export const SNAPSHOT_LIMITS: SnapshotLimits = {
  gitTime: 10_000,
  digestTime: 5000,
  dirtyPaths: 2000,
  fileBytes: 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
  policyFiles: 200,
};

/** What looking at projects needs from outside. */
export interface SnapshotOptions {
  readonly env: Env;
  /** Working directory of this process; a program found inside it is not run. */
  readonly cwd: string;
  readonly clock: () => number;
  readonly probe: PlaceProbe;
  readonly redactor: Redactor;
  readonly keyedDigest: KeyedDigest;
  readonly limits?: Partial<SnapshotLimits>;
}

/** The same with every bound decided. */
export interface Looking extends Omit<SnapshotOptions, 'limits'> {
  readonly limits: SnapshotLimits;
}

/** Looks at projects of this machine. What asks git or parses settings is loaded when it is first needed. */
export function createSnapshots(options: SnapshotOptions): Snapshots {
  const looking: Looking = { ...options, limits: { ...SNAPSHOT_LIMITS, ...options.limits } };
  return {
    take: async (cwd, wishes = {}) => (await import('./take-snapshot.ts')).takeSnapshot(looking, cwd, wishes),
    compare: async (then, now) => (await import('./compare-worktree.ts')).compareWorktree(looking, then, now),
    contents: async (paths) => (await import('./read-contents.ts')).readContents(looking, paths),
    committed: async (cwd, question) => (await import('./read-commit.ts')).readCommitted(looking, cwd, question),
    digestContent: (content) => digestContent(options.keyedDigest, content),
    inferHead: async (cwd, question) => (await import('./infer-head.ts')).inferHead(looking, cwd, question),
    findCommits: async (cwd, ids) => (await import('./read-commit.ts')).findCommits(looking, cwd, ids),
    agent: (name) => {
      const models = allowedModels(name, options.env);
      return { program: findAgentProgram(name, options), ...(models === undefined ? {} : { models }) };
    },
  };
}

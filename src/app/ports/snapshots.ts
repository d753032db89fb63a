import type { ContentNow, WorktreeComparison } from '../../domain/worktree-comparison.ts';
import type { AgentName } from '../../events/agents.ts';
import type { ProcessMark } from '../../events/session-data.ts';
import type { ProjectSnapshot } from '../../events/snapshot-data.ts';
import type { IsoTime } from '../../kernel/ids.ts';

export type { CommitBetween, ComparedPath, ContentNow, WorktreeComparison } from '../../domain/worktree-comparison.ts';

/** Where HEAD was at a moment, as the reflog tells. */
export interface InferredHead {
  readonly head: string;
  readonly branch?: string;
  /** The reflog line, for a person to check. */
  readonly evidence: string;
}

/** What the settings of the machine say of an agent. */
export interface AgentOnMachine {
  /** Path of its program; null when PATH has none. */
  readonly program: string | null;
  /** Models, or parts of their names, that its settings allow; absent when they allow any. */
  readonly models?: readonly string[];
}

/** What is wanted of a snapshot. */
export interface SnapshotWishes {
  /** More policy files, relative to the root. */
  readonly globs?: readonly string[];
}

/**
 * Looks at projects of this machine for resume checks. Never throws, never writes, asks git hardened and within bounds.
 * What it answers is redacted; digests are keyed.
 */
export interface Snapshots {
  /** Git state, policy and grants of a folder. */
  take(cwd: string, wishes?: SnapshotWishes): Promise<ProjectSnapshot>;
  /**
   * Compares the checkout of `now`, which `take` just returned, with what `then` says; reads worktree bytes of changed
   * paths only.
   */
  compare(then: ProjectSnapshot, now: ProjectSnapshot): Promise<WorktreeComparison>;
  /** Digests files as they are now; paths are absolute. Bounded in size, not in number. */
  contents(paths: readonly string[]): Promise<ReadonlyMap<string, ContentNow>>;
  /** Digests files as a commit holds them; paths are relative to the root of the checkout that holds `cwd`. `gone`: not in that commit. */
  committed(
    cwd: string,
    question: { readonly commit: string; readonly paths: readonly string[] },
  ): Promise<ReadonlyMap<string, ContentNow>>;
  /** Keyed digest of a file's content, comparable with `contents` and dirty digests. */
  digestContent(content: string): string;
  /** HEAD at a moment, from the reflog of the checkout that holds `cwd`; null when it does not reach back that far. */
  inferHead(cwd: string, options: { readonly at: IsoTime; readonly branch?: string }): Promise<InferredHead | null>;
  /** Full ids of those of the commits (abbreviated ids) that the checkout's repository holds. */
  findCommits(cwd: string, ids: readonly string[]): Promise<readonly string[]>;
  agent(name: AgentName): AgentOnMachine;
}

/** Processes of this machine. */
export interface Processes {
  /** The mark of a process; undefined when there is none or the system does not tell. */
  mark(pid: number): ProcessMark | undefined;
  /** The process that ran loom. */
  readonly parentPid: number;
  /** `elsewhere`: another host. `unknown` never blocks. */
  look(mark: ProcessMark): 'alive' | 'gone' | 'elsewhere' | 'unknown';
  /** Whether the marked process is an ancestor of this one. */
  isAncestor(mark: ProcessMark): boolean;
}

import type { AgentName } from '../../events/agents.ts';
import type { ProcessMark } from '../../events/session-data.ts';
import type { LeftOut, ProjectSnapshot } from '../../events/snapshot-data.ts';
import type { IsoTime } from '../../kernel/ids.ts';

/** Bytes of one path, then against now. */
export interface ComparedPath {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly change: 'same' | 'changed' | 'added' | 'deleted' | 'renamed' | 'unknown';
  /** Former path of a renamed one. */
  readonly from?: string;
  /** Keyed digests of the worktree bytes; absent when there was no file, or it was not read. */
  readonly before?: string;
  readonly after?: string;
  readonly dirtyThen: boolean;
  readonly dirtyNow: boolean;
}

/** A commit between then and now. */
export interface CommitBetween {
  readonly id: string;
  readonly subject: string;
  readonly at: IsoTime | null;
}

/** A checkout now, against what a snapshot says of it. */
export interface WorktreeComparison {
  /**
   * How HEAD moved. `rewritten`: the old commit is still there, but no ancestor of HEAD nor the other way round;
   * `gone`: it is not in the repository; `unknown`: git could not be asked, or no commit is known of then.
   */
  readonly head: 'same' | 'ahead' | 'behind' | 'rewritten' | 'gone' | 'unknown';
  /** Commits that HEAD has and the old one has not, newest first, bounded; `commitCount` is all of them. */
  readonly commits: readonly CommitBetween[];
  readonly commitCount: number;
  /** Every path of diff(HEAD then, HEAD now) ∪ dirty then ∪ dirty now, in path order. */
  readonly paths: readonly ComparedPath[];
  /** What was not compared. Anything here forbids `ready`. */
  readonly left: readonly LeftOut[];
}

/** A file as it is now. `digest` is absent for one that is gone, no regular file, or larger than 1 MiB. */
export interface ContentNow {
  readonly state: 'file' | 'gone' | 'other' | 'large' | 'unreadable';
  readonly digest?: string;
}

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
}

/** Looks at projects of this machine for resume checks. Never throws, never writes, asks git hardened and within bounds. */
export interface Snapshots {
  /** Git state, policy and grants of a folder. `globs`: more policy files, relative to the root. */
  take(cwd: string, options?: { readonly globs?: readonly string[] }): ProjectSnapshot;
  /** Compares the checkout at `now.where` with what `then` says; reads worktree bytes of changed paths only. */
  compare(then: ProjectSnapshot, now: ProjectSnapshot): WorktreeComparison;
  /** Digests files as they are now; paths are absolute. Bounded in size, not in number. */
  contents(paths: readonly string[]): ReadonlyMap<string, ContentNow>;
  /** Keyed digest of a file's content, comparable with `contents` and dirty digests. */
  digestContent(content: string): string;
  /** HEAD at a moment, from the reflog of the checkout that holds `cwd`; null when it does not reach back that far. */
  inferHead(cwd: string, options: { readonly at: IsoTime; readonly branch?: string }): InferredHead | null;
  /** Full ids of those of the commits (abbreviated ids) that the checkout's repository holds. */
  findCommits(cwd: string, ids: readonly string[]): readonly string[];
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

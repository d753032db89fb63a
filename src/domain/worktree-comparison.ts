/** What a look at a checkout says against what a snapshot knew: plain data that the judging reads. */
import type { LeftOut } from '../events/snapshot-data.ts';
import type { IsoTime } from '../kernel/ids.ts';

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
  /** The path is a link, and this is what it leads to; git knows only where it leads. */
  readonly linked?: boolean;
}

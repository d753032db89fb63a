/**
 * Data of `session.*` and `transcript.*` events: plain types, so that a read path loads no validator.
 * The zod schemas in `session-schemas.ts` are checked against these types when loom is compiled.
 */
import type { EventId, ProjectId, SessionId } from '../kernel/ids.ts';
import type { AgentName } from './agents.ts';
import type { TouchedContent } from './snapshot-data.ts';

/** What was observed of the folder where something happened. Unknown parts are absent. No part is a verdict on identity. */
export interface Where {
  /** Working directory as the agent or shell named it, redacted. */
  readonly cwd: string;
  /** `cwd` with links resolved, when it existed at that time. */
  readonly realCwd?: string;
  /** Innermost git top level, links resolved; absent outside git. */
  readonly root?: string;
  /** `dev:ino` of the git common directory, decimal. */
  readonly gitDir?: string;
  /** Root commit ids, sorted; the first eight. */
  readonly rootCommits?: readonly string[];
  /** `origin` URL, normalised, credentials stripped. */
  readonly origin?: string;
  /** Name of the linked worktree, when `root` is one. */
  readonly worktree?: string;
  /** Top level of the main checkout, when `root` is a linked worktree of one. */
  readonly mainRoot?: string;
  readonly branch?: string;
  /** HEAD commit id. */
  readonly head?: string;
  /** `true` when loom looked and the folder was not there. */
  readonly missing?: boolean;
  /** Roots that `cwd`, a link, led to before, and that were gone or led here too when loom looked. */
  readonly formerly?: readonly string[];
  /** Commits that were HEAD here before, and that the repository did not hold when loom looked. */
  readonly lostHeads?: readonly string[];
}

/** Where a session came from. */
export interface ParentRef {
  readonly session: SessionId;
  readonly kind: 'subagent' | 'fork' | 'continuation';
  /** Message or event of the parent at which this one begins. */
  readonly at?: string;
}

/** A reader may conclude: this session exists, belongs to this agent under this native id, and began in this place. */
export interface SessionStarted {
  readonly agent: AgentName;
  readonly nativeId: string;
  readonly where?: Where;
  readonly title?: string;
  readonly parent?: ParentRef;
  /** Started without a person in front of it (SDK, CI). */
  readonly headless?: boolean;
  /** Keyed digest of the native key of the first record: two sessions that share it share a beginning. */
  readonly firstRecord?: string;
  readonly tty?: string;
  /** The process the agent runs in: whether it lives tells whether the session may go on elsewhere. */
  readonly process?: ProcessMark;
}

/** A reader may conclude: the session took place in this folder too. */
export interface SessionLinked {
  readonly where: Where;
}

/** A reader may conclude: a person gave the session this title; the newest one counts, and an empty one takes it away. */
export interface SessionRenamed {
  readonly title: string;
}

/** A reader may conclude: the session ended. `inferred` means that no end was seen, only silence. */
export interface SessionClosed {
  readonly reason?: string;
  readonly inferred?: boolean;
}

/** A reader may conclude: what the session.deleted, .archived, .pinned before it did is undone, or was done on request. */
export interface SessionFlagged {
  readonly reason?: string;
  /** The event that this one undoes. */
  readonly undoes?: EventId;
}

/** A reader may conclude: the session's content is gone from this store for good; only its envelope lines remain. */
export interface SessionPurged {
  readonly lines: number;
  readonly bytes: number;
}

/** A reader may conclude: the recorded conversation has a break here (reload, restart, rewritten history). */
export interface SessionReloaded {
  readonly reason?: string;
}

/** State of the source file when its records were last kept. */
export interface SourceMark {
  /** Path as found, redacted; empty for a session that loom made and no agent has a file of. */
  readonly path: string;
  /** Bytes read and accounted for: everything before `offset` is kept, skipped or reported. */
  readonly offset: number;
  /** Number of the last source line before `offset`. */
  readonly line?: number;
  readonly size: number;
  /** Nanoseconds since the epoch, decimal text. */
  readonly mtimeNs?: string;
  readonly ctimeNs?: string;
  /** `dev:ino`, decimal. */
  readonly inode?: string;
  /** Base64url of the first 128 bits of SHA-256 over the source's bytes before `offset`. */
  readonly prefixDigest: string;
}

/** Tally of one source, cumulative over its syncs. */
export interface ImportTally {
  readonly read: number;
  readonly kept: number;
  readonly skipped: number;
  readonly malformed: number;
  readonly recovered: number;
  readonly unknown: number;
  /** Line numbers (1-based) of the first malformed lines. */
  readonly malformedLines?: readonly number[];
  readonly skippedTypes?: Readonly<Record<string, number>>;
  /** Replaced secrets by rule id. */
  readonly redactions?: Readonly<Record<string, number>>;
}

/**
 * A reader may conclude: the kept transcript is complete up to `keptLength` bytes and `lines` lines, and stands for
 * everything the source held before `source.offset`. Bytes after `keptLength` are not part of the store.
 */
export interface TranscriptSynced {
  readonly source: SourceMark;
  readonly keptLength: number;
  readonly lines: number;
  readonly generation: number;
  readonly tally: ImportTally;
  /** Number of leading records that another session already held, and which. */
  readonly inherited?: { readonly session: SessionId; readonly records: number };
}

/**
 * A reader may conclude: at that moment the project looked like this. Fields a snapshot does not carry are unknown, and
 * without `document` only `where` is known. `tool`: HEAD right after a shell ran.
 */
export interface SnapshotTaken {
  readonly where: Where;
  readonly inferred?: boolean;
  readonly occasion: 'start' | 'stop' | 'close' | 'import' | 'resume' | 'tool';
  /** SHA-256 and size of the session's blob that holds the whole snapshot (`SnapshotDocument`). */
  readonly document?: { readonly blob: string; readonly bytes: number };
  /** Touched files of an import, where they are few enough for an event; `document` holds them otherwise. */
  readonly touched?: readonly TouchedContent[];
  /** As in `SnapshotDocument`, for the digests of `touched`. */
  readonly keyed?: string;
  /** Number of dirty paths, and what a bound left out of the snapshot. */
  readonly dirty?: number;
  readonly left?: Readonly<Record<string, number>>;
}

/** A process on a machine, named so that another one with the same number is not taken for it. */
export interface ProcessMark {
  readonly host: string;
  /** Changes with every start of the machine; absent where the system does not tell. */
  readonly boot?: string;
  readonly pid: number;
  /** Start time of the process in the system's own unit; absent where the system does not tell. */
  readonly started?: string;
}

/** A reader may conclude: these facts about one place were seen and belong to this project from now on. */
export interface ProjectIdentified {
  readonly project: ProjectId;
  readonly where: Where;
  readonly name: string;
}

/** A reader may conclude: a person said that this place belongs to the project; with `undoes`, that it does not. */
export interface ProjectLinked {
  readonly where: Where;
  /** The `project.linked` that this one takes back. */
  readonly undoes?: EventId;
}

/** A reader may conclude: a person said that `from` and this project are one; this project's id stays. With `undoes`, that they are two. */
export interface ProjectMerged {
  readonly from: ProjectId;
  /** The `project.merged` that this one takes back. */
  readonly undoes?: EventId;
}

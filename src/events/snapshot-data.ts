/**
 * What a session knew of its project: the document behind a `snapshot.taken` event. It is larger than an event may be, so it
 * lies as JSON in a blob of the session, and the event names it. Everything in it is redacted; digests are keyed.
 */
import type { IsoTime } from '../kernel/ids.ts';
import type { AgentName } from './agents.ts';
import type { Where } from './session-data.ts';

/** Version of the snapshot document. */
export const SNAPSHOT_VERSION = 1;

/** Something a bound kept out of a snapshot or a comparison; never silent. */
export interface LeftOut {
  readonly code:
    | 'dirty-paths'
    | 'large-files'
    | 'unreadable-files'
    | 'policy-files'
    | 'time'
    | 'git-missing'
    | 'git-failed';
  readonly count: number;
  /** Examples, bounded. */
  readonly paths?: readonly string[];
}

/** A path whose worktree bytes differ from HEAD, or that git does not know. `path` is relative to the root, with `/`. */
export interface DirtyPath {
  readonly path: string;
  readonly state: 'modified' | 'added' | 'deleted' | 'renamed' | 'untracked' | 'unmerged' | 'submodule';
  /** Former path of a renamed one. */
  readonly from?: string;
  /** Keyed digest of the worktree bytes; absent when the file is gone, larger than 1 MiB or not looked at. For a submodule: its commit. */
  readonly digest?: string;
}

export type GitOperation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect' | 'am';

/** State of a checkout. */
export interface GitState {
  /** Commit id; absent before the first commit. */
  readonly head?: string;
  /** Absent when detached. */
  readonly branch?: string;
  readonly detached?: boolean;
  readonly bare?: boolean;
  readonly shallow?: boolean;
  readonly upstream?: { readonly name: string; readonly ahead: number; readonly behind: number };
  readonly operation?: GitOperation;
  readonly unmerged?: readonly string[];
  readonly dirty: readonly DirtyPath[];
}

/** An instruction or settings file by its parsed meaning. */
export interface PolicyFile {
  /** Relative to the project's root with `/`; of the user level it begins with `~/`. */
  readonly path: string;
  readonly level: 'project' | 'user';
  readonly kind: 'instructions' | 'settings' | 'servers' | 'loom';
  /** Keyed digest of what it means: instruction text without loom's own block, settings with sorted keys and without grants, servers and loom's own hooks. */
  readonly meaning: string;
  /** Keyed digest of its bytes; differs from a twin with equal meaning when only the form changed. */
  readonly bytes: string;
  /** It could not be parsed: `meaning` is then of its bytes. */
  readonly unparsed?: boolean;
}

/** A program that an agent starts by itself, a server or a hook; or a variable that decides which programs those are. */
export interface GrantedProgram {
  readonly kind: 'server' | 'hook' | 'variable';
  readonly name: string;
  /** Command line, redacted and bounded; for a person to read. */
  readonly shown: string;
  /** Keyed digest of command, arguments, address, names of environment variables and values of decisive ones. */
  readonly digest: string;
}

/** What one settings file of an agent allows. Lists are sorted. */
export interface CapabilityGrant {
  readonly agent: AgentName;
  readonly level: 'project' | 'user';
  /** The settings file, as in {@link PolicyFile}. */
  readonly source: string;
  /** Permission or approval mode, in the agent's own word. */
  readonly mode?: string;
  readonly sandbox?: string;
  readonly network?: boolean;
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  /** Folders beyond the project that it may write to. */
  readonly folders: readonly string[];
  readonly programs: readonly GrantedProgram[];
}

/** A project as it stood at one moment. */
export interface ProjectSnapshot {
  readonly at: IsoTime;
  readonly where: Where;
  /** Null outside git, and when git could not be asked (see `left`). */
  readonly git: GitState | null;
  readonly policy: readonly PolicyFile[];
  readonly grants: readonly CapabilityGrant[];
  readonly left: readonly LeftOut[];
}

/** A file's content right after a session's access, as a native record carried it. */
export interface TouchedContent {
  /** As the record names it: absolute, or relative to the session's folder. */
  readonly path: string;
  readonly access: 'read' | 'write';
  /** Keyed digest of the whole content; absent when the record does not carry all of it. */
  readonly digest?: string;
  readonly at: IsoTime | null;
}

/** The blob that a `snapshot.taken` event names. */
export interface SnapshotDocument {
  readonly v: typeof SNAPSHOT_VERSION;
  /** Keyed digest of a fixed text: digests of a document with another one compare with nothing in this store. */
  readonly keyed?: string;
  readonly snapshot?: ProjectSnapshot;
  /** Last known content of each path touched since the document before. */
  readonly touched?: readonly TouchedContent[];
}

import type { ProcessMark, SnapshotTaken, Where } from '../events/session-data.ts';
import type { ProjectSnapshot } from '../events/snapshot-data.ts';
import type { IsoTime } from '../kernel/ids.ts';

/** Who told the content of a path after the last access: best first. */
export type ContentSource = 'hook' | 'record' | 'snapshot' | 'unknown';

/** What a snapshot says of a path: dirty with a digest, or as committed in `head`. */
export interface SnapshotContent {
  readonly at: IsoTime;
  readonly occasion: SnapshotTaken['occasion'];
  /** Keyed digest of a dirty path's bytes. */
  readonly digest?: string;
  /** The path was clean: its content is that of this commit. Absent for a dirty path. */
  readonly head?: string;
  /** The snapshot saw that the file was deleted. */
  readonly gone?: boolean;
}

/** What a session knew of one path after it last touched it. */
export interface PathBaseline {
  /** Absolute, redacted, as the session named it; relative names stand below the folder of their record. */
  readonly path: string;
  /** Relative to the session's root with `/`; absent for a path outside the project. */
  readonly inRoot?: string;
  /** `edit` once any call wrote to it. */
  readonly access: 'read' | 'edit';
  readonly reads: number;
  readonly edits: number;
  /** When it was last touched. */
  readonly at: IsoTime | null;
  readonly source: ContentSource;
  /** Keyed digest of the whole content after the last access (`hook`, `record`, or `snapshot` of a dirty path). */
  readonly digest?: string;
  /** The first snapshot after the last access that covers the path: what a shell or formatter left of it. */
  readonly later?: SnapshotContent;
}

/** Where HEAD was when the session was last seen. */
export interface HeadBaseline {
  readonly where: Where;
  /** Absent when only the place was noted. */
  readonly snapshot?: ProjectSnapshot;
  readonly occasion: SnapshotTaken['occasion'];
  readonly at: IsoTime;
  readonly inferred: boolean;
}

/** Policy and grants when the session began. */
export interface PolicyBaseline {
  readonly snapshot: ProjectSnapshot;
  /** One of `import` or `resume` was taken after the session: what held before it is not known. */
  readonly occasion: SnapshotTaken['occasion'];
  readonly at: IsoTime;
}

/** A tool whose effects loom cannot name. */
export interface OpaqueTool {
  readonly name: string;
  readonly kind: 'shell' | 'mcp' | 'subagent' | 'other';
  readonly calls: number;
}

/** Everything that a session is known to have known of its project. */
export interface SessionBaselines {
  /** Where the session started; null when that is not known. */
  readonly where: Where | null;
  /** The newest of start, Stop, close and import that names a commit or carries a whole snapshot; null: unknown, to be inferred. */
  readonly head: HeadBaseline | null;
  /** The session's first whole snapshot; null when none was taken. */
  readonly policy: PolicyBaseline | null;
  /** Every path that a call read or edited, by absolute path, in order of first touch. */
  readonly paths: ReadonlyMap<string, PathBaseline>;
  /** Abbreviated or full ids of commits that the session itself made; to be verified with `Snapshots.findCommits`. */
  readonly ownCommits: readonly string[];
  readonly opaqueTools: readonly OpaqueTool[];
  /** The process that the agent ran in when the session was last started; null when nobody told. */
  readonly process: ProcessMark | null;
  /** When the session was last seen doing something. */
  readonly lastAt: IsoTime;
  /** A recorded end of the session after its last start; an end inferred from silence is none. */
  readonly ended: boolean;
}

import type { Conversation, ConversationSummary } from '../../domain/conversation.ts';
import type { DerivedEvent } from '../../domain/derived-event.ts';
import type { AgentName } from '../../events/agents.ts';
import type { MemoryKind } from '../../events/memory-data.ts';
import type { ParentRef } from '../../events/session-data.ts';
import type { TouchedContent } from '../../events/snapshot-data.ts';
import type { IsoTime } from '../../kernel/ids.ts';
import type { OpenSource, SourceHead, SourceReader } from './source-reader.ts';
import type { KeptDamage, KeptRecord } from './transcripts.ts';

/**
 * One session's place on disk: a file, or a part of one that holds many sessions. Size and times say whether it may have
 * changed since it was read; for a part, and for a session spread over a folder, they are figures of its own.
 */
export interface SourceFile {
  /** Absolute path as found. */
  readonly path: string;
  /** Which of the sessions of the file: the native id. Written as `path#part`. */
  readonly part?: string;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly dev: bigint;
  readonly ino: bigint;
}

/** Something met while looking that is no source file; reported, never silent. */
export interface SkippedPath {
  readonly path: string;
  /** E.g. `not-a-regular-file`, `unreadable`, `empty`, `binary`, `not-a-session`, `link-loop`. */
  readonly code: string;
  readonly message: string;
}

/** What a record tells an import, read from the parsed record; cheap, called once per record. */
export interface RecordFacts {
  /** Native key that makes this record one fact (uuid, message id …); absent for records without one. */
  readonly key?: string;
  readonly at: IsoTime | null;
  /** Record type as the agent names it, for tallies. */
  readonly type: string;
  readonly known: boolean;
}

/** Who a source is. Computed in one pass over its records. */
export interface SourceIdentity {
  readonly nativeId: string;
  /** The source is named after this id, and some record of it bears it: a source that was taken for another's is not. */
  readonly named?: true;
  readonly cwd: string | null;
  /** Every folder the session worked in, in order of first sight, `cwd` first. */
  readonly cwds: readonly string[];
  readonly startedAt: IsoTime | null;
  readonly updatedAt: IsoTime | null;
  /** A parent named by the source itself. */
  readonly parent?: { readonly nativeId: string; readonly kind: ParentRef['kind']; readonly at?: string };
  readonly firstKey?: string;
  readonly headless: boolean;
  readonly branch: string | null;
  readonly agentVersion: string | null;
  /** The repository as the source itself says it was when the session began; `origin` normalised, credentials stripped. */
  readonly repository?: { readonly head?: string; readonly branch?: string; readonly origin?: string };
}

/**
 * How well a beginning fits an agent: 0 not at all, 1 it may be, 2 its records have the agent's shape, 3 it bears a mark
 * that no other agent's files have. The highest answer wins.
 */
export type Recognition = 0 | 1 | 2 | 3;

/** Gathers a source's identity record by record, keeping no text. */
export interface IdentityGatherer {
  add(record: unknown): void;
  /** `undefined` when the records are no session of this agent (only metadata, other agent's file). */
  finish(path: string): SourceIdentity | undefined;
}

/**
 * Gathers what native records carry of the files they touch, record by record; keeps digests and paths, no text. Sees
 * records as they are, before redaction.
 */
export interface ContentGatherer {
  add(record: unknown): void;
  /** The last access of each path, in order of first touch. Paths are as the records name them, made absolute by their folder. */
  finish(): readonly TouchedContent[];
}

/** What another tool remembers of a project, in files of its own beside its sessions. It is a claim, whatever the tool says of it. */
export interface ForeignClaim {
  readonly text: string;
  readonly kind: MemoryKind;
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
  readonly learnedAt?: string;
  /** What the tool says that it rests on; a person of loom's confirmed nothing. */
  readonly confidence: 'inferred' | 'observed';
  /** Native id of the session that it was learned in. */
  readonly session?: string;
  /** Folder of the project; null where the files do not tell. */
  readonly project: string | null;
  /** What names it in its source, so that it is told once. */
  readonly key: string;
}

/** Native transcript → kept records, and kept records → conversation. One value per agent, in the generated registry. */
export interface Importer {
  readonly agent: AgentName;
  /** Bumped whenever `summarize` may answer differently for the same records; part of the cache key. */
  readonly normalizerVersion: number;
  /**
   * The agent's usual places on this machine. `env` carries HOME and the agent's own variables; `cwd` is the folder that
   * loom runs in, for agents that keep their sessions inside a project.
   */
  places(env: Readonly<Record<string, string | undefined>>, cwd?: string): readonly string[];
  /** Days after which the agent itself deletes sessions on this machine; null when it never does. */
  retentionDays?(env: Readonly<Record<string, string | undefined>>): number | null;
  /**
   * Sources under a path (a file itself, or a folder searched with loop and depth guards). Reads no content, but for the
   * list of sessions of a database.
   */
  find(path: string, sources: SourceReader): Iterable<SourceFile | SkippedPath>;
  /** Opens a source that is no JSONL file: cuts it into records. Absent: the file is read line by line. */
  open?(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath;
  /** How sure it is, from the beginning of a source, that it is one of this agent's; see {@link Recognition}. */
  recognize?(head: SourceHead): Recognition;
  /** Claims in files under a path, in their order; absent: the agent keeps none that are read. */
  claims?(path: string, sources: SourceReader): Iterable<ForeignClaim | SkippedPath>;
  facts(record: unknown): RecordFacts;
  identify(): IdentityGatherer;
  /** Absent: the agent's records carry no whole files. `digest` is the keyed digest of a whole content. */
  contents?(digest: (content: string) => string): ContentGatherer;
  /** Pure. Holds the whole conversation; for show and export. */
  normalize(records: Iterable<KeptRecord | KeptDamage>, options?: { readonly inheritedRecords?: number }): Conversation;
  /** Pure, one pass, memory independent of the size of texts. `asOf`: when the transcript was last synced. */
  summarize(
    records: Iterable<KeptRecord | KeptDamage>,
    options: { readonly asOf: IsoTime; readonly inheritedRecords?: number },
  ): ConversationSummary;
  /** Pure. Typed events that can be derived from the records, with deterministic tails. */
  eventsOf(records: Iterable<KeptRecord | KeptDamage>): Iterable<DerivedEvent>;
}

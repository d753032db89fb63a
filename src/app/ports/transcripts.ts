import type { AgentName } from '../../events/agents.ts';
import type { IsoTime, SessionId } from '../../kernel/ids.ts';

/** One kept record, hydrated: blobs named by `subs` stay references unless asked for. */
export interface KeptRecord {
  /** 1-based ordinal over all generations. */
  readonly n: number;
  readonly generation: number;
  readonly at: IsoTime | null;
  readonly agent: AgentName;
  /** 1-based line (or row, or document) of the source; several records may share one (glued lines). */
  readonly sourceLine: number;
  /** Parsed record; objects have no prototype surprises because keys are only read with Object.hasOwn. */
  readonly record: unknown;
  /** JSON pointers of strings that were replaced when the record was kept. */
  readonly subs: readonly KeptSub[];
  /** Present in the newest generation. */
  readonly current: boolean;
}

export type KeptSub =
  | { readonly pointer: string; readonly kind: 'redacted'; readonly rules: readonly string[] }
  | {
      readonly pointer: string;
      readonly kind: 'blob';
      readonly sha256: string;
      readonly bytes: number;
      readonly rules?: readonly string[];
    };

/** What to keep of one source record. */
export interface RecordToKeep {
  /** The source's own bytes of one JSON value, UTF-8, without line feed. */
  readonly bytes: Uint8Array;
  readonly sourceLine: number;
  readonly at: IsoTime | null;
}

/** A record that is kept otherwise than its source has it. */
export interface ChangedRecord {
  /** The record as it is kept, JSON. */
  readonly json: Uint8Array;
  readonly subs: readonly KeptSub[];
}

export interface KeepReport {
  readonly keptLength: number;
  readonly lines: number;
  readonly redactions: Readonly<Record<string, number>>;
  readonly blobs: number;
}

/** Kept lines of one draft, for another draft of the same store and session to take over: plain data, good for another thread. */
export interface GatheredLines {
  readonly size: number;
  readonly lines: number;
  readonly redactions: Readonly<Record<string, number>>;
  /** Digests of blobs. */
  readonly blobs: readonly string[];
  /** Where they are; the transcripts know. */
  readonly held: unknown;
}

/** A set of kept lines prepared outside the lock. */
export interface TranscriptDraft {
  /** Says whose draft it is, where it was opened without a session; before it is sealed. */
  name(session: SessionId): void;
  /**
   * Redacts, splits off blobs, serialises; tells what changed, and nothing of a record that is kept value for value.
   * Throws LoomError `problem`/`record-not-kept` for a record that cannot be kept.
   */
  add(record: RecordToKeep): ChangedRecord | undefined;
  /** Adds a whole kept line of another store after redacting it again; its `n` and `g` stay. Throws LoomError `problem`/`bad-kept-line`. */
  addKept(line: string): void;
  /** Adds a blob that an event names, redacted already; it is kept together with the lines. */
  addBlob(blob: { readonly sha256: string; readonly content: Uint8Array }): void;
  /** Bytes of kept lines so far. */
  size(): number;
  report(): KeepReport;
  /** Flushes and fsyncs what can be written outside the lock (`.part` file of a new transcript, blobs). */
  seal(): void;
  /** Inside the lock: renames the `.part` file, or cuts the transcript back to its named length and appends; fsyncs. */
  publish(): void;
  /** Removes what was written for a draft that is not published. */
  discard(): void;
}

export interface OpenDraft {
  /** Null where it is not known yet: lines stay in memory until {@link TranscriptDraft.name}. */
  readonly session: SessionId | null;
  readonly agent: AgentName;
  /** What the journal says is kept now; null for a session without transcript. */
  readonly base: { readonly keptLength: number; readonly lines: number; readonly generation: number } | null;
  /** Start generation `base.generation + 1`, which still contains these ranges of earlier `n` (inclusive). */
  readonly rewrite?: { readonly keeps: readonly (readonly [number, number])[] };
}

/** A draft that is not published itself. */
export interface GatheringDraft {
  readonly draft: TranscriptDraft;
  /** Gives the lines away, under the name of their session. */
  readonly gathered: (session: SessionId) => GatheredLines;
}

/** Kept transcripts and blobs of a store. */
export interface Transcripts {
  draft(options: OpenDraft): TranscriptDraft;
  /** A draft of a new session that gives its lines away in the end: to {@link draftOf}, which publishes or discards them. */
  gather(agent: AgentName): GatheringDraft;
  /** The draft of a new session whose lines were gathered before. */
  draftOf(session: SessionId, agent: AgentName, gathered: GatheredLines): TranscriptDraft;
  /** Seals drafts of this store together: their files are synced side by side. */
  sealAll(drafts: readonly TranscriptDraft[]): Promise<void>;
  /** Lets a sealing that is under way go on; for whoever has much to do meanwhile. */
  advance(): Promise<void>;
  /** Inside the lock: publishes drafts of this store together; their folders are synced side by side. */
  publishAll(drafts: readonly TranscriptDraft[]): Promise<void>;
  /** `JSON.stringify` of the record as it would be kept: redacted, long strings replaced. Writes nothing. */
  preview(session: SessionId, record: RecordToKeep): string;
  /** Kept records up to the length the journal names; damaged lines are yielded as `damage`. Bounded memory. */
  records(session: SessionId, keptLength: number): Iterable<KeptRecord | KeptDamage>;
  /** Whole kept lines as text, redacted again with the present rules, without line feed. */
  keptLines(session: SessionId, keptLength: number): Iterable<string>;
  /** Raw bytes of the kept transcript up to the length, in chunks. */
  bytes(session: SessionId, keptLength: number): Iterable<Uint8Array>;
  /** Content of a blob; undefined when it is missing or its digest does not match. */
  blob(session: SessionId, sha256: string): Uint8Array | undefined;
  blobs(session: SessionId): readonly { readonly sha256: string; readonly bytes: number }[];
  putBlob(session: SessionId, content: Uint8Array): string;
  /** Removes transcript and blobs; repeatable. Returns bytes removed. */
  erase(session: SessionId): number;
  /** Bytes on disk of transcript and blobs. */
  size(session: SessionId): { readonly transcript: number; readonly blobs: number };
}

export interface KeptDamage {
  readonly damage: string;
  /** It is whole, and of a newer loom. */
  readonly newer?: true;
  readonly offset: number;
  readonly length: number;
}

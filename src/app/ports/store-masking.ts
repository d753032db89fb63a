import type { EventDraft, LoomEvent } from '../../events/envelope.ts';
import type { SessionId } from '../../kernel/ids.ts';

/** What masking found, or did, in one kept transcript. */
export interface MaskedTranscript {
  /** Kept lines that change. */
  readonly records: number;
  readonly blobs: number;
  /** Secrets by rule. */
  readonly rules: Readonly<Record<string, number>>;
  /** New names of blobs, by their old ones: a name is a digest of the content. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Masks kept transcripts and their blobs. */
export interface TranscriptMasking {
  /**
   * Masks one kept transcript; without `apply` it only tells. Only under the lock when it applies, with the length that the
   * journal names then. A blob under its old name stays until {@link dropBlobs}: events may still name it.
   */
  transcript(request: {
    readonly session: SessionId;
    readonly keptLength: number;
    readonly apply: boolean;
  }): MaskedTranscript;
  /** Removes blobs that nothing names any more. */
  dropBlobs(session: SessionId, names: readonly string[]): void;
}

/** What masks the journal. */
export interface MaskRequest {
  /** Masks what lies beside the journal; runs under the lock, before any line changes. */
  readonly beside: () => void;
  /** Data of an event without its secrets; `undefined` when it stays. Never longer, as JSON, than it was. */
  readonly mask: (event: LoomEvent) => unknown;
  /** Runs under the lock, once every line is masked. */
  readonly after: () => void;
  /** What the journal says of it then. */
  readonly done: (lines: number) => EventDraft;
  /** Runs under the lock, once the journal says so: an index that somebody made in the meantime goes. */
  readonly settled: () => void;
}

/** Masks secrets in a store where they stand: every line keeps its length, so that no place moves. */
export interface StoreMasking extends TranscriptMasking {
  /** Whether an earlier masking was begun and not finished. */
  isUnfinished(): boolean;
  /** Replaces data of events under the lock. Returns the number of lines that changed. Repeatable, kill-safe. */
  journal(request: MaskRequest): Promise<number>;
}

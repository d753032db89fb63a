/** Data of the events a journal writes about itself. */
import type { MemoryId, SessionId } from '../kernel/ids.ts';

/** Why a segment was ended before its file's last byte. */
export type EndReason = 'torn' | 'incomplete-commit' | 'write-failed' | 'sync-failed' | 'purge' | 'repair';

/** A segment whose bytes after `bytes` are not part of the journal. */
export interface SegmentEnd {
  readonly segment: number;
  readonly bytes: number;
  /** Id of the last event inside; empty when there is none. */
  readonly last: string;
  readonly reason: EndReason;
}

/** First line of a segment that follows ended ones. A reader may conclude: these segments are read up to `bytes`, for ever. */
export interface JournalSegment {
  readonly ends: readonly SegmentEnd[];
}

/** A reader may conclude: damaged lines were set aside under `quarantine`, and nothing else was changed. */
export interface JournalRepaired {
  readonly quarantine: string;
  readonly dropped: readonly {
    readonly segment: number;
    readonly offset: number;
    readonly length: number;
    readonly sha256: string;
  }[];
  /** Files that were moved there because they said nothing usable and stood in the way, relative to the store. */
  readonly files?: readonly string[];
}

/**
 * A reader may conclude: secrets that newer rules found were masked where they stood, in lines of the journal, kept
 * transcripts and blobs; nothing moved, and what was built from them before must be built anew.
 */
export interface JournalRedacted {
  /** Lines of the journal that changed. */
  readonly lines: number;
  /** Masked secrets by rule. */
  readonly rules: Readonly<Record<string, number>>;
}

/** A reader may conclude: a person confirmed that these sessions and memory records are erased; whoever holds the lock finishes it. */
export interface PurgeIntended {
  readonly sessions: readonly SessionId[];
  readonly memories?: readonly MemoryId[];
}

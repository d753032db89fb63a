import type { EventDraft, LoomEvent, UnknownEvent } from '../../events/envelope.ts';
import type { MemoryId, ProjectId, SessionId, StreamName } from '../../kernel/ids.ts';

/** A place in the journal: the byte after the last line taken. `segment` 0 means before the first line. */
export interface JournalCursor {
  readonly segment: number;
  readonly offset: number;
  /** Id and sum of the last line taken; empty at the start. A cursor that no longer matches is void. */
  readonly id: string;
  readonly sum: string;
}

export const JOURNAL_START: JournalCursor = { segment: 0, offset: 0, id: '', sum: '' };

/** Where one line lies. */
export interface LinePlace {
  readonly segment: number;
  readonly offset: number;
  /** Bytes, line feed included. */
  readonly length: number;
}

/** Some lines of one segment that follow one another: its bytes from `start` to before `end`. */
export interface JournalStretch {
  readonly segment: number;
  readonly start: number;
  readonly end: number;
}

/** One line as a reader meets it. */
export type JournalEntry =
  | { readonly kind: 'event'; readonly event: LoomEvent; readonly place: LinePlace }
  | { readonly kind: 'unknown'; readonly event: UnknownEvent; readonly place: LinePlace; readonly newer: boolean }
  | {
      readonly kind: 'damage';
      readonly code: DamageCode;
      readonly place: LinePlace;
      /** Streams whose deciders must refuse until repair; empty when the line no longer tells. */
      readonly streams: readonly StreamName[];
      readonly detail: string;
    };

export type DamageCode =
  | 'bad-sum'
  | 'not-json'
  | 'bad-envelope'
  | 'bad-data'
  | 'too-long'
  | 'broken-chain'
  | 'partial-commit';

/** What a decision inside the lock may ask for. */
export type CommitDecision<R> =
  | {
      readonly kind: 'append';
      readonly drafts: readonly EventDraft[];
      /** Runs inside the lock after the checks and before the append: renames and fsyncs what the events name. */
      readonly before?: () => void | Promise<void>;
    }
  | { readonly kind: 'refuse'; readonly refusal: R }
  | { readonly kind: 'nothing' };

export type CommitOutcome<R> =
  | { readonly kind: 'appended'; readonly events: readonly LoomEvent[]; readonly cursor: JournalCursor }
  | { readonly kind: 'refused'; readonly refusal: R }
  | { readonly kind: 'nothing' }
  /** More than 1 MiB was appended since `since`, or it is void: catch up outside the lock and try again. */
  | { readonly kind: 'behind' };

export interface CommitRequest<R> {
  /** The state that the decision was prepared from. */
  readonly since: JournalCursor;
  /** Sees every entry after `since`, inside the lock; must be quick and pure but for `before`. */
  readonly decide: (tail: readonly JournalEntry[]) => CommitDecision<R>;
  /** How long to wait for the lock. `growing`: as long as the journal grows (imports); else milliseconds. */
  readonly wait: number | 'growing';
  /** Called once when waiting takes more than a second. */
  readonly onWait?: () => void;
}

export interface EraseRequest {
  readonly sessions: readonly SessionId[];
  /** Projects that only these sessions were seen in: what was recorded of their places goes too. */
  readonly projects?: readonly ProjectId[];
  /** Memory records whose lines go, texts that were edited away included. */
  readonly memories?: readonly MemoryId[];
  readonly intent: EventDraft;
  /** Appended after the lines are erased and `unlink` ran. */
  readonly done: readonly EventDraft[];
  /** Unlinks transcripts, blobs and quarantine files, drops index files; must be repeatable. */
  readonly unlink: () => void;
}

/** What became of the events that hooks had left beside the journal. */
export interface DrainReport {
  /** Events that are in the journal now. */
  readonly events: number;
  /** Spool files that still wait. */
  readonly left: number;
  /** Files that hold no events that can be read, set aside in quarantine. */
  readonly setAside: readonly string[];
}

/**
 * The one journal of a store. Every implementation passes `test/contract/journal-contract.ts`.
 * Faults are thrown as LoomError: `busy` when the lock was not got, `storage` when nothing was acknowledged,
 * `newer-format`, `unsafe`, `problem` (a damaged commit's stream is written to).
 */
export interface Journal {
  /** All lines after the cursor in journal order, partial commits and bytes after a segment's end left out. Bounded memory. */
  read(after?: JournalCursor): Iterable<JournalEntry>;
  /**
   * The lines of these stretches, in their order, each by itself: whoever noted the places saw that their commits are whole.
   * A place that is no line any more is damage.
   */
  readStretches(stretches: Iterable<JournalStretch>): Iterable<JournalEntry>;
  /** The cursor after the last complete commit. */
  head(): JournalCursor;
  /** Whether the line that the cursor names is still there, byte for byte. */
  holds(cursor: JournalCursor): boolean;
  /** Bytes between the cursor and the head; an upper bound. */
  distance(cursor: JournalCursor): number;
  isEmpty(): boolean;
  /** How the journal looks from outside: another text after every write to it. Null where that cannot be told. */
  look(): string | null;
  /**
   * Takes it that `cursor` was the head, checked by its bytes, when the journal looked so: while it still does, {@link head},
   * {@link holds} and {@link distance} answer by that, and read nothing.
   */
  recall(cursor: JournalCursor, look: string): void;
  /** Takes what hooks left beside the journal, if nobody has the lock; does not wait. */
  drainSpool(): Promise<DrainReport>;
  /** Takes the lock and what hooks left, decides, appends one commit, syncs, releases. */
  commit<R>(request: CommitRequest<R>): Promise<CommitOutcome<R>>;
  /** Erases the data of every line of these sessions, projects and memory records. Not undoable. */
  erase(request: EraseRequest): Promise<readonly LoomEvent[]>;
}

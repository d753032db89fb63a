import { closeSync, fstatSync } from 'node:fs';
import type {
  CommitOutcome,
  CommitRequest,
  DrainReport,
  EraseRequest,
  Journal,
  JournalCursor,
  JournalEntry,
  JournalStretch,
} from '../app/ports/journal.ts';
import { JOURNAL_START } from '../app/ports/journal.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { MAX_COMMIT_BYTES } from '../events/envelope.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Clock, MintEventId, Sha256 } from '../kernel/sources.ts';
import { holdsCursor } from './cursor-check.ts';
import { lookOf } from './journal-look.ts';
import { readEntries } from './journal-reader.ts';
import { headOf, readTail } from './journal-tail.ts';
import { beginPurge, finishPurge } from './purge.ts';
import { hasPendingPurge, isIntentDamaged } from './purge-intent.ts';
import { checkFolder } from './safe-fs.ts';
import type { Segment } from './segment-list.ts';
import { listSegments, openSegment, resolveEnds } from './segment-list.ts';
import { dropUnfinishedSegment } from './segment-plan.ts';
import type { AppendContext } from './segment-writer.ts';
import { appendCommitAfter } from './segment-writer.ts';
import { listSpool } from './spool.ts';
import { drainSpool } from './spool-drain.ts';
import type { StoreLayout } from './store-layout.ts';
import { readStretches } from './stretch-reader.ts';
import type { HeldLock } from './writer-lock.ts';
import { acquireWriterLock, tryWriterLock } from './writer-lock.ts';

export interface FileJournalOptions {
  readonly layout: StoreLayout;
  readonly sha256: Sha256;
  readonly clock: Clock;
  /** Mints ids for commits and for the events that a journal writes about itself. */
  readonly mintEventId: MintEventId;
  /** Most spool files that one commit takes along; all unless said otherwise. */
  readonly drainAtMost?: number;
  /** Bytes after which a new segment is begun; 32 MiB unless a test says otherwise. */
  readonly rotateAt?: number;
  /**
   * Removes what these sessions hold outside the journal; repeatable. Whoever takes the lock finishes an erasure that was cut
   * short; a process that cannot (none given) is refused as busy while one is pending.
   */
  readonly unlinkErased?: (sessions: readonly SessionId[]) => void;
}

const ROTATE_AT = 32 * 1024 * 1024;
/** How long an erasure waits for the lock, in milliseconds. */
const ERASE_WAIT = 10_000;

/** Opens the journal of a store that exists; reads nothing yet. */
export function openFileJournal(options: FileJournalOptions): Journal {
  return new FileJournal(options);
}

class FileJournal implements Journal {
  readonly #options: FileJournalOptions;
  readonly #append: AppendContext;
  #recalled: { readonly cursor: JournalCursor; readonly look: string } | undefined;

  constructor(options: FileJournalOptions) {
    this.#options = options;
    const { layout, sha256, clock, mintEventId } = options;
    this.#append = { layout, sha256, clock, mintEventId, rotateAt: options.rotateAt ?? ROTATE_AT };
  }

  read(after: JournalCursor = JOURNAL_START): Iterable<JournalEntry> {
    const { layout, sha256 } = this.#options;
    return { [Symbol.iterator]: () => readEntries({ layout, after, sha256 }) };
  }

  readStretches(stretches: Iterable<JournalStretch>): Iterable<JournalEntry> {
    const { layout, sha256 } = this.#options;
    return { [Symbol.iterator]: () => readStretches({ layout, stretches, sha256 }) };
  }

  head(): JournalCursor {
    return this.#recalledHead() ?? headOf(readTail(this.#options.layout, this.#options.sha256));
  }

  holds(cursor: JournalCursor): boolean {
    return isSamePlace(cursor, this.#recalledHead()) || holdsCursor(this.#options.layout, cursor, this.#options.sha256);
  }

  distance(cursor: JournalCursor): number {
    if (isSamePlace(cursor, this.#recalledHead())) return 0;
    return distanceTo(listSegments(this.#options.layout), cursor, this.#options.sha256);
  }

  isEmpty(): boolean {
    return listSegments(this.#options.layout).every(({ path, ended }) => segmentBytes(path, ended) === 0);
  }

  look(): string | null {
    return lookOf(listSegments(this.#options.layout));
  }

  recall(cursor: JournalCursor, look: string): void {
    this.#recalled = { cursor, look };
  }

  #recalledHead(): JournalCursor | undefined {
    return this.#recalled !== undefined && this.#recalled.look === this.look() ? this.#recalled.cursor : undefined;
  }

  async commit<R>(request: CommitRequest<R>): Promise<CommitOutcome<R>> {
    const lock = await this.#lock(request);
    try {
      return await this.#commitLocked(request);
    } finally {
      lock.release();
    }
  }

  async erase(request: EraseRequest): Promise<readonly LoomEvent[]> {
    const { layout } = this.#options;
    const lock = await this.#lock({ wait: ERASE_WAIT });
    try {
      this.#finishPending();
      // What waits may be of these sessions: it must be in the journal when their lines are erased.
      drainSpool(this.#append);
      const { sessions, projects, memories, intent, done } = request;
      beginPurge(layout, {
        sessions,
        ...(projects === undefined ? {} : { projects }),
        ...(memories === undefined ? {} : { memories }),
        intent,
        done,
      });
      return finishPurge(this.#append, request.unlink);
    } finally {
      lock.release();
    }
  }

  async drainSpool(): Promise<DrainReport> {
    const { layout } = this.#options;
    const waiting = listSpool(layout).length;
    // What an erasure that was cut short should have erased must not wait for somebody to write.
    const isPending = hasPendingPurge(layout) && !isIntentDamaged(layout);
    const lock = waiting === 0 && !isPending ? undefined : this.#tryLock();
    if (lock === undefined) return { events: 0, left: waiting, setAside: [] };
    try {
      this.#finishPending();
      dropUnfinishedSegment(layout);
      return drainSpool(this.#append);
    } finally {
      lock.release();
    }
  }

  #tryLock(): HeldLock | undefined {
    const { layout } = this.#options;
    checkFolder(layout.home);
    checkFolder(layout.journalDir);
    return tryWriterLock(layout.lockFile);
  }

  #lock(request: { wait: number | 'growing'; onWait?: () => void }): Promise<HeldLock> {
    const { layout } = this.#options;
    checkFolder(layout.home);
    checkFolder(layout.journalDir);
    return acquireWriterLock({
      lockFile: layout.lockFile,
      wait: request.wait,
      progress: () => journalSize(layout),
      onWait: request.onWait,
    });
  }

  /** Under the lock: nobody writes while an erasure is half done. */
  #finishPending(): void {
    if (!hasPendingPurge(this.#options.layout)) return;
    const unlink = this.#options.unlinkErased;
    if (unlink === undefined) throw purgePending();
    dropUnfinishedSegment(this.#options.layout);
    finishPurge(this.#append, unlink);
  }

  async #commitLocked<R>(request: CommitRequest<R>): Promise<CommitOutcome<R>> {
    const { layout, sha256 } = this.#options;
    this.#finishPending();
    dropUnfinishedSegment(layout);
    drainSpool(this.#append, this.#options.drainAtMost);
    const tail = readTail(layout, sha256);
    if (!this.holds(request.since) || distanceTo(tail.segments, request.since, sha256) > MAX_COMMIT_BYTES)
      return { kind: 'behind' };
    const entries = [...readEntries({ layout, after: request.since, sha256 })];
    const decision = request.decide(entries);
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
    if (decision.kind === 'nothing' || decision.drafts.length === 0) return { kind: 'nothing' };
    if (tail.last?.newer === true || entries.some((entry) => entry.kind === 'unknown' && entry.newer))
      throw newerEvents();
    const { drafts, before = nothingBefore } = decision;
    const appended = await appendCommitAfter(this.#append, { tail, drafts }, before);
    return { kind: 'appended', ...appended };
  }
}

function nothingBefore(): void {}

function isSamePlace(cursor: JournalCursor, other: JournalCursor | undefined): boolean {
  return (
    cursor.segment === other?.segment &&
    cursor.offset === other.offset &&
    cursor.id === other.id &&
    cursor.sum === other.sum
  );
}

function distanceTo(segments: readonly Segment[], cursor: JournalCursor, sha256: Sha256): number {
  let bytes = 0;
  for (const segment of resolveEnds(segments, cursor.segment, sha256)) {
    const to = segmentBytes(segment.path, segment.ended);
    bytes += Math.max(0, segment.number === cursor.segment ? to - cursor.offset : to);
  }
  return bytes;
}

function segmentBytes(path: string, ended: number | undefined): number {
  const fd = openSegment(path);
  if (fd === undefined) return 0;
  try {
    const { size } = fstatSync(fd);
    return Math.min(size, ended ?? size);
  } finally {
    closeSync(fd);
  }
}

/** Grows with every commit, whatever segment it goes to. */
function journalSize(layout: StoreLayout): number {
  const newest = listSegments(layout).at(-1);
  return newest === undefined ? 0 : newest.number * 2 ** 40 + segmentBytes(newest.path, undefined);
}

function purgePending(): LoomError {
  return new LoomError({
    kind: 'busy',
    code: 'purge-pending',
    message: 'an erasure was cut short and must be finished first',
    hints: ['loom status'],
  });
}

function newerEvents(): LoomError {
  return new LoomError({
    kind: 'newer-format',
    code: 'newer-events',
    message: 'the journal holds events of a newer loom; this one only reads it',
    hints: ['update loom'],
  });
}

import { closeSync, fstatSync } from 'node:fs';
import type { JournalCursor } from '../app/ports/journal.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import type { EndReason } from '../events/journal-data.ts';
import { errnoOf } from '../kernel/errno-of.ts';
import type { EventId } from '../kernel/ids.ts';
import { STORE_STREAM } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Clock, MintEventId, Sha256 } from '../kernel/sources.ts';
import type { CommitLines } from './commit-lines.ts';
import { lastIdOf, printCommit } from './commit-lines.ts';
import type { JournalTail } from './journal-tail.ts';
import { readTail } from './journal-tail.ts';
import { openSafely, storageFault, syncFile, syncFolder, writeFully } from './safe-fs.ts';
import type { AppendPlan } from './segment-plan.ts';
import { dropMarkersOf, planAppend } from './segment-plan.ts';
import type { StoreLayout } from './store-layout.ts';
import { endMarkerFile, segmentFile } from './store-layout.ts';

/** What appending needs of its surroundings. */
export interface AppendContext {
  readonly layout: StoreLayout;
  readonly sha256: Sha256;
  readonly clock: Clock;
  readonly mintEventId: MintEventId;
  /** Size in bytes above which the next segment is begun. */
  readonly rotateAt: number;
}

export interface AppendRequest {
  readonly tail: JournalTail;
  readonly drafts: readonly EventDraft[];
  /** Ends the newest segment first. */
  readonly end?: EndReason | undefined;
}

export interface Appended {
  readonly events: readonly LoomEvent[];
  readonly cursor: JournalCursor;
}

/** The lines of one append: a header where a new segment needs one, then the commit. */
interface Batch {
  readonly plan: AppendPlan;
  readonly header: CommitLines | undefined;
  readonly commit: CommitLines;
}

/**
 * Appends one commit and makes it durable; only under the lock. After a failed sync the same events go to a new segment, once:
 * that file is never synced again. Throws `storage` when nothing can be acknowledged.
 */
export function appendCommit(context: AppendContext, request: AppendRequest): Appended {
  return appendPrinted(context, request, printBatch(context, request, request.tail));
}

/** {@link appendCommit}, with something that runs after the checks and before the first byte. */
export async function appendCommitAfter(
  context: AppendContext,
  request: AppendRequest,
  before: () => void | Promise<void>,
): Promise<Appended> {
  const batch = printBatch(context, request, request.tail);
  await before();
  return appendPrinted(context, request, batch);
}

function appendPrinted(context: AppendContext, request: AppendRequest, batch: Batch): Appended {
  try {
    return writeBatch(context, batch);
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error;
    return appendElsewhere(context, request, error);
  }
}

function appendElsewhere(context: AppendContext, request: AppendRequest, first: SyncFailure): Appended {
  try {
    // The marker of the failed segment is in place, so the plan begins a new one. Should it not be, the end is forced.
    const tail = readTail(context.layout, context.sha256);
    return writeBatch(context, printBatch(context, { ...request, end: 'sync-failed' }, tail));
  } catch (error) {
    const cause = error instanceof SyncFailure ? error.cause : error;
    throw new LoomError({
      kind: 'storage',
      code: 'journal-sync-failed',
      message: `sync failed for ${first.path} (${errnoOf(first.cause)}) and the events could not be made durable elsewhere`,
      hints: ['loom journal verify'],
      details: { path: first.path, errno: errnoOf(first.cause), operation: 'sync', acknowledged: 'unknown' },
      cause,
    });
  }
}

/** A sync failed: what the file holds after the failure point is unknown. */
class SyncFailure extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`sync failed for ${path}`, { cause });
    this.path = path;
  }
}

function printBatch(context: AppendContext, request: AppendRequest, tail: JournalTail): Batch {
  const { clock, sha256, mintEventId } = context;
  const stamp = { clock, sha256 };
  const prev = tail.last?.id ?? '';
  const commit = printCommit(request.drafts, { ...stamp, prev, commitId: mintEventId() });
  const plan = planAppend({ tail, bytes: commit.bytes, rotateAt: context.rotateAt, sha256, end: request.end });
  if (plan.kind === 'same' || plan.ends.length === 0) return { plan, header: undefined, commit };
  const header = printCommit([headerDraft(plan.ends, context)], { ...stamp, prev, commitId: mintEventId() });
  const next = printCommit(request.drafts, { ...stamp, prev: lastIdOf(header) ?? prev, commitId: mintEventId() });
  return { plan, header, commit: next };
}

function headerDraft(ends: Extract<AppendPlan, { kind: 'new' }>['ends'], context: AppendContext): EventDraft {
  return {
    id: context.mintEventId(),
    stream: STORE_STREAM,
    type: 'journal.segment',
    at: formatInstant(context.clock()),
    by: { kind: 'system' },
    trust: 'agent',
    data: { ends },
  };
}

function writeBatch(context: AppendContext, batch: Batch): Appended {
  const { plan, header, commit } = batch;
  const segment = plan.kind === 'same' ? plan.segment.number : plan.segment;
  const path = segmentFile(context.layout, segment);
  const base = plan.kind === 'same' ? plan.base : 0;
  const headerBytes = header?.bytes ?? 0;
  if (plan.kind === 'new') dropMarkersOf(context.layout, segment);
  const fd = openSafely(path, plan.kind === 'same' ? 'append' : 'create');
  try {
    if (fstatSync(fd).size !== base)
      throw storageFault({ operation: 'append', path, cause: new Error('the file changed') });
    writeOrEnd(context, { fd, path, segment, base, headerBytes, text: (header?.text ?? '') + commit.text });
    syncOrEnd(context, { fd, path, segment, base, whole: plan.kind === 'new' });
  } finally {
    closeSync(fd);
  }
  const last = commit.events.at(-1);
  const cursor = {
    segment,
    offset: base + headerBytes + commit.bytes,
    id: last?.id ?? ('' as EventId),
    sum: last?.sum ?? '',
  };
  return { events: commit.events, cursor };
}

interface WriteTarget {
  readonly fd: number;
  readonly path: string;
  readonly segment: number;
  readonly base: number;
}

function writeOrEnd(context: AppendContext, target: WriteTarget & { headerBytes: number; text: string }): void {
  try {
    writeFully(target.fd, Buffer.from(target.text));
  } catch (error) {
    const { headerBytes, base } = target;
    const boundary = headerBytes > 0 && fstatSync(target.fd).size >= headerBytes ? headerBytes : base;
    if (boundary > 0) endSegment(context, target.segment, boundary);
    throw storageFault({ operation: 'append', path: target.path, cause: error, code: 'journal-write-failed' });
  }
}

function syncOrEnd(context: AppendContext, target: WriteTarget & { whole: boolean }): void {
  try {
    syncFile(target.fd, target.whole);
  } catch (error) {
    endSegment(context, target.segment, target.base);
    throw new SyncFailure(target.path, error);
  }
  if (!target.whole) return;
  try {
    syncFolder(context.layout.journalDir);
  } catch (error) {
    // A second sync of the same folder may "succeed" over a lost name, so there is no second try.
    endSegment(context, target.segment, target.base);
    throw storageFault({
      operation: 'sync',
      path: context.layout.journalDir,
      cause: error,
      code: 'journal-sync-failed',
    });
  }
}

/**
 * Says for ever that a segment ends at an offset. If even this fails, a failed write still shows by its torn tail; after a failed
 * sync the events may be read although they were not acknowledged, which their caller is told is possible.
 */
function endSegment(context: AppendContext, segment: number, bytes: number): void {
  try {
    closeSync(openSafely(endMarkerFile(context.layout, segment, bytes), 'create'));
    syncFolder(context.layout.journalDir);
  } catch {
    // The fault that led here is the one to report.
  }
}

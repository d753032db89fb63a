import { existsSync } from 'node:fs';
import type { JournalCursor } from '../app/ports/journal.ts';
import { JOURNAL_START } from '../app/ports/journal.ts';
import type { StoreCheck, StoreFinding } from '../app/ports/store-care.ts';
import type { SessionId } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { holdsCursor } from './cursor-check.ts';
import { readEntries } from './journal-reader.ts';
import type { Segment } from './segment-list.ts';
import { listSegments, resolveEnds } from './segment-list.ts';
import type { SegmentScan } from './segment-scan.ts';
import { scanSegment } from './segment-scan.ts';
import type { StoreLayout } from './store-layout.ts';
import { EventVisitor, loadDataCheck } from './verify-events.ts';
import { verifyFiles } from './verify-files.ts';
import { judgeStored, listStored } from './verify-orphans.ts';
import { FindingList } from './verify-report.ts';
import { verifySegmentEnd, verifySegmentHeader } from './verify-segment.ts';
import type { HeldLock } from './writer-lock.ts';
import { acquireWriterLock } from './writer-lock.ts';

export interface VerifyOptions {
  readonly layout: StoreLayout;
  readonly sha256: Sha256;
  /** Called for each finding as it is made; the report lists the first 10,000. */
  readonly onFinding?: (finding: StoreFinding) => void;
  /** Checks a kept transcript against the length that the journal names, and the session's blobs. */
  readonly checkTranscript?: (session: SessionId, keptLength: number) => Iterable<StoreFinding>;
  /** How far the derived index is: an index that is ahead means that the journal lost lines or was put back. */
  readonly indexCursor?: JournalCursor;
}

/** How long a second look waits for writers, in milliseconds. */
const LOCK_WAIT = 5000;

/**
 * Reads the whole journal and says everything that is wrong with it. Writes nothing, works on read-only media and on a
 * store of a newer format, and takes the lock only to look again at files that no event names. Memory grows only with the number of ids, to find the ones that are there twice.
 */
export async function verifyStore(options: VerifyOptions): Promise<StoreCheck> {
  const { layout, sha256 } = options;
  const list = new FindingList(layout, options.onFinding);
  verifyFiles(layout, list);
  const visitor = new EventVisitor(list, layout, await loadDataCheck());
  const segments = segmentsToVerify(layout, sha256);
  const bytes = verifySegments(segments, { options, list, visitor });
  for (const [session, keptLength] of visitor.kept) {
    for (const finding of options.checkTranscript?.(session, keptLength) ?? []) list.add(finding);
  }
  verifyIndexCursor(options, list);
  const { findings, errors, warnings } = list;
  await verifyStored({ options, list, visitor });
  const { size } = visitor.kept;
  return { findings, errors, warnings, segments: segments.length, events: visitor.events, bytes, transcripts: size };
}

/** A header that may not be read (a link, a FIFO) is reported with its segment; its ends are then not known. */
function segmentsToVerify(layout: StoreLayout, sha256: Sha256): Segment[] {
  const segments = listSegments(layout);
  try {
    return resolveEnds(segments, 0, sha256);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    return segments;
  }
}

interface SegmentRound {
  readonly options: VerifyOptions;
  readonly list: FindingList;
  readonly visitor: EventVisitor;
}

/** Reads every segment; answers the bytes that are part of the journal. */
function verifySegments(segments: readonly Segment[], round: SegmentRound): number {
  const { sha256 } = round.options;
  let expectedPrev: string | undefined = '';
  let bytes = 0;
  for (const [index, segment] of segments.entries()) {
    const scan = readable(segment, round.list, () => scanWith({ segment, expectedPrev, sha256 }, round.visitor));
    if (scan === undefined) {
      expectedPrev = undefined;
      continue;
    }
    if (scan.gapAtEnd) expectedPrev = undefined;
    else if (scan.last !== undefined) expectedPrev = scan.last.id;
    bytes += scan.end;
    verifySegmentEnd({ segment, scan, newest: index === segments.length - 1, sha256 }, round.list);
    readable(segment, round.list, () => verifySegmentHeader({ segment, segments, sha256 }, round.list));
  }
  return bytes;
}

/** A segment that may not be read (a link, a FIFO) was reported with the files; the rest is still verified. */
function readable<T>(segment: Segment, list: FindingList, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    list.about(segment.path, { severity: 'error', code: 'not-readable', detail: error.message });
    return undefined;
  }
}

function scanWith(
  request: { segment: Segment; expectedPrev: string | undefined; sha256: Sha256 },
  visitor: EventVisitor,
): SegmentScan {
  const scan = scanSegment({ ...request, from: 0 });
  let step = scan.next();
  while (step.done !== true) {
    visitor.visit(step.value);
    step = scan.next();
  }
  return step.value;
}

/**
 * Compares what is stored of each session with what the journal names. A writer puts files in their place just before their events, so
 * what looks wrong is looked at again while nobody writes.
 */
async function verifyStored({ options, list, visitor }: SegmentRound): Promise<void> {
  const { layout } = options;
  const stored = listStored(layout, list);
  let faults = judgeStored(stored, visitor);
  const lock = faults.length === 0 ? undefined : await lockIfPossible(layout);
  if (lock !== undefined) {
    try {
      for (const entry of readEntries({ layout, sha256: options.sha256, after: visitor.cursor })) visitor.note(entry);
      faults = judgeStored(
        stored.filter(({ path }) => existsSync(path)),
        visitor,
      );
    } finally {
      lock.release();
    }
  }
  for (const { path, session: _, ...found } of faults) list.about(path, found);
}

/** A store that cannot be locked (read-only media, a writer that stands still) is judged by what was seen. */
async function lockIfPossible({ lockFile }: StoreLayout): Promise<HeldLock | undefined> {
  if (!existsSync(lockFile)) return undefined;
  try {
    return await acquireWriterLock({ lockFile, wait: LOCK_WAIT, progress: () => 0 });
  } catch (error) {
    if (error instanceof LoomError) return undefined;
    throw error;
  }
}

function verifyIndexCursor(options: VerifyOptions, list: FindingList): void {
  const { layout, sha256, indexCursor = JOURNAL_START } = options;
  if (holdsCursor(layout, indexCursor, sha256)) return;
  const detail =
    'the index has seen a line that the journal does not hold: lines were lost or an older copy was put back';
  list.about(layout.indexDir, { severity: 'error', code: 'index-ahead', detail });
}

import type { JournalCursor, JournalEntry } from '../app/ports/journal.ts';
import { JOURNAL_START } from '../app/ports/journal.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import type { SessionId } from '../kernel/ids.ts';
import { sessionOfStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { holdsCursor } from './cursor-check.ts';
import type { Segment } from './segment-list.ts';
import { listSegments, resolveEnds } from './segment-list.ts';
import type { SegmentScan } from './segment-scan.ts';
import { scanSegment } from './segment-scan.ts';
import type { StoreLayout } from './store-layout.ts';
import { segmentFile } from './store-layout.ts';
import { verifyFiles } from './verify-files.ts';
import type { VerifyFinding, VerifyReport } from './verify-report.ts';
import { FindingList } from './verify-report.ts';
import { verifySegmentEnd, verifySegmentHeader } from './verify-segment.ts';

export interface VerifyOptions {
  readonly layout: StoreLayout;
  readonly sha256: Sha256;
  /** Called for each finding as it is made; the report lists the first 10,000. */
  readonly onFinding?: (finding: VerifyFinding) => void;
  /** Checks a kept transcript against the length that the journal names, and the session's blobs. */
  readonly checkTranscript?: (session: SessionId, keptLength: number) => Iterable<VerifyFinding>;
  /** How far the derived index is: an index that is ahead means that the journal lost lines or was put back. */
  readonly indexCursor?: JournalCursor;
}

/** Tells whether an event's data fits its type; a few words when not. */
type DataCheck = (event: LoomEvent) => string | undefined;

/**
 * Reads the whole journal and says everything that is wrong with it. Writes nothing, takes no lock, works on read-only media
 * and on a store of a newer format. Memory grows only with the number of ids, to find the ones that are there twice.
 */
export async function verifyStore(options: VerifyOptions): Promise<VerifyReport> {
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

async function loadDataCheck(): Promise<DataCheck> {
  const { EVENT_SCHEMAS } = await import('../events/event-schemas.ts');
  return (event) => {
    const result = EVENT_SCHEMAS[event.type].safeParse(event.data);
    if (result.success) return undefined;
    const issue = result.error.issues[0];
    return `${event.type}: ${issue?.path.join('.') || 'data'} is not what the schema asks for`;
  };
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

/** Looks at every entry once. */
class EventVisitor {
  readonly #list: FindingList;
  readonly #layout: StoreLayout;
  readonly #checkData: DataCheck;
  readonly #ids = new Set<string>();
  /** Kept length that the journal names last, per session that still has a transcript. */
  readonly kept = new Map<SessionId, number>();
  events = 0;

  constructor(list: FindingList, layout: StoreLayout, checkData: DataCheck) {
    this.#list = list;
    this.#layout = layout;
    this.#checkData = checkData;
  }

  visit(entry: JournalEntry): void {
    if (entry.kind === 'damage') {
      this.#report(entry, { severity: 'error', code: entry.code, detail: entry.detail });
      return;
    }
    this.events += 1;
    const { id } = entry.event;
    if (this.#ids.has(id))
      this.#report(entry, { severity: 'warning', code: 'duplicate-id', detail: `${id} is there twice` });
    this.#ids.add(id);
    if (entry.kind === 'unknown') {
      const code = entry.newer ? 'newer-event' : 'unknown-type';
      this.#report(entry, { severity: 'warning', code, detail: `${entry.event.type} is not known to this loom` });
      return;
    }
    const fault = this.#checkData(entry.event);
    if (fault !== undefined) this.#report(entry, { severity: 'error', code: 'bad-data', detail: fault });
    else this.#noteTranscript(entry.event);
  }

  #noteTranscript(event: LoomEvent): void {
    if (event.type !== 'session.purged' && event.type !== 'transcript.synced') return;
    const session = sessionOfStream(event.stream);
    if (session === undefined) return;
    if (event.type === 'session.purged') this.kept.delete(session);
    else if (!isErased(event.data)) this.kept.set(session, event.data.keptLength);
  }

  #report(entry: JournalEntry, found: Pick<VerifyFinding, 'severity' | 'code' | 'detail'>): void {
    this.#list.at(segmentFile(this.#layout, entry.place.segment), entry.place.offset, found);
  }
}

function verifyIndexCursor(options: VerifyOptions, list: FindingList): void {
  const { layout, sha256, indexCursor = JOURNAL_START } = options;
  if (holdsCursor(layout, indexCursor, sha256)) return;
  const detail =
    'the index has seen a line that the journal does not hold: lines were lost or an older copy was put back';
  list.about(layout.indexDir, { severity: 'warning', code: 'index-ahead', detail });
}

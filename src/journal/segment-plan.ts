import { closeSync, fstatSync, unlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { EndReason, SegmentEnd } from '../events/journal-data.ts';
import { errnoOf } from '../kernel/errno-of.ts';
import type { Sha256 } from '../kernel/sources.ts';
import type { JournalTail } from './journal-tail.ts';
import { scanTail } from './journal-tail.ts';
import { storageFault } from './safe-fs.ts';
import type { Segment } from './segment-list.ts';
import { listSegments, openSegment, readHeader, resolveEnds, strayMarkers } from './segment-list.ts';
import { readLines } from './segment-reader.ts';
import type { SegmentScan } from './segment-scan.ts';
import type { StoreLayout } from './store-layout.ts';
import { endMarkerFile, gapMarkerFile, parseMarkerName } from './store-layout.ts';

/** Where the next commit goes. */
export type AppendPlan =
  | { readonly kind: 'same'; readonly segment: Segment; readonly base: number }
  | { readonly kind: 'new'; readonly segment: number; readonly ends: readonly SegmentEnd[] };

export interface PlanRequest {
  readonly tail: JournalTail;
  /** Bytes of the commit. */
  readonly bytes: number;
  readonly rotateAt: number;
  readonly sha256: Sha256;
  /** End the newest segment although nothing is wrong with it. */
  readonly end?: EndReason | undefined;
}

/** Decides where a commit goes: never behind bytes that are not part of the journal. */
export function planAppend(request: PlanRequest): AppendPlan {
  const { newest, segments } = request.tail;
  if (newest === undefined) return { kind: 'new', segment: 1, ends: [] };
  const { segment, scan } = newest;
  const next = segment.number + 1;
  if (isUnclean(segment, scan) || request.end !== undefined) {
    return { kind: 'new', segment: next, ends: unsettledEnds(segments, request) };
  }
  if (scan.end > 0 && scan.end + request.bytes > request.rotateAt) return { kind: 'new', segment: next, ends: [] };
  return { kind: 'same', segment, base: scan.end };
}

function isUnclean(segment: Segment, scan: SegmentScan): boolean {
  return segment.ended !== undefined || scan.end < scan.size;
}

/** Ends of every unclean segment since the last header that counts. */
function unsettledEnds(segments: readonly Segment[], request: PlanRequest): SegmentEnd[] {
  const { sha256, end } = request;
  const resolved = resolveEnds(segments, 0, sha256);
  const hasHeader = (segment: Segment) => segment.ended !== 0 && readHeader(segment.path, sha256) !== undefined;
  const settled = resolved.findLast(hasHeader)?.number ?? 0;
  const newest = resolved.at(-1);
  return resolved
    .filter((segment) => segment.number >= settled)
    .map((segment) => segmentEnd(segment, { sha256, forced: segment === newest ? end : undefined }))
    .filter((found) => found !== undefined);
}

function segmentEnd(
  segment: Segment,
  request: { sha256: Sha256; forced: EndReason | undefined },
): SegmentEnd | undefined {
  const scan = scanTail(segment, request.sha256);
  const reason = isUnclean(segment, scan) ? endReason(segment, scan, request.sha256) : request.forced;
  return reason && { segment: segment.number, bytes: scan.end, last: scan.last?.id ?? '', reason };
}

function endReason(segment: Segment, scan: SegmentScan, sha256: Sha256): EndReason {
  if (segment.ended === undefined) return scan.torn ? 'torn' : 'incomplete-commit';
  const unmarked = scanTail({ ...segment, ended: undefined }, sha256);
  return unmarked.end > segment.ended ? 'sync-failed' : 'write-failed';
}

/**
 * Removes a newest segment in which no line was ever finished, so that its number is used again; only under the lock. Its
 * markers go first: a marker without its segment must never meet the next file of that number.
 */
export function dropUnfinishedSegment(layout: StoreLayout): void {
  const newest = listSegments(layout).at(-1);
  if (newest === undefined || hasLine(newest.path)) return;
  const { number, ended, gaps } = newest;
  for (const offset of gaps) unlinkIfThere(gapMarkerFile(layout, number, offset));
  if (ended !== undefined) unlinkIfThere(endMarkerFile(layout, number, ended));
  unlinkIfThere(newest.path);
}

/** Removes markers that wait for a segment that is not there yet; only under the lock, before it is made. */
export function dropMarkersOf(layout: StoreLayout, segment: number): void {
  for (const path of strayMarkers(layout)) {
    if (parseMarkerName(basename(path))?.segment === segment) unlinkIfThere(path);
  }
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw storageFault({ operation: 'unlink', path, cause: error });
  }
}

function hasLine(path: string): boolean {
  const fd = openSegment(path);
  if (fd === undefined) return false;
  try {
    for (const line of readLines(fd, 0, fstatSync(fd).size)) return line.terminated;
    return false;
  } finally {
    closeSync(fd);
  }
}

import { closeSync, readdirSync } from 'node:fs';
import { MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { parseEventLine } from '../events/event-line.ts';
import type { JournalSegment } from '../events/journal-data.ts';
import { errnoOf } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { isCredibleEnd } from './end-markers.ts';
import { openSafely, storageFault } from './safe-fs.ts';
import { readAt } from './segment-reader.ts';
import type { SegmentMarker, StoreLayout } from './store-layout.ts';
import { endMarkerFile, gapMarkerFile, parseMarkerName, parseSegmentName, segmentFile } from './store-layout.ts';

/** One file of the journal. */
export interface Segment {
  readonly number: number;
  readonly path: string;
  /** Bytes after this offset are not part of the journal; `undefined` while nobody said so. */
  readonly ended: number | undefined;
  /** Offsets before which lines are known to be missing: a repair found nothing left to set aside there. */
  readonly gaps: readonly number[];
}

/**
 * Segments in order, with the ends that credible marker files tell; see {@link resolveEnds} for the others. A store without
 * journal has none.
 */
export function listSegments(layout: StoreLayout): Segment[] {
  const { segments } = listJournal(layout);
  return segments;
}

/** Markers that no writer left as they stand, a path each: they are not heeded. */
export function strayMarkers(layout: StoreLayout): string[] {
  return listJournal(layout).strays.map(({ kind, segment, offset }) =>
    (kind === 'end' ? endMarkerFile : gapMarkerFile)(layout, segment, offset),
  );
}

function listJournal(layout: StoreLayout): { readonly segments: Segment[]; readonly strays: SegmentMarker[] } {
  const names = readNames(layout.journalDir);
  const markers = names.map(parseMarkerName).filter((marker) => marker !== undefined);
  const numbers = names
    .map(parseSegmentName)
    .filter((number) => number !== undefined)
    .sort((a, b) => a - b);
  const strays = markers.filter((marker) => !numbers.includes(marker.segment));
  const segments = numbers.map((number, index) => {
    const following = numbers[index + 1];
    const path = segmentFile(layout, number);
    const next = following === undefined ? undefined : segmentFile(layout, following);
    const own = markers.filter((marker) => marker.segment === number);
    const ends: number[] = [];
    for (const marker of own.filter(({ kind }) => kind === 'end')) {
      if (isCredibleEnd({ number, path, next }, marker.offset)) ends.push(marker.offset);
      else strays.push(marker);
    }
    const gaps = own.filter((marker) => marker.kind === 'gap').map((marker) => marker.offset);
    return { number, path, ended: ends.length === 0 ? undefined : Math.min(...ends), gaps };
  });
  return { segments, strays };
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw storageFault({ operation: 'list', path: folder, cause: error });
  }
}

/** Segments from a number on, with the ends that headers of later segments tell. A header counts unless its own segment ends before it. */
export function resolveEnds(segments: readonly Segment[], from: number, sha256: Sha256): Segment[] {
  const wanted = segments.filter((segment) => segment.number >= from);
  const ends = new Map<number, number>();
  for (const segment of wanted.slice(1).reverse()) {
    if ((ends.get(segment.number) ?? segment.ended) === 0) continue;
    for (const end of readHeader(segment.path, sha256)?.ends ?? []) {
      if (!ends.has(end.segment)) ends.set(end.segment, end.bytes);
    }
  }
  return wanted.map((segment) => ({ ...segment, ended: ends.get(segment.number) ?? segment.ended }));
}

/** The `journal.segment` data that a segment begins with, if it does. */
export function readHeader(path: string, sha256: Sha256): JournalSegment | undefined {
  const line = readFirstLine(path);
  if (line === undefined) return undefined;
  const parsed = parseEventLine(line, sha256);
  if (parsed.kind !== 'event' || parsed.event.type !== 'journal.segment' || isErased(parsed.event.data))
    return undefined;
  return parsed.event.data;
}

function readFirstLine(path: string): Uint8Array | undefined {
  const fd = openSegment(path);
  if (fd === undefined) return undefined;
  try {
    const buffer = Buffer.allocUnsafe(MAX_EVENT_LINE_BYTES);
    const head = buffer.subarray(0, readAt(fd, buffer, 0));
    const feed = head.indexOf(10);
    return feed < 0 ? undefined : head.subarray(0, feed);
  } finally {
    closeSync(fd);
  }
}

/** Opens a segment for reading; `undefined` when it vanished since it was listed (a newest file without a line is unlinked). */
export function openSegment(path: string): number | undefined {
  try {
    return openSafely(path, 'read');
  } catch (error) {
    if (error instanceof LoomError && error.details['errno'] === 'ENOENT') return undefined;
    throw error;
  }
}

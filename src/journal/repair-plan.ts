import { closeSync } from 'node:fs';
import { relative } from 'node:path';
import type { JournalRepaired } from '../events/journal-data.ts';
import type { Sha256 } from '../kernel/sources.ts';
import type { DamageEntry } from './commit-assembler.ts';
import { isIntentDamaged } from './purge-intent.ts';
import { storageFault } from './safe-fs.ts';
import type { Segment } from './segment-list.ts';
import { listSegments, openSegment, resolveEnds, strayMarkers } from './segment-list.ts';
import { readAt } from './segment-reader.ts';
import type { SegmentScan } from './segment-scan.ts';
import { scanSegment } from './segment-scan.ts';
import { SessionNames } from './session-names.ts';
import type { StoreLayout } from './store-layout.ts';
import { orphanTranscripts } from './verify-orphans.ts';

export type DroppedPlace = JournalRepaired['dropped'][number];

/** What a repair would do to one segment. */
export interface SegmentRepair {
  readonly segment: number;
  readonly path: string;
  /** Bytes of the file now, and how many stay. */
  readonly size: number;
  readonly end: number;
  /** Places in order; length 0 where lines are missing and nothing is left to set aside. */
  readonly dropped: readonly DroppedPlace[];
}

export interface RepairPlan {
  readonly segments: readonly SegmentRepair[];
  /** Damaged lines and missing places over all segments. */
  readonly places: number;
  readonly asides: readonly AsideFile[];
}

/**
 * A file that is set aside, relative to the store. `useless`: it means nothing and is in the way, as a marker that no writer left, or an
 * unusable `purge.intent`. `unnamed`: a transcript that no event names.
 */
export interface AsideFile {
  readonly file: string;
  readonly fault: 'useless' | 'unnamed';
}

/** Finds what a repair has to take out. Reads only. */
export function planRepair(layout: StoreLayout, sha256: Sha256): RepairPlan {
  const listed = resolveEnds(listSegments(layout), 0, sha256);
  const segments: SegmentRepair[] = [];
  const names = new SessionNames();
  let expectedPrev: string | undefined = '';
  for (const segment of listed) {
    const { damage, scan } = scanDamage({ segment, expectedPrev, sha256 }, names);
    const newest = segment === listed.at(-1);
    const end = newest || segment.ended !== undefined ? scan.size : scan.end;
    const dropped = [
      ...new Map(damage.map((entry) => [placeKey(entry), droppedPlace(segment, entry.place, sha256)])).values(),
    ];
    if (end < scan.size) dropped.push(droppedPlace(segment, { offset: end, length: scan.size - end }, sha256));
    if (dropped.length > 0)
      segments.push({ segment: segment.number, path: segment.path, size: scan.size, end, dropped });
    if (scan.gapAtEnd) expectedPrev = undefined;
    else if (scan.last !== undefined) expectedPrev = scan.last.id;
  }
  const places = segments.reduce((sum, segment) => sum + segment.dropped.length, 0);
  return { segments, places, asides: findAsides(layout, names) };
}

function findAsides(layout: StoreLayout, names: SessionNames): AsideFile[] {
  const intent = isIntentDamaged(layout) ? [layout.purgeIntentFile] : [];
  const asides = (paths: readonly string[], fault: AsideFile['fault']): AsideFile[] =>
    paths.map((path) => ({ file: relative(layout.home, path), fault }));
  return [
    ...asides([...strayMarkers(layout), ...intent], 'useless'),
    ...asides(orphanTranscripts(layout, names), 'unnamed'),
  ];
}

/** A break in the chain and a partial commit may name the same place. */
function placeKey(entry: DamageEntry): string {
  return `${entry.place.offset}+${entry.place.length}`;
}

function scanDamage(
  request: { segment: Segment; expectedPrev: string | undefined; sha256: Sha256 },
  names: SessionNames,
): { readonly damage: readonly DamageEntry[]; readonly scan: SegmentScan } {
  const entries = scanSegment({ ...request, from: 0 });
  const damage: DamageEntry[] = [];
  let step = entries.next();
  while (step.done !== true) {
    names.note(step.value);
    if (step.value.kind === 'damage') damage.push(step.value);
    step = entries.next();
  }
  damage.sort((a, b) => a.place.offset - b.place.offset);
  return { damage, scan: step.value };
}

function droppedPlace(segment: Segment, place: { offset: number; length: number }, sha256: Sha256): DroppedPlace {
  const { offset, length } = place;
  return { segment: segment.number, offset, length, sha256: hex(sha256(readRange(segment.path, place))) };
}

function readRange(path: string, place: { offset: number; length: number }): Uint8Array {
  const fd = openSegment(path);
  if (fd === undefined) throw storageFault({ operation: 'read', path, cause: new Error('the file vanished') });
  try {
    const buffer = Buffer.alloc(place.length);
    return buffer.subarray(0, readAt(fd, buffer, place.offset));
  } finally {
    closeSync(fd);
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

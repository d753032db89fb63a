import { join } from 'node:path';

/** Every path of a store, derived from its home: nothing inside a store names its own place. */
export interface StoreLayout {
  readonly home: string;
  readonly storeFile: string;
  readonly keyFile: string;
  readonly journalDir: string;
  readonly transcriptsDir: string;
  readonly blobsDir: string;
  readonly projectsDir: string;
  readonly spoolDir: string;
  /** Empty lock files of what runs after hooks, one a session, while it runs. */
  readonly turnsDir: string;
  readonly indexDir: string;
  readonly quarantineDir: string;
  readonly lockFile: string;
  readonly logFile: string;
  /** Exists from the moment a person confirmed an erasure until it is done. */
  readonly purgeIntentFile: string;
  /** Exists while secrets are masked where they stand, until every place is. */
  readonly maskIntentFile: string;
}

/** Lays out a store under its home folder (absolute). */
export function storeLayout(home: string): StoreLayout {
  return {
    home,
    storeFile: join(home, 'store.json'),
    keyFile: join(home, 'key'),
    journalDir: join(home, 'journal'),
    transcriptsDir: join(home, 'transcripts'),
    blobsDir: join(home, 'blobs'),
    projectsDir: join(home, 'projects'),
    spoolDir: join(home, 'spool'),
    turnsDir: join(home, 'turns'),
    indexDir: join(home, 'index'),
    quarantineDir: join(home, 'quarantine'),
    lockFile: join(home, 'writer.lock'),
    logFile: join(home, 'loom.log'),
    purgeIntentFile: join(home, 'purge.intent'),
    maskIntentFile: join(home, 'mask.intent'),
  };
}

/** The folders that a new store gets. */
export function storeFolders(layout: StoreLayout): readonly string[] {
  return [
    layout.journalDir,
    layout.transcriptsDir,
    layout.blobsDir,
    layout.projectsDir,
    layout.spoolDir,
    layout.indexDir,
    layout.quarantineDir,
  ];
}

/** What an empty file beside a segment says about it. */
export interface SegmentMarker {
  readonly kind: 'end' | 'gap';
  readonly segment: number;
  readonly offset: number;
}

const SEGMENT = /^(\d{6,9})\.jsonl$/;
const GAP_MARKER = /^(\d{6,9})\.gap-(\d{1,12})$/;
const END_MARKER = /^(\d{6,9})\.end-(\d{1,12})$/;

function segmentName(segment: number): string {
  return String(segment).padStart(6, '0');
}

/** Path of a journal segment; segments count from 1. */
export function segmentFile(layout: StoreLayout, segment: number): string {
  return join(layout.journalDir, `${segmentName(segment)}.jsonl`);
}

/** Path of the empty file which says that a segment ends at `bytes`. */
export function endMarkerFile(layout: StoreLayout, segment: number, bytes: number): string {
  return join(layout.journalDir, `${segmentName(segment)}.end-${bytes}`);
}

/** Path of the empty file which says that lines are known to be missing before an offset of a segment. */
export function gapMarkerFile(layout: StoreLayout, segment: number, offset: number): string {
  return join(layout.journalDir, `${segmentName(segment)}.gap-${offset}`);
}

/** Number of the segment that a file name stands for. */
export function parseSegmentName(name: string): number | undefined {
  const match = SEGMENT.exec(name);
  return match === null || Number(match[1]) === 0 || segmentName(Number(match[1])) !== match[1]
    ? undefined
    : Number(match[1]);
}

/** Segment and offset that an end or gap marker's file name stands for. */
export function parseMarkerName(name: string): SegmentMarker | undefined {
  const end = END_MARKER.exec(name);
  if (end !== null) return { kind: 'end', segment: Number(end[1]), offset: Number(end[2]) };
  const gap = GAP_MARKER.exec(name);
  return gap === null ? undefined : { kind: 'gap', segment: Number(gap[1]), offset: Number(gap[2]) };
}

import type { Stats } from 'node:fs';
import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errnoOf } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { accessFault } from './file-access.ts';
import { isIntentDamaged } from './purge-intent.ts';
import { identityPath } from './repair-identity.ts';
import { namesIn, storageFault } from './safe-fs.ts';
import { listSegments, strayMarkers } from './segment-list.ts';
import { identityFaults } from './store-file.ts';
import type { StoreLayout } from './store-layout.ts';
import { parseMarkerName, parseSegmentName } from './store-layout.ts';
import type { FindingList } from './verify-report.ts';

/** Checks what the store's files are, before what they say: kind, owner, mode, links, names. */
export function verifyFiles(layout: StoreLayout, list: FindingList): void {
  for (const folder of [layout.home, layout.journalDir, layout.transcriptsDir, layout.blobsDir, layout.quarantineDir]) {
    verifyPath(folder, 'folder', list);
  }
  for (const file of [layout.storeFile, layout.keyFile]) verifyPath(file, 'file', list);
  verifyIdentity(layout, list);
  verifyPath(layout.lockFile, 'file', list);
  if (verifyPath(layout.purgeIntentFile, 'file', list)) verifyIntent(layout, list);
  if (verifyPath(layout.maskIntentFile, 'file', list)) {
    const detail =
      'masking was begun and not finished; what is kept may still hold secrets: loom redact --rescan --apply';
    list.about(layout.maskIntentFile, { severity: 'warning', code: 'masking-unfinished', detail });
  }
  verifyJournalIsThere(layout, list);
  for (const name of namesIn(layout.journalDir)) verifyJournalName(join(layout.journalDir, name), list);
  for (const path of strayMarkers(layout)) {
    const detail = 'is no place where a writer ended a segment; not heeded: loom journal repair';
    list.about(path, { severity: 'error', code: 'stray-marker', detail });
  }
  verifyNumbering(layout, list);
}

function verifyIntent(layout: StoreLayout, list: FindingList): void {
  const damaged = isIntentDamaged(layout);
  const detail = damaged
    ? 'names no erasure that could be finished, and nothing is written until it is set aside: loom journal repair'
    : 'an erasure was begun and not finished; the next command that writes finishes it';
  const [severity, code] = damaged
    ? (['error', 'purge-intent-damaged'] as const)
    : (['warning', 'purge-pending'] as const);
  list.about(layout.purgeIntentFile, { severity, code, detail });
}

/** Parts do not count: the first import of a store may be killed before its first commit. */
function holdsWholeFiles(folder: string): boolean {
  return namesIn(folder).some((child) => namesIn(join(folder, child)).some((name) => !name.endsWith('.part')));
}

/** A store that keeps conversations, or an index of them, had a journal. */
function verifyJournalIsThere(layout: StoreLayout, list: FindingList): void {
  if (listSegments(layout).length > 0) return;
  const stored = [layout.transcriptsDir, layout.blobsDir];
  if (!stored.some(holdsWholeFiles) && statOf(join(layout.indexDir, 'current')) === undefined) return;
  const detail =
    'holds no segment, yet there are transcripts or an index: put the journal back from a copy, or import again';
  list.about(layout.journalDir, { severity: 'error', code: 'missing-journal', detail });
}

/** A file that may not be read was reported already. */
function verifyIdentity(layout: StoreLayout, list: FindingList): void {
  for (const { file, fault } of readableFaults(layout)) {
    const damaged = file === 'key' ? 'store-key-damaged' : 'store-file-damaged';
    const code = fault === 'missing' ? 'missing-file' : damaged;
    const what = file === 'key' ? 'is not a key' : 'does not say what it holds';
    const detail = `${fault === 'missing' ? 'is not there' : what}: loom journal repair`;
    list.about(identityPath(layout, file), { severity: 'error', code, detail });
  }
}

function readableFaults(layout: StoreLayout): ReturnType<typeof identityFaults> {
  try {
    return identityFaults(layout);
  } catch (error) {
    if (error instanceof LoomError && error.kind === 'unsafe') return [];
    throw error;
  }
}

function verifyJournalName(path: string, list: FindingList): void {
  const name = basename(path);
  if (parseSegmentName(name) !== undefined || parseMarkerName(name) !== undefined) {
    verifyPath(path, 'file', list);
  } else if (name.endsWith('.jsonl.tmp')) {
    list.about(path, { severity: 'info', code: 'leftover', detail: 'left by a rewrite that was cut short; not read' });
  } else {
    list.about(path, { severity: 'warning', code: 'foreign-file', detail: 'does not belong to a journal; not read' });
  }
}

/** Segments count from 1 without gaps; a gap that a repair took note of is known. */
function verifyNumbering(layout: StoreLayout, list: FindingList): void {
  const segments = listSegments(layout);
  let expected = 1;
  for (const segment of segments) {
    if (segment.number !== expected && !segment.gaps.includes(0)) {
      const detail = `segment(s) ${expected} to ${segment.number - 1} are not there`;
      list.about(segment.path, { severity: 'error', code: 'missing-segment', detail });
    }
    expected = segment.number + 1;
  }
}

/** Whether the path is there; everything wrong with it is reported. */
function verifyPath(path: string, kind: 'file' | 'folder', list: FindingList): boolean {
  const stats = statOf(path);
  if (stats === undefined) return false;
  const error = (code: string, detail: string) => list.about(path, { severity: 'error', code, detail });
  if (stats.isSymbolicLink()) error('symbolic-link', 'is a symbolic link');
  else if (kind === 'file' ? !stats.isFile() : !stats.isDirectory()) error('wrong-kind', `is not a ${kind}`);
  else if (kind === 'file' && stats.nlink > 1) error('hard-link', 'has more than one link');
  const fault = stats.isSymbolicLink() ? undefined : accessFault({ path, stats });
  if (fault !== undefined)
    list.about(path, { severity: 'error', code: 'unsafe-owner-or-mode', detail: fault.reason, fix: fault.fix });
  else if (isReadableByOthers(stats)) {
    list.about(path, { severity: 'warning', code: 'readable-by-others', detail: 'can be read by other users' });
  }
  return true;
}

function isReadableByOthers(stats: Stats): boolean {
  return process.platform !== 'win32' && !stats.isSymbolicLink() && (stats.mode & 0o044) !== 0;
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw storageFault({ operation: 'stat', path, cause: error });
  }
}

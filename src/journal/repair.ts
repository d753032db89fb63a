import { closeSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { JOURNAL_START } from '../app/ports/journal.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import { MAX_COMMIT_EVENTS } from '../events/envelope.ts';
import type { JournalRepaired } from '../events/journal-data.ts';
import { errnoOf } from '../kernel/errno-of.ts';
import { STORE_STREAM } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { readEntries } from './journal-reader.ts';
import { readTail } from './journal-tail.ts';
import type { RepairPlan, SegmentRepair } from './repair-plan.ts';
import { planRepair } from './repair-plan.ts';
import { ensureFolder, openSafely, replaceFile, storageFault, syncFolder } from './safe-fs.ts';
import { blankLines, patchedBytes } from './segment-patch.ts';
import { dropUnfinishedSegment } from './segment-plan.ts';
import type { AppendContext } from './segment-writer.ts';
import { appendCommit } from './segment-writer.ts';
import type { StoreLayout } from './store-layout.ts';
import { gapMarkerFile } from './store-layout.ts';
import { acquireWriterLock } from './writer-lock.ts';

/** What a repair did. */
export interface RepairReport {
  readonly plan: RepairPlan;
  /** Folder under quarantine/ with the segments as they were; `null` when nothing had to be set aside. */
  readonly quarantine: string | null;
  readonly events: readonly LoomEvent[];
}

/** Dropped places that one event line can name. */
const PLACES_PER_EVENT = 80;
const LOCK_WAIT = 10_000;
const RECORD = 'repair.json';

/** What a repair notes before it changes anything. */
type RepairRecord = Pick<JournalRepaired, 'dropped' | 'files'>;

/**
 * Takes damage out of the journal: every affected segment is copied to `quarantine/` and replaced by one that has blanks of
 * equal length where damaged lines were; every good line keeps its bytes and its place. Files that only stand in the way, and transcripts that no event names, are moved there. Killed at any point, it leaves the old
 * or the new segment, and the next repair says what this one did. Changes nothing when nothing is damaged.
 */
export async function repairJournal(context: AppendContext): Promise<RepairReport> {
  const { layout } = context;
  const lock = await acquireWriterLock({ lockFile: layout.lockFile, wait: LOCK_WAIT, progress: () => 0 });
  try {
    dropUnfinishedSegment(layout);
    const plan = planRepair(layout, context.sha256);
    const quarantine = plan.segments.length + plan.asides.length === 0 ? null : setAside(context, plan);
    for (const segment of plan.segments) repairSegment(layout, segment);
    return { plan, quarantine, events: recordRepairs(context) };
  } finally {
    lock.release();
  }
}

/** Copies the affected segments and notes what will be dropped, durably, before anything is changed. */
function setAside(context: AppendContext, plan: RepairPlan): string {
  const { layout } = context;
  const folder = join(layout.quarantineDir, context.mintEventId().toLowerCase());
  ensureFolder(folder);
  for (const { path, size } of plan.segments) replaceFile(join(folder, basename(path)), patchedBytes(path, size, []));
  const dropped: JournalRepaired['dropped'] = plan.segments.flatMap((segment) => segment.dropped);
  const files = plan.asides.map(({ file }) => file);
  const record: RepairRecord = { dropped, ...(files.length === 0 ? {} : { files }) };
  replaceFile(join(folder, RECORD), [Buffer.from(`${JSON.stringify(record)}\n`)]);
  syncFolder(layout.quarantineDir);
  for (const file of files) moveAside(join(layout.home, file), folder);
  return relative(layout.home, folder);
}

function moveAside(path: string, folder: string): void {
  try {
    renameSync(path, join(folder, basename(path)));
  } catch (error) {
    throw storageFault({ operation: 'rename', path, cause: error });
  }
  syncFolder(folder);
  syncFolder(dirname(path));
}

function repairSegment(layout: StoreLayout, repair: SegmentRepair): void {
  const damaged = repair.dropped.filter((place) => place.length > 0 && place.offset < repair.end);
  const patches = damaged.map(({ offset, length }) => ({ offset, length, bytes: blankLines(length) }));
  if (patches.length > 0 || repair.end < repair.size) {
    replaceFile(repair.path, patchedBytes(repair.path, repair.end, patches));
  }
  for (const place of repair.dropped) if (place.length === 0) markGap(layout, repair.segment, place.offset);
}

function markGap(layout: StoreLayout, segment: number, offset: number): void {
  const path = gapMarkerFile(layout, segment, offset);
  if (existsSync(path)) return;
  closeSync(openSafely(path, 'create'));
  syncFolder(layout.journalDir);
}

/** Appends the events of every repair that no event tells of yet: this one, and any that was killed before it could. */
function recordRepairs(context: AppendContext): LoomEvent[] {
  const told = new Set<string>();
  for (const entry of readEntries({ ...context, after: JOURNAL_START })) {
    if (entry.kind === 'event' && entry.event.type === 'journal.repaired') told.add(entry.event.data.quarantine);
  }
  const drafts = recordedFolders(context.layout)
    .filter((folder) => !told.has(folder))
    .flatMap((folder) => repairedDrafts(context, folder));
  const events: LoomEvent[] = [];
  for (let from = 0; from < drafts.length; from += MAX_COMMIT_EVENTS / 4) {
    const tail = readTail(context.layout, context.sha256);
    events.push(...appendCommit(context, { tail, drafts: drafts.slice(from, from + MAX_COMMIT_EVENTS / 4) }).events);
  }
  return events;
}

function recordedFolders(layout: StoreLayout): string[] {
  try {
    const folders = readdirSync(layout.quarantineDir).map((name) => join(layout.quarantineDir, name));
    return folders.filter((folder) => existsSync(join(folder, RECORD))).map((folder) => relative(layout.home, folder));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw storageFault({ operation: 'list', path: layout.quarantineDir, cause: error });
  }
}

function repairedDrafts(context: AppendContext, quarantine: string): EventDraft[] {
  const record = readRecord(join(context.layout.home, quarantine, RECORD));
  if (record === undefined) return [];
  const { dropped, files } = record;
  const drafts: EventDraft[] = [];
  for (let from = 0; from < Math.max(1, dropped.length); from += PLACES_PER_EVENT) {
    const named = from === 0 && files !== undefined ? { files: files.slice(0, PLACES_PER_EVENT) } : {};
    drafts.push({
      id: context.mintEventId(),
      stream: STORE_STREAM,
      type: 'journal.repaired',
      at: formatInstant(context.clock()),
      by: { kind: 'system' },
      trust: 'agent',
      data: { quarantine, dropped: dropped.slice(from, from + PLACES_PER_EVENT), ...named },
    });
  }
  return drafts;
}

/** `undefined` for a record that somebody changed: what was set aside still lies beside it. */
function readRecord(path: string): RepairRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as RepairRecord | null;
    return Array.isArray(record?.dropped) ? (record ?? undefined) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw storageFault({ operation: 'read', path, cause: error });
  }
}

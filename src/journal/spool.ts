import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import type { EventDraft } from '../events/envelope.ts';
import { errnoOf } from '../kernel/errno-of.ts';
import { isEventDraft } from './event-draft-check.ts';
import { ensureFolder, namesIn, openSafely, storageFault, syncFolder, writeFully } from './safe-fs.ts';
import type { StoreLayout } from './store-layout.ts';

/** Largest spool file that is read, in bytes; a hook's events are far smaller. */
const MAX_SPOOL_BYTES = 4 * 1024 * 1024;

/** Events that wait for the journal. One file is one commit. */
export interface SpoolFile {
  readonly path: string;
  readonly name: string;
  /** Set once somebody began to append it: whatever of it is in the journal is in this segment or a later one. */
  readonly begunAt: number | undefined;
}

const WAITING = /^[0-9a-z]{10,64}\.json$/;
const BEGUN = /^[0-9a-z]{10,64}\.at-(\d{1,9})\.json$/;

/**
 * Writes events durably beside the journal, for whoever gets the lock next. Several processes may do so at once: `name` (lower
 * case letters and digits, e.g. a ULID) makes the file theirs.
 */
export function spoolEvents(layout: StoreLayout, name: string, drafts: readonly EventDraft[]): void {
  ensureFolder(layout.spoolDir);
  const path = join(layout.spoolDir, `${name}.json`);
  const temporary = `${path}.tmp`;
  try {
    writeNew(temporary, `${JSON.stringify(drafts)}\n`);
    renameSync(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    throw storageFault({ operation: 'spool', path, cause: error });
  }
  syncFolder(layout.spoolDir);
}

function writeNew(path: string, text: string): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const fd = openSync(path, flags, 0o600);
  try {
    if (process.platform !== 'win32' && (fstatSync(fd).mode & 0o777) !== 0o600) fchmodSync(fd, 0o600);
    writeFully(fd, Buffer.from(text));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    // The failure that led here is the one to report.
    if (errnoOf(error) === 'ENOENT') return;
  }
}

/** Spool files in the order in which they were written. */
export function listSpool(layout: StoreLayout): readonly SpoolFile[] {
  return namesIn(layout.spoolDir).flatMap((name): SpoolFile[] => {
    const path = join(layout.spoolDir, name);
    if (WAITING.test(name)) return [{ path, name, begunAt: undefined }];
    const begun = BEGUN.exec(name);
    if (begun === null) return [];
    return [{ path, name, begunAt: Number(begun[1]) }];
  });
}

/** The events of a spool file; `undefined` for one that holds none that can be read, `'gone'` when somebody was faster. */
export function readSpool(file: SpoolFile): readonly EventDraft[] | 'gone' | undefined {
  try {
    const fd = openSafely(file.path, 'read');
    try {
      if (fstatSync(fd).size > MAX_SPOOL_BYTES) return undefined;
      const value: unknown = JSON.parse(readFileSync(fd, 'utf8'));
      return Array.isArray(value) && value.every(isEventDraft) ? (value as EventDraft[]) : undefined;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (errnoOf(error) === 'ENOENT') return 'gone';
    throw error;
  }
}

/** Notes, durably and under the lock, from where on the journal may hold this file's events. */
export function beginSpoolFile(layout: StoreLayout, file: SpoolFile, segment: number): SpoolFile {
  if (file.begunAt !== undefined) return file;
  const name = file.name.replace(/\.json$/, `.at-${segment}.json`);
  const path = join(layout.spoolDir, name);
  try {
    renameSync(file.path, path);
  } catch (error) {
    throw storageFault({ operation: 'rename', path: file.path, cause: error });
  }
  syncFolder(layout.spoolDir);
  return { path, name, begunAt: segment };
}

/** Removes a file whose events are all in the journal. */
export function removeSpoolFile(file: SpoolFile): void {
  try {
    unlinkSync(file.path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw storageFault({ operation: 'unlink', path: file.path, cause: error });
  }
}

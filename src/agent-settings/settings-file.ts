import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { SettingsRefusal } from '../app/ports/agent-settings.ts';
import { LoomError } from '../kernel/loom-error.ts';

/** A file of settings, as it is now. */
export interface SettingsFile {
  /** Links resolved: where bytes are written. */
  readonly real: string;
  /** Null when it is not there. A byte order mark is part of it. */
  readonly text: string | null;
}

const MOST_BYTES = 4 * 1024 * 1024;

class Unfit extends Error {
  readonly refusal: SettingsRefusal;

  constructor(code: string, message: string) {
    super(message);
    this.refusal = { code, message };
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new Unfit('broken-link', 'it is a link that leads nowhere');
  }
}

/** Where a path leads, as far as it is there. */
function realPlace(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return realOf(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPlace(parent), basename(path));
}

function refuseOutside(real: string, roots: readonly string[]): void {
  const isInside = roots.some((root) => real.startsWith(root.endsWith(sep) ? root : root + sep));
  if (!isInside) throw new Unfit('link-leads-away', `it leads to ${real}, outside the home folder and the project`);
}

function refuseUnfit(stat: Stats): void {
  if (!stat.isFile()) throw new Unfit('not-a-regular-file', 'it is no regular file');
  if (stat.nlink > 1) throw new Unfit('not-a-regular-file', 'it has several names (hard links)');
  if (stat.size > MOST_BYTES) throw new Unfit('too-large', 'it has more than 4 MiB');
  if (process.platform === 'win32') return;
  if (process.getuid?.() !== stat.uid) throw new Unfit('not-owned', 'it belongs to another user');
  if ((stat.mode & 0o200) === 0) throw new Unfit('read-only', 'it is read-only');
}

function readText(real: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(real));
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw unreadable(error);
  }
  throw new Unfit('not-text', 'it is no UTF-8 text');
}

function unreadable(error: unknown): Unfit {
  return new Unfit('not-readable', `it cannot be read (${errnoOf(error)})`);
}

function errnoOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error';
}

/** Reads a file that loom may change; links are followed only below the roots. A file that is not fit says why. */
export function readSettingsFile(path: string, roots: readonly string[]): SettingsFile | SettingsRefusal {
  try {
    const real = realPlace(path);
    refuseOutside(
      real,
      roots.map((root) => realPlace(root)),
    );
    const stat = statSync(real, { throwIfNoEntry: false });
    if (stat === undefined) return { real, text: null };
    refuseUnfit(stat);
    return { real, text: readText(real) };
  } catch (error) {
    return error instanceof Unfit ? error.refusal : unreadable(error).refusal;
  }
}

function storageFailed(path: string, cause: unknown): LoomError {
  return new LoomError({
    kind: 'storage',
    code: 'file-not-written',
    message: `cannot write ${path} (${errnoOf(cause)}); it is as it was`,
    cause,
  });
}

function writeBeside(path: string, text: string): string {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o644) & 0o777;
  const descriptor = openSync(beside, 'wx', mode);
  try {
    if (process.platform !== 'win32') fchmodSync(descriptor, mode);
    writeFileSync(descriptor, text, 'utf8');
    fsyncSync(descriptor);
  } catch (error) {
    // What a full disk took of it must not lie about in somebody's project.
    rmSync(beside, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return beside;
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function currentText(path: string): string | null {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? null : readFileSync(path, 'utf8');
}

function refuseChanged(file: SettingsFile): void {
  if (currentText(file.real) === file.text) return;
  throw new LoomError({
    kind: 'busy',
    code: 'file-changed',
    message: `${file.real} was changed meanwhile; nothing was written to it`,
    hints: ['run the same command again'],
  });
}

/** Folders above a file that are not there, outermost first. */
export function missingFolders(path: string): readonly string[] {
  const folder = dirname(path);
  return statSync(folder, { throwIfNoEntry: false }) === undefined ? [...missingFolders(folder), folder] : [];
}

/**
 * Puts a text in the place of the one that was read, whole or not at all; its mode stays. Throws LoomError `storage`/`file-not-written` and `busy`/`file-changed`.
 */
export function writeSettingsFile(file: SettingsFile, text: string): void {
  let beside: string | undefined;
  try {
    mkdirSync(dirname(file.real), { recursive: true });
    beside = writeBeside(file.real, text);
    refuseChanged(file);
    renameSync(beside, file.real);
    beside = undefined;
    syncFolder(dirname(file.real));
  } catch (error) {
    throw error instanceof LoomError ? error : storageFailed(file.real, error);
  } finally {
    if (beside !== undefined) rmSync(beside, { force: true });
  }
}

/** Removes a file, and the folders that were made for it as far as nothing else is in them. */
export function removeSettingsFile(file: SettingsFile, folders: readonly string[]): void {
  try {
    refuseChanged(file);
    rmSync(file.real);
    syncFolder(dirname(file.real));
  } catch (error) {
    throw error instanceof LoomError ? error : storageFailed(file.real, error);
  }
  try {
    for (const folder of folders.toReversed()) rmdirSync(folder);
  } catch {
    // Something else is in it by now.
  }
}

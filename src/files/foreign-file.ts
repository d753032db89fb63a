import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  readFileSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { fileChanged, HeldFolder, inFolder, realPlace } from './held-folder.ts';

/** A file that others write, too, as it was when it was looked at. */
export interface ForeignFile {
  /** Links of its folder resolved; its own name is no link. */
  readonly path: string;
  /** Null where nothing is there. */
  readonly bytes: Buffer | null;
  readonly stats?: Pick<Stats, 'dev' | 'ino' | 'mode'>;
}

const MIB = 1024 * 1024;

/** Says of a file that it is not one to be read and replaced; nothing was read of it. */
function unfit(path: string, code: string, what: string): LoomError {
  return new LoomError({ kind: 'refused', code, message: `${path} ${what}`, details: { path } });
}

function notRegular(path: string): LoomError {
  return unfit(path, 'not-a-regular-file', 'is no regular file');
}

function refuseUnfit(path: string, stats: Stats, mostBytes: number): void {
  if (!stats.isFile()) throw notRegular(path);
  if (stats.nlink > 1) throw unfit(path, 'not-a-regular-file', 'has several names (hard links)');
  if (stats.size > mostBytes) throw unfit(path, 'file-too-large', `has more than ${mostBytes / MIB} MiB`);
  if (process.platform === 'win32') return;
  if (process.getuid?.() !== stats.uid) throw unfit(path, 'not-owned', 'belongs to another user');
  if ((stats.mode & 0o200) === 0) throw unfit(path, 'read-only', 'is read-only');
}

/** The descriptor of a file; `undefined` where nothing is there. */
function openThere(folder: HeldFolder, name: string): number | undefined {
  try {
    return folder.open(name, constants.O_RDONLY);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return undefined;
    const path = join(folder.path, name);
    if (errno === 'ELOOP' || errno === 'EMLINK')
      throw unfit(path, 'not-a-regular-file', 'is a link; name the file it leads to');
    throw errno === 'ENXIO' || errno === 'EISDIR' ? notRegular(path) : error;
  }
}

/**
 * Reads a file of a folder for being replaced: a regular file of our own with one name and at most so many bytes, which is asked of the file
 * that was opened. Throws LoomError `refused`: `not-a-regular-file`, `file-too-large`, `not-owned`, `read-only`; and system errors.
 */
export function readForeignFile(folder: HeldFolder, name: string, mostBytes: number): ForeignFile {
  const path = join(folder.path, name);
  const descriptor = openThere(folder, name);
  if (descriptor === undefined) return { path, bytes: null };
  try {
    const stats = fstatSync(descriptor);
    refuseUnfit(path, stats, mostBytes);
    return { path, bytes: readFileSync(descriptor), stats };
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a file wherever the links of its folder lead, as {@link readForeignFile}; none where its folder is not there. */
export function readForeignPath(path: string, mostBytes: number): ForeignFile {
  const parent = realPlace(dirname(path));
  const name = basename(path);
  if (lstatSync(parent, { throwIfNoEntry: false }) === undefined) return { path: join(parent, name), bytes: null };
  return inFolder(HeldFolder.openAsFound(parent), (folder) => readForeignFile(folder, name, mostBytes));
}

/** The text of such a file. Throws LoomError `refused`/`file-not-text`: other bytes would not come back as they were. */
export function foreignText({ path, bytes }: ForeignFile): string | null {
  if (bytes === null) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8.
  }
  throw new LoomError({ kind: 'refused', code: 'file-not-text', message: `${path} is no UTF-8 text` });
}

/** What is there now; another kind of file than may be read is another file. */
function readAgain(folder: HeldFolder, file: ForeignFile): ForeignFile {
  try {
    return readForeignFile(folder, basename(file.path), file.bytes?.length ?? 0);
  } catch (error) {
    throw error instanceof LoomError ? fileChanged(file.path) : error;
  }
}

/** Refuses a file that is another one, or holds other bytes, than when it was read. */
function refuseOther(folder: HeldFolder, file: ForeignFile): void {
  const now = readAgain(folder, file);
  const isSame = now.stats?.dev === file.stats?.dev && now.stats?.ino === file.stats?.ino;
  const holdsSame = file.bytes === null ? now.bytes === null : now.bytes?.equals(file.bytes) === true;
  if (!isSame || !holdsSame) throw fileChanged(file.path);
}

/** A name that nothing else takes, in the same folder, so that a rename puts the file in place. */
export function nameBeside(name: string): string {
  return `.${name}.${process.pid}.${randomBytes(4).toString('hex')}.part`;
}

function fill(descriptor: number, text: string, mode: number | undefined): void {
  try {
    if (mode !== undefined && process.platform !== 'win32') fchmodSync(descriptor, mode & 0o777);
    writeFileSync(descriptor, text, 'utf8');
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function replaceIn(folder: HeldFolder, file: ForeignFile, { text, mode }: NewText): void {
  const beside = nameBeside(basename(file.path));
  const descriptor = folder.open(beside, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode ?? 0o644);
  try {
    fill(descriptor, text, mode);
    refuseOther(folder, file);
    folder.rename(beside, basename(file.path));
  } catch (error) {
    // What a full disk took of it must not lie about in somebody's project.
    folder.removeQuietly(beside);
    throw error;
  }
  folder.sync();
}

interface NewText {
  readonly text: string;
  readonly mode: number | undefined;
}

/** Modes of what is made anew: the file's whatever the umask, else what that leaves of 0644; those of folders. */
export interface NewModes {
  readonly file?: number;
  readonly folders?: number;
}

/**
 * Puts a text in the place of the file that was read, whole or not at all, and only in the folder it was read in. Its mode stays. Folders that
 * are missing are made, private unless said. Throws LoomError `busy`/`file-changed` where it is no longer as it was read, and system errors.
 */
export function replaceForeignFile(file: ForeignFile, text: string, modes: NewModes = {}): void {
  const { folder } = HeldFolder.openMaking(dirname(file.path), modes.folders ?? 0o700);
  inFolder(folder, () => replaceIn(folder, file, { text, mode: file.stats?.mode ?? modes.file }));
}

/** Removes a file that is still as it was read. Throws LoomError `busy`/`file-changed`, and system errors. */
export function removeForeignFile(file: ForeignFile): void {
  inFolder(HeldFolder.openAsFound(dirname(file.path)), (folder) => {
    refuseOther(folder, file);
    folder.remove(basename(file.path));
    folder.sync();
  });
}

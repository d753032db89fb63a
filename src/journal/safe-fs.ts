import type { Stats } from 'node:fs';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf, saysAbsent } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { type AccessSubject, accessFault } from './file-access.ts';

/** What a file is opened for; see {@link openSafely}. */
export type OpenPurpose = 'read' | 'append' | 'create' | 'lock';

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** A FIFO in a file's place must not hang the open. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

const FLAGS: Readonly<Record<OpenPurpose, number>> = {
  read: constants.O_RDONLY,
  append: constants.O_WRONLY | constants.O_APPEND,
  create: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
  lock: constants.O_RDWR | constants.O_CREAT,
};

/** Fault of an operation on one path, with its errno. */
export function storageFault(fault: { operation: string; path: string; cause: unknown; code?: string }): LoomError {
  const errno = errnoOf(fault.cause);
  return new LoomError({
    kind: 'storage',
    code: fault.code ?? 'storage-failed',
    message: `${fault.operation} failed for ${fault.path}${errno === '' ? '' : ` (${errno})`}`,
    details: { operation: fault.operation, path: fault.path, errno },
    cause: fault.cause,
  });
}

/** Refusal to work with a path that another user, link or kind of file controls. */
export function unsafePath(path: string, reason: string, hints: readonly string[] = []): LoomError {
  return new LoomError({ kind: 'unsafe', code: 'unsafe-path', message: `${path} ${reason}`, hints, details: { path } });
}

/**
 * Opens a regular file of the store without following a link. Reading asks only that; every other purpose also asks for one
 * link, our own user, and nobody else's write permission. New files get mode 0600 whatever the umask.
 */
export function openSafely(path: string, purpose: OpenPurpose): number {
  const fd = openRaw(path, purpose);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw unsafePath(path, 'is not a regular file');
    if (purpose === 'create' || (purpose === 'lock' && stats.size === 0)) fixMode(fd, stats);
    if (purpose !== 'read') checkWritable({ path, fd, stats: fstatSync(fd) });
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error instanceof LoomError ? error : storageFault({ operation: 'open', path, cause: error });
  }
}

function openRaw(path: string, purpose: OpenPurpose): number {
  try {
    return openSync(path, FLAGS[purpose] | NO_FOLLOW | NO_WAIT, 0o600);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ELOOP' || errno === 'EMLINK') throw unsafePath(path, 'is a symbolic link');
    if (errno === 'ENXIO' || errno === 'EISDIR') throw unsafePath(path, 'is not a regular file');
    throw storageFault({ operation: 'open', path, cause: error });
  }
}

function fixMode(fd: number, stats: Stats): void {
  if (process.platform !== 'win32' && (stats.mode & 0o777) !== 0o600) fchmodSync(fd, 0o600);
}

function checkWritable(subject: AccessSubject): void {
  if (subject.stats.nlink > 1) throw unsafePath(subject.path, 'has more than one link');
  checkAccess(subject);
}

function checkAccess(subject: AccessSubject): void {
  const fault = accessFault(subject);
  if (fault !== undefined) throw unsafePath(subject.path, fault.reason, [fault.fix]);
}

/**
 * Makes a folder with mode 0700, durably and with its parents, and makes sure that an existing one is a real folder of ours. One level at
 * a time: the recursive `mkdir` of Node never returns where a level cannot be made, as below /proc.
 */
export function ensureFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    if (error instanceof LoomError) throw error;
    if (errnoOf(error) === 'ENOTDIR') throw unsafePath(path, 'is not a folder');
    throw storageFault({ operation: 'mkdir', path, cause: error });
  }
  checkFolder(path);
}

function makeFolder(path: string): void {
  const parent = dirname(path);
  try {
    makeOneFolder(path);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
    if (errnoOf(error) !== 'ENOENT' || parent === path) throw error;
    makeFolder(parent);
    makeOneFolder(path);
  }
  syncFolder(parent);
}

/** Mode 0700 whatever the umask, which may take even our own rights away. */
function makeOneFolder(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  if (process.platform !== 'win32' && (process.umask() & 0o700) !== 0) chmodSync(path, 0o700);
}

/** Refuses a folder that is a link, that is not ours, or that others may write to. */
export function checkFolder(path: string): void {
  const stats = statLink(path);
  if (!stats.isDirectory()) throw unsafePath(path, stats.isSymbolicLink() ? 'is a symbolic link' : 'is not a folder');
  checkAccess({ path, stats });
}

function statLink(path: string): Stats {
  try {
    return lstatSync(path);
  } catch (error) {
    throw storageFault({ operation: 'stat', path, cause: error });
  }
}

/** Writes all bytes with one system call where the OS takes them at once. Throws the system error of what was not taken. */
export function writeFully(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written, bytes.length - written);
}

/** Makes file content durable. Throws the raw system error: after a failure the content must not be trusted, nor synced again. */
export function syncFile(fd: number, whole: boolean): void {
  if (whole) fsyncSync(fd);
  else fdatasyncSync(fd);
}

/** Makes names in a folder durable, where the OS can; throws `storage` when it says that it could not. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  try {
    syncOpened(openSync(path, constants.O_RDONLY));
  } catch (error) {
    throw storageFault({ operation: 'sync', path, cause: error });
  }
}

function syncOpened(fd: number): void {
  try {
    fsyncSync(fd);
  } catch (error) {
    if (errnoOf(error) !== 'EINVAL' && errnoOf(error) !== 'ENOTSUP') throw error;
  } finally {
    closeSync(fd);
  }
}

/** Puts a whole file in place: a synced temporary file, renamed over the old one, and a synced folder. Kill-safe. */
export function replaceFile(path: string, chunks: Iterable<Uint8Array>): void {
  const temporary = `${path}.tmp`;
  try {
    writeTemporary(temporary, chunks);
    renameSync(temporary, path);
  } catch (error) {
    dropTemporary(temporary);
    throw error instanceof LoomError ? error : storageFault({ operation: 'replace', path, cause: error });
  }
  syncFolder(dirname(path));
}

/** What a full disk left of it takes room that is needed; where it cannot be removed the next attempt writes over it. */
function dropTemporary(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The fault that led here is the one to report.
  }
}

/** Writes and syncs a file that is not in place yet; an older attempt at the same path is overwritten. */
function writeTemporary(path: string, chunks: Iterable<Uint8Array>): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_FOLLOW | NO_WAIT;
  const fd = openSync(path, flags, 0o600);
  try {
    fixMode(fd, fstatSync(fd));
    for (const chunk of inLargePieces(chunks)) writeFully(fd, chunk);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const PIECE = 1024 * 1024;

/** Joins small chunks, so that many patches do not become as many system calls. Chunks are only valid until the next one. */
function* inLargePieces(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  const piece = Buffer.allocUnsafe(PIECE);
  let filled = 0;
  for (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + PIECE - filled);
      piece.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled === PIECE) yield piece;
      filled %= PIECE;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/** Names in a folder, sorted; none where there is no such folder. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (saysAbsent(error)) return [];
    throw storageFault({ operation: 'list', path: folder, cause: error });
  }
}

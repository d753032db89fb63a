import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { LoomError } from '../kernel/loom-error.ts';

/** Whether an error of the file system carries this code. */
export function hasErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Runs file system work and turns what fails into a `storage` fault that names the operation and the path. */
export function guardStorage<T>(operation: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storageFault(operation, path, error);
  }
}

/** What stands for an error of the file system. */
export function storageFault(operation: string, path: string, error: unknown): LoomError {
  if (error instanceof LoomError) return error;
  if (hasErrno(error, 'ELOOP', 'EMLINK')) return unsafeFile(path, 'is a symbolic link', error);
  const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new LoomError({
    kind: 'storage',
    code: 'transcript-storage-failed',
    message: `cannot ${operation} ${path}: ${reason}`,
    details: { operation, path, errno: hasErrno(error, reason) ? reason : '' },
    cause: error,
  });
}

function unsafeFile(path: string, what: string, cause?: unknown): LoomError {
  return new LoomError({ kind: 'unsafe', code: 'unsafe-file', message: `${path} ${what}`, cause });
}

/** Opens a regular file with one link, never through a symbolic link; refuses anything else with an `unsafe` fault. */
export function openRegular(path: string, flags: number): number {
  const fd = guardStorage('open', path, () =>
    openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600),
  );
  const stat = fstatSync(fd);
  if (stat.isFile() && stat.nlink === 1) {
    if ((flags & constants.O_CREAT) !== 0 && takesOwnRights()) fchmodSync(fd, 0o600);
    return fd;
  }
  closeSync(fd);
  throw unsafeFile(path, stat.isFile() ? 'has more than one link' : 'is not a regular file');
}

/** Opens for reading; `undefined` when there is no such file. */
export function openForReading(path: string): number | undefined {
  try {
    return openRegular(path, constants.O_RDONLY);
  } catch (error) {
    if (error instanceof LoomError && hasErrno(error.cause, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Writes all bytes at a place of a file, however many calls it takes. */
export function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}

/** Reads up to `length` bytes at a place; fewer only at the end of the file. */
export function readFully(fd: number, length: number, position: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(fd, bytes, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

/** Makes the bytes of a file durable. */
export function syncFile(fd: number, path: string): void {
  guardStorage('sync', path, () => fsyncSync(fd));
}

/** Makes names in a folder durable, where the system can. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const fd = guardStorage('open', path, () => openFolder(path));
  try {
    syncFile(fd, path);
  } finally {
    closeSync(fd);
  }
}

/** A file held open, with its path for what there is to say about it. */
export interface OpenedFile {
  readonly fd: number;
  readonly path: string;
}

const syncOne = promisify(fsync);

/** Makes files durable side by side, which lets the disk do many in the time of one. */
export async function syncFiles(files: readonly OpenedFile[]): Promise<void> {
  const results = await Promise.allSettled(files.map(({ fd }) => syncOne(fd)));
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    guardStorage('sync', files[index]?.path ?? '', () => {
      throw result.reason;
    });
  }
}

/** Makes names in several folders durable, side by side. */
export async function syncFolders(paths: Iterable<string>): Promise<void> {
  if (process.platform === 'win32') return;
  const opened: OpenedFile[] = [];
  try {
    for (const path of new Set(paths)) opened.push({ path, fd: guardStorage('open', path, () => openFolder(path)) });
    await syncFiles(opened);
  } finally {
    for (const { fd } of opened) closeSync(fd);
  }
}

function openFolder(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
}

/** Creates the folders of a path below `root`, 0700 and durable; refuses a symbolic link in the place of one. */
export function ensureFolder(root: string, ...names: readonly string[]): string {
  let path = root;
  for (const name of ['', ...names]) {
    path = name === '' ? path : `${path}/${name}`;
    const created = guardStorage('create', path, () => createFolder(path));
    if (created) syncFolder(dirname(path));
    else if (path !== root) refuseOther(path);
  }
  return path;
}

/** Creates `root`, durable, and a folder in it, 0700, whose name needs {@link syncFolder} of `root`. */
export function ensureNamedFolder(root: string, name: string): void {
  const path = `${root}/${name}`;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    ensureFolder(root);
    guardStorage('create', path, () => createFolder(path));
  }
  refuseOther(path);
}

/** Throws `unsafe` unless a path is a folder, and no link to one. */
export function refuseOther(path: string): void {
  if (!lstatSync(path).isDirectory()) throw unsafeFile(path, 'is not a folder');
}

/** Whether the umask takes rights of our own away, which it must not. */
export function takesOwnRights(): boolean {
  return process.platform !== 'win32' && (process.umask() & 0o700) !== 0;
}

function createFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    if (takesOwnRights()) chmodSync(path, 0o700);
    return true;
  } catch (error) {
    if (hasErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Creates a file that must not exist, writes it and makes its bytes durable; its name needs {@link syncFolder}. */
export function writeNewFile(path: string, bytes: Uint8Array): void {
  const fd = openRegular(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  try {
    guardStorage('write', path, () => {
      writeAll(fd, bytes, 0);
      fsyncSync(fd);
    });
  } finally {
    closeSync(fd);
  }
}

/** Renames over whatever has the new name. */
export function moveFile(from: string, to: string): void {
  guardStorage('rename', from, () => renameSync(from, to));
}

/** Removes a file; absent is fine. */
export function removeFile(path: string): void {
  guardStorage('remove', path, () => {
    try {
      unlinkSync(path);
    } catch (error) {
      if (!hasErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
    }
  });
}

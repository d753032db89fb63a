import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs';

/** A file of a worktree: its bytes, or why there are none. */
export type WorktreeFile =
  | { readonly state: 'file'; readonly bytes: Buffer; readonly link: boolean }
  | { readonly state: 'gone' | 'other' | 'large' | 'unreadable' };

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function stateOfError(error: unknown): 'gone' | 'unreadable' {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable';
}

function readOpened(file: number, limit: number): WorktreeFile {
  const stats = fstatSync(file);
  if (!stats.isFile()) return { state: 'other' };
  if (stats.size > limit) return { state: 'large' };
  const bytes = Buffer.allocUnsafe(stats.size);
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(file, bytes, length, bytes.length - length, length);
    if (read === 0) break;
    length += read;
  }
  return { state: 'file', bytes: bytes.subarray(0, length), link: false };
}

function readLink(path: string | Buffer): WorktreeFile {
  try {
    const stats = lstatSync(path);
    if (!stats.isSymbolicLink()) return { state: stats.isFile() ? 'unreadable' : 'other' };
    return { state: 'file', bytes: readlinkSync(path, { encoding: 'buffer' }), link: true };
  } catch (error) {
    return { state: stateOfError(error) };
  }
}

/**
 * Reads a file as git would store it: a regular file's bytes, or where a link leads. Never follows a link in the last
 * step, never waits on a pipe or device.
 */
export function readWorktreeFile(path: string | Buffer, limit: number): WorktreeFile {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = codeOf(error);
    return code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO' ? readLink(path) : { state: stateOfError(error) };
  }
  try {
    return readOpened(file, limit);
  } catch (error) {
    // EISDIR of a folder.
    return codeOf(error) === 'EISDIR' ? { state: 'other' } : { state: 'unreadable' };
  } finally {
    closeSync(file);
  }
}

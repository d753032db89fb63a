import type { Stats } from 'node:fs';
import { closeSync, constants, lstatSync, openSync } from 'node:fs';
import { shellWord } from '../kernel/shell-word.ts';
import { hasOpenAccessList } from './access-list.ts';

/** Why a folder or file of a store must not be trusted for writing, and what mends it. */
export interface AccessFault {
  readonly code: 'foreign-owner' | 'access-list' | 'unsafe-mode';
  readonly reason: string;
  /** Runs as printed. */
  readonly fix: string;
}

/** An open file is asked for its access control list by its descriptor, a path is opened for it. */
export type AccessSubject = { readonly path: string; readonly fd?: number; readonly stats: Stats };

/** What speaks against trusting a folder or file of a store; `undefined` when nothing does. */
export function accessFault(subject: AccessSubject): AccessFault | undefined {
  const { path, stats } = subject;
  const quoted = shellWord(path);
  if (process.getuid !== undefined && stats.uid !== process.getuid())
    return { code: 'foreign-owner', reason: 'belongs to another user', fix: `sudo chown "$(id -u)" ${quoted}` };
  if (isOpenByList(subject))
    return {
      code: 'access-list',
      reason: 'is opened to other users by an access control list',
      fix: `setfacl -b ${quoted}`,
    };
  if (process.platform !== 'win32' && (stats.mode & 0o022) !== 0)
    return { code: 'unsafe-mode', reason: 'can be written by other users', fix: `chmod go-w ${quoted}` };
  return undefined;
}

function isOpenByList({ path, fd, stats }: AccessSubject): boolean {
  if (fd !== undefined) return hasOpenAccessList(fd, stats.mode);
  // The mode alone rules a list out for nearly every file, which is then not opened.
  if ((stats.mode & 0o070) === 0 || !(stats.isFile() || stats.isDirectory())) return false;
  let opened: number;
  try {
    opened = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return false;
  }
  try {
    return hasOpenAccessList(opened, stats.mode);
  } finally {
    closeSync(opened);
  }
}

/** What speaks against a path; `undefined` for a safe one, or when it cannot be looked at: whoever opens it says why. */
export function pathFault(path: string): AccessFault | undefined {
  const stats = lookAt(path);
  return stats === undefined ? undefined : accessFault({ path, stats });
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

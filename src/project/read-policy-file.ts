import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { isBelow } from '../files/folder-bounds.ts';
import { saysAbsent } from '../kernel/errno-of.ts';

/** Text of a policy file, or why there is none. */
export type PolicyText =
  | { readonly state: 'file'; readonly text: string; readonly realPath: string }
  | { readonly state: 'gone' | 'unreadable' | 'outside' };

export interface PolicyTextOptions {
  readonly limit: number;
  /** The opened file must lie in this folder, whatever links its name leads over. */
  readonly inside?: string;
}

function readAll(file: number, size: number): string {
  const bytes = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const read = readSync(file, bytes, length, size - length, length);
    if (read === 0) break;
    length += read;
  }
  return bytes.toString('utf8', 0, length);
}

/** Where the opened file lies: its name's real path, if that still is the file. */
function realPathOf(file: number, path: string): string | undefined {
  const real = realpathSync.native(path);
  const [opened, named] = [fstatSync(file, { bigint: true }), statSync(real, { bigint: true })];
  return opened.dev === named.dev && opened.ino === named.ino ? real : undefined;
}

function readOpened(file: number, path: string, { limit, inside }: PolicyTextOptions): PolicyText {
  const stats = fstatSync(file);
  if (!stats.isFile() || stats.size > limit) return { state: 'unreadable' };
  const realPath = realPathOf(file, path);
  if (realPath === undefined) return { state: 'unreadable' };
  if (inside !== undefined && !isBelow(realPath, inside)) return { state: 'outside' };
  return { state: 'file', text: readAll(file, stats.size), realPath };
}

/** Opens a policy file as an agent would, over links, but never waits on a pipe and never takes a device for a file. */
export function readPolicyText(path: string, options: PolicyTextOptions): PolicyText {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return { state: saysAbsent(error) ? 'gone' : 'unreadable' };
  }
  try {
    return readOpened(file, path, options);
  } catch {
    return { state: 'unreadable' };
  } finally {
    closeSync(file);
  }
}

import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LoomError } from '../kernel/loom-error.ts';

/** The text of a file that others write, too. Throws LoomError `refused`/`file-not-text`: such bytes would not come back as they were. */
export function foreignText(path: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8.
  }
  throw new LoomError({ kind: 'refused', code: 'file-not-text', message: `${path} is no UTF-8 text` });
}

/** What is said of a file that is another one than was read. */
export function fileChanged(path: string): LoomError {
  return new LoomError({
    kind: 'busy',
    code: 'file-changed',
    message: `${path} was changed meanwhile; nothing was written to it`,
    hints: ['run the same command again'],
  });
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

/** Puts a text in the place of a file, whole or not at all; its mode stays, and a new one follows the umask. Throws `busy`/`file-changed` where the file is no longer as it was read. */
export function replaceForeignFile(path: string, text: string, isAsRead: () => boolean): void {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  const descriptor = openSync(beside, 'wx', (mode ?? 0o644) & 0o777);
  try {
    fill(descriptor, text, mode);
    if (!isAsRead()) throw fileChanged(path);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

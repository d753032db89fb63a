import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { LoomError } from '../kernel/loom-error.ts';
import { isFolder } from './is-folder.ts';
import { makeFolders } from './make-folders.ts';
import { findPaths } from './store-paths.ts';
import { currentFolder } from './system-sources.ts';

function writeFailed(path: string, cause: unknown): LoomError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  return new LoomError({
    kind: 'storage',
    code: 'export-not-written',
    message: `cannot write ${path} (${code}); nothing was left there`,
    cause,
  });
}

/** What an export is written as: text, or bytes. */
export type ExportPieces = Iterable<string> | AsyncIterable<string | Uint8Array>;

async function writeTemporary(path: string, pieces: ExportPieces): Promise<number> {
  const descriptor = openSync(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
      for (let written = 0; written < chunk.length; ) written += writeSync(descriptor, chunk, written);
      bytes += chunk.length;
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return bytes;
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

/** A store must never be overwritten by what was read from it. */
export function refuseInsideStore(path: string): void {
  const { store } = findPaths({ env: process.env, platform: process.platform, cwd: currentFolder() });
  if (!existsSync(store)) return;
  const inside = relative(realpathSync(store), join(realpathSync(dirname(path)), basename(path)));
  if (inside.startsWith('..') || isAbsolute(inside)) return;
  throw new LoomError({
    kind: 'refused',
    code: 'inside-store',
    message: `${path} lies inside the store`,
    hints: ['loom paths'],
  });
}

/** Refuses a place that is taken, before anything is written. */
export function checkExportPath(path: string, force: boolean): void {
  if (path === '') throw new LoomError({ kind: 'usage', code: 'bad-value', message: '--output needs a path' });
  if (!isFolder(dirname(path))) {
    throw new LoomError({
      kind: 'not-found',
      code: 'folder-not-found',
      message: `there is no folder ${dirname(path)}`,
    });
  }
  refuseInsideStore(path);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (!there.isFile())
    throw new LoomError({
      kind: 'refused',
      code: 'not-a-regular-file',
      message: `${path} is there and is no regular file`,
    });
  if (!force)
    throw new LoomError({
      kind: 'refused',
      code: 'file-exists',
      message: `${path} is there already`,
      hints: ['use --force to replace it'],
    });
}

/** Writes an export whole or not at all: a temporary file beside it, synced, then put in place. Returns its bytes. */
export async function writeExportFile(path: string, pieces: ExportPieces, force: boolean): Promise<number> {
  checkExportPath(path, force);
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    const bytes = await writeTemporary(temporary, pieces);
    placeFile(temporary, path, force);
    syncFolder(dirname(path));
    return bytes;
  } catch (error) {
    if (error instanceof LoomError) throw error;
    throw writeFailed(path, error);
  } finally {
    if (existsSync(temporary)) unlinkSync(temporary);
  }
}

/** A rename would replace a file that appeared meanwhile; a link does not. */
function placeFile(temporary: string, path: string, force: boolean): void {
  if (force || process.platform === 'win32') {
    renameSync(temporary, path);
    return;
  }
  try {
    linkSync(temporary, path);
    unlinkSync(temporary);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') checkExportPath(path, false);
    renameSync(temporary, path);
  }
}

function makeExportFolder(path: string): void {
  try {
    makeFolders(path);
  } catch (error) {
    throw writeFailed(path, error);
  }
}

/** Makes sure that a folder for several files is there. */
export function prepareExportFolder(path: string): void {
  if (isFolder(path)) return;
  if (existsSync(path)) {
    throw new LoomError({
      kind: 'refused',
      code: 'not-a-folder',
      message: `${path} is no folder, and several sessions need one`,
    });
  }
  makeExportFolder(path);
}

import { closeSync, constants, existsSync, fsyncSync, lstatSync, realpathSync, type Stats, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isWithin } from '../files/folder-bounds.ts';
import { nameBeside } from '../files/foreign-file.ts';
import { fileChanged, HeldFolder } from '../files/held-folder.ts';
import { makeFolders } from '../files/make-folders.ts';
import { errnoOf, sayErrno } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { shellWord } from '../kernel/shell-word.ts';
import { isFolder } from './is-folder.ts';
import { findPaths } from './store-paths.ts';
import { currentFolder } from './system-sources.ts';

function writeFailed(path: string, cause: unknown): LoomError {
  return new LoomError({
    kind: 'storage',
    code: 'export-not-written',
    message: `cannot write ${path} (${sayErrno(cause)}); nothing was left there`,
    cause,
  });
}

/** What an export is written as: text, or bytes. */
export type ExportPieces = Iterable<string> | AsyncIterable<string | Uint8Array>;

async function writeTemporary(descriptor: number, pieces: ExportPieces): Promise<number> {
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

/** A store must never be overwritten by what was read from it. */
export function refuseInsideStore(path: string): void {
  const { store } = findPaths({ env: process.env, platform: process.platform, cwd: currentFolder() });
  if (!existsSync(store)) return;
  if (!isWithin(join(realpathSync(dirname(path)), basename(path)), realpathSync(store))) return;
  throw new LoomError({
    kind: 'refused',
    code: 'inside-store',
    message: `${path} lies inside the store`,
    hints: ['loom paths'],
  });
}

/** Refuses a place that is taken, before anything is written; answers what is to be replaced there. */
function checkExportPath(path: string, force: boolean): Stats | undefined {
  if (path === '') throw new LoomError({ kind: 'usage', code: 'bad-value', message: '--output needs a path' });
  if (!isFolder(dirname(path))) {
    throw new LoomError({
      kind: 'not-found',
      code: 'folder-not-found',
      message: `there is no folder ${dirname(path)}`,
      hints: [`mkdir -p ${shellWord(dirname(path))}`],
    });
  }
  refuseInsideStore(path);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return undefined;
  if (!there.isFile())
    throw new LoomError({
      kind: 'refused',
      code: 'not-a-regular-file',
      message: `${path} is there and is no regular file`,
    });
  if (!force) throw fileExists(path);
  return there;
}

function fileExists(path: string): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'file-exists',
    message: `${path} is there already`,
    hints: ['use --force to replace it'],
  });
}

/** Writes an export whole or not at all: a temporary file beside it, synced, then put in place. Returns its bytes. */
export async function writeExportFile(path: string, pieces: ExportPieces, force: boolean): Promise<number> {
  const there = checkExportPath(path, force);
  try {
    const folder = HeldFolder.open(dirname(path));
    try {
      refuseInsideStore(join(folder.path, basename(path)));
      return await writeIn(folder, { path, there }, pieces);
    } finally {
      folder.close();
    }
  } catch (error) {
    throw error instanceof LoomError ? error : writeFailed(path, error);
  }
}

interface ExportPlace {
  readonly path: string;
  /** What is to be replaced; nothing else ever is. */
  readonly there: Stats | undefined;
}

async function writeIn(folder: HeldFolder, place: ExportPlace, pieces: ExportPieces): Promise<number> {
  const temporary = nameBeside(basename(place.path));
  const descriptor = folder.open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  try {
    const bytes = await writeTemporary(descriptor, pieces);
    placeFile(folder, temporary, place);
    folder.sync();
    return bytes;
  } catch (error) {
    folder.removeQuietly(temporary);
    throw error;
  }
}

/** What appeared or changed its place while the export was written is not replaced. */
function placeFile(folder: HeldFolder, temporary: string, { path, there }: ExportPlace): void {
  const name = basename(path);
  if (there === undefined) {
    try {
      folder.renameToNew(temporary, name);
    } catch (error) {
      throw errnoOf(error) === 'EEXIST' ? fileExists(path) : error;
    }
    return;
  }
  const now = folder.look(name);
  if (now?.dev !== there.dev || now.ino !== there.ino) throw fileChanged(path);
  folder.rename(temporary, name);
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

import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { AppContext } from '../app/context.ts';
import { isBelow } from '../files/folder-bounds.ts';
import { type ForeignFile, foreignText, readForeignFile, replaceForeignFile } from '../files/foreign-file.ts';
import { HeldFolder, inFolder } from '../files/held-folder.ts';
import { sayErrno } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { shellWord } from '../kernel/shell-word.ts';
import { refuseInsideStore } from './export-files.ts';

/** A file of the project that loom keeps a block in. */
export interface InstructionFile {
  /** Links of its folder resolved. */
  readonly path: string;
  /** Null when it is not there yet. */
  readonly text: string | null;
  /** What it was read from. */
  readonly file: ForeignFile;
}

const MOST_BYTES = 1024 * 1024;

function refused(code: string, message: string, hints: readonly string[] = []): LoomError {
  return new LoomError({ kind: 'refused', code, message, hints });
}

/** The folder of the file, held open; only inside the project, and not in git's own folder. */
function openFolder(app: AppContext, given: string): HeldFolder {
  const named = dirname(resolve(app.cwd, given));
  if (lstatSync(named, { throwIfNoEntry: false }) === undefined) {
    throw new LoomError({
      kind: 'not-found',
      code: 'folder-not-found',
      message: `there is no folder ${named}`,
      hints: [`mkdir -p ${shellWord(named)}`],
    });
  }
  const { root, realCwd } = app.probe.probe(app.cwd);
  const project = realpathSync.native(root ?? realCwd ?? app.cwd);
  const folder = HeldFolder.open(named);
  const path = resolve(folder.path, basename(resolve(app.cwd, given)));
  if (isBelow(path, project) && !relative(project, path).toLowerCase().split(sep).includes('.git')) return folder;
  folder.close();
  throw refused('outside-project', `${given} is no file of this project`, ['cd into the project it belongs to']);
}

function readIn(folder: HeldFolder, name: string): InstructionFile {
  refuseInsideStore(resolve(folder.path, name));
  const file = readForeignFile(folder, name, MOST_BYTES);
  return { path: file.path, text: foreignText(file), file };
}

/**
 * Reads the file that a block is to be kept in. Throws LoomError `refused`: `outside-project`, `not-a-regular-file` (a link
 * too), `file-not-text`, `file-too-large`, `not-owned`, `read-only`.
 */
export function readInstructionFile(app: AppContext, given: string): InstructionFile {
  try {
    return inFolder(openFolder(app, given), (folder) => readIn(folder, basename(resolve(app.cwd, given))));
  } catch (error) {
    throw error instanceof LoomError ? error : storageFailed(given, error);
  }
}

function storageFailed(path: string, cause: unknown): LoomError {
  return new LoomError({
    kind: 'storage',
    code: 'file-not-written',
    message: `cannot write ${path} (${sayErrno(cause)}); it is as it was`,
    cause,
  });
}

/** Puts a text in the place of the one that was read, whole or not at all, and only where it was read; its mode stays. */
export function writeInstructionFile({ path, file }: InstructionFile, text: string): void {
  try {
    replaceForeignFile(file, text, { folders: 0o777 });
  } catch (error) {
    throw error instanceof LoomError ? error : storageFailed(path, error);
  }
}

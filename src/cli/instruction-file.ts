import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { AppContext } from '../app/context.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { refuseInsideStore } from './export-files.ts';
import { foreignText, replaceForeignFile } from './foreign-file.ts';

/** A file of the project that loom keeps a block in. */
export interface InstructionFile {
  /** Links of its folder resolved. */
  readonly path: string;
  /** Null when it is not there yet. */
  readonly text: string | null;
}

const MOST_BYTES = 1024 * 1024;

function refused(code: string, message: string, hints: readonly string[] = []): LoomError {
  return new LoomError({ kind: 'refused', code, message, hints });
}

function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
}

/** The file's path with the links of its folder resolved; only inside the project, and not in git's own folder. */
function placeOf(app: AppContext, given: string): string {
  const named = resolve(app.cwd, given);
  if (lstatSync(dirname(named), { throwIfNoEntry: false }) === undefined) {
    throw new LoomError({
      kind: 'not-found',
      code: 'folder-not-found',
      message: `there is no folder ${dirname(named)}`,
    });
  }
  const path = join(realpathSync(dirname(named)), basename(named));
  const { root, realCwd } = app.probe.probe(app.cwd);
  const project = realpathSync(root ?? realCwd ?? app.cwd);
  if (!isInside(project, path) || relative(project, path).split(sep).includes('.git')) {
    throw refused('outside-project', `${given} is no file of this project`, ['cd into the project it belongs to']);
  }
  refuseInsideStore(path);
  return path;
}

function textOf(path: string): string {
  try {
    return foreignText(path, readFileSync(path));
  } catch (error) {
    throw error instanceof LoomError ? error : storageFailed(path, error);
  }
}

/**
 * Reads the file that a block is to be kept in. Throws LoomError `refused`: `outside-project`, `not-a-regular-file` (a link
 * too), `file-not-text`, `file-too-large`.
 */
export function readInstructionFile(app: AppContext, given: string): InstructionFile {
  const path = placeOf(app, given);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return { path, text: null };
  if (there.isSymbolicLink()) throw refused('not-a-regular-file', `${given} is a link; name the file it leads to`);
  if (!there.isFile() || there.nlink > 1) throw refused('not-a-regular-file', `${given} is no regular file of its own`);
  if (there.size > MOST_BYTES) throw refused('file-too-large', `${given} has more than 1 MiB`);
  return { path, text: textOf(path) };
}

function storageFailed(path: string, cause: unknown): LoomError {
  const errno = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  return new LoomError({
    kind: 'storage',
    code: 'file-not-written',
    message: `cannot write ${path} (${errno}); it is as it was`,
    cause,
  });
}

/** Puts a text in the place of the one that was read, whole or not at all; its mode stays. */
export function writeInstructionFile(app: AppContext, file: InstructionFile, text: string): void {
  const { path } = file;
  try {
    replaceForeignFile(path, text, () => readInstructionFile(app, path).text === file.text);
  } catch (error) {
    throw error instanceof LoomError ? error : storageFailed(path, error);
  }
}

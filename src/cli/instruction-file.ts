import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { AppContext } from '../app/context.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { refuseInsideStore } from './export-files.ts';

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
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw storageFailed(path, error);
  }
  throw refused('file-not-text', `${path} is no UTF-8 text`);
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

function writeBeside(path: string, text: string): string {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const mode = (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0o644) & 0o777;
  const descriptor = openSync(beside, 'wx', mode);
  try {
    if (process.platform !== 'win32') fchmodSync(descriptor, mode);
    writeFileSync(descriptor, text, 'utf8');
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return beside;
}

/** Puts a text in the place of the one that was read, whole or not at all; its mode stays. */
export function writeInstructionFile(app: AppContext, file: InstructionFile, text: string): void {
  const { path } = file;
  let beside: string | undefined;
  try {
    beside = writeBeside(path, text);
    if (readInstructionFile(app, path).text !== file.text) {
      throw new LoomError({
        kind: 'busy',
        code: 'file-changed',
        message: `${path} was changed meanwhile; nothing was written to it`,
        hints: ['run the same command again'],
      });
    }
    renameSync(beside, path);
    beside = undefined;
  } catch (error) {
    throw error instanceof LoomError ? error : storageFailed(path, error);
  } finally {
    if (beside !== undefined) rmSync(beside, { force: true });
  }
}

import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { SourceFile } from '../app/ports/importer.ts';
import type { NativeFiles, NativePlace, StagedFile } from '../app/ports/native-writer.ts';
import { LoomError } from '../kernel/loom-error.ts';

const STAGED = /^\.loom-.*\.part$/;
/** A file that a killed process left: nobody writes to one for that long. */
const ABANDONED = 60 * 60_000;
/** Lines are written in pieces of about this many bytes. */
const PIECE = 1024 * 1024;

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error';
}

function notWritten(path: string, cause: unknown): LoomError {
  return new LoomError({
    kind: 'storage',
    code: 'native-not-written',
    message: `cannot write ${path} (${codeOf(cause)}); nothing was left there`,
    cause,
  });
}

function fileExists(path: string): LoomError {
  return new LoomError({
    kind: 'refused',
    code: 'file-exists',
    message: `${path} is there already; it was not touched`,
  });
}

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof LoomError ? error : notWritten(path, error);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the folders between the agent's own folder and a file; returns those that were made, outermost first. */
function makeFoldersBelow(home: string, folder: string): readonly string[] {
  const made: string[] = [];
  let path = home;
  for (const name of relative(home, folder).split(sep)) {
    if (name === '') continue;
    path = join(path, name);
    if (isFolder(path)) continue;
    mkdirSync(path, { mode: 0o700 });
    syncFolder(dirname(path));
    made.push(path);
  }
  return made;
}

function writeLines(descriptor: number, lines: Iterable<string>): void {
  let piece = '';
  const flush = (): void => {
    const bytes = Buffer.from(piece);
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    piece = '';
  };
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length >= PIECE) flush();
  }
  flush();
  fsyncSync(descriptor);
}

function writeStaged(path: string, lines: Iterable<string>): SourceFile {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    writeLines(descriptor, lines);
    const { size, mtimeNs, ctimeNs, dev, ino } = fstatSync(descriptor, { bigint: true });
    return { path, size: Number(size), mtimeNs, ctimeNs, dev, ino };
  } catch (error) {
    removeQuietly(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Not there: nothing to remove. Whatever else is wrong, the first fault is the one to tell.
  }
}

function sweepAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => STAGED.test(one))) {
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (stat?.isFile() === true && Date.now() - stat.mtimeMs > ABANDONED) removeQuietly(join(folder, name));
  }
}

/** A link never replaces what is there; where there are no links, a look comes before the rename. */
function giveName(staged: string, path: string): void {
  try {
    linkSync(staged, path);
    unlinkSync(staged);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw fileExists(path);
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw fileExists(path);
    renameSync(staged, path);
  }
}

class Staged implements StagedFile {
  readonly file: SourceFile;
  readonly #path: string;
  readonly #made: readonly string[];
  #published = false;

  constructor(file: SourceFile, path: string, made: readonly string[]) {
    this.file = file;
    this.#path = path;
    this.#made = made;
  }

  publish(): void {
    guarded(this.#path, () => {
      giveName(this.file.path, this.#path);
      this.#published = true;
      syncFolder(dirname(this.#path));
    });
  }

  withdraw(): void {
    removeQuietly(this.#published ? this.#path : this.file.path);
    for (const folder of [...this.#made].reverse()) {
      try {
        rmdirSync(folder);
      } catch {
        // Somebody else uses it by now.
      }
    }
  }
}

function stage({ home, path }: NativePlace, lines: Iterable<string>): StagedFile {
  if (!isFolder(home)) {
    throw new LoomError({
      kind: 'not-found',
      code: 'agent-not-here',
      message: `the agent was never used on this machine: there is no ${home}`,
      hints: ['use --output FILE to write the session somewhere else'],
    });
  }
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw fileExists(path);
  return guarded(path, () => {
    const folder = dirname(path);
    const made = makeFoldersBelow(home, folder);
    sweepAbandoned(folder);
    const staged = join(folder, `.loom-${basename(path)}.${process.pid}.part`);
    return new Staged(writeStaged(staged, lines), path, made);
  });
}

/** Session files of other tools on this machine. */
export const nativeFiles: NativeFiles = {
  realFolder: (path) => {
    try {
      return isFolder(path) ? realpathSync(path) : undefined;
    } catch {
      return undefined;
    }
  },
  names: (path) => {
    try {
      return readdirSync(path);
    } catch {
      return [];
    }
  },
  stage,
};

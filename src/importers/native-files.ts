import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SourceFile } from '../app/ports/importer.ts';
import type { NativeFiles, NativePlace, StagedFile } from '../app/ports/native-writer.ts';
import { fileChanged, HeldFolder, inFolder, realPlace, removeEmptyFolders } from '../files/held-folder.ts';
import { errnoOf, sayErrno } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';

const STAGED = /^\.loom-.*\.part$/;
/** A file that a killed process left: nobody writes to one for that long. */
const ABANDONED = 60 * 60_000;
/** Lines are written in pieces of about this many bytes. */
const PIECE = 1024 * 1024;

function notWritten(path: string, cause: unknown): LoomError {
  return new LoomError({
    kind: 'storage',
    code: 'native-not-written',
    message: `cannot write ${path} (${sayErrno(cause)}); nothing was left there`,
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

function writeStaged(folder: HeldFolder, name: string, lines: Iterable<string>): SourceFile {
  const descriptor = folder.open(name, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  try {
    writeLines(descriptor, lines);
    const { size, mtimeNs, ctimeNs, dev, ino } = fstatSync(descriptor, { bigint: true });
    return { path: join(folder.path, name), size: Number(size), mtimeNs, ctimeNs, dev, ino };
  } catch (error) {
    folder.removeQuietly(name);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function sweepAbandoned(folder: HeldFolder): void {
  for (const name of folder.names().filter((one) => STAGED.test(one))) {
    const stat = folder.look(name);
    if (stat?.isFile() === true && Date.now() - stat.mtimeMs > ABANDONED) folder.removeQuietly(name);
  }
}

function isSame(stats: Stats | undefined, { dev, ino }: SourceFile): boolean {
  return stats?.dev === Number(dev) && stats.ino === Number(ino);
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
    guarded(this.#path, () =>
      inFolder(HeldFolder.openAsFound(dirname(this.file.path)), (folder) => this.#nameIn(folder)),
    );
  }

  /** Only the file that was written gets the name, and nothing that is there loses it. */
  #nameIn(folder: HeldFolder): void {
    const staged = basename(this.file.path);
    if (!isSame(folder.look(staged), this.file)) throw fileChanged(this.file.path);
    try {
      folder.renameToNew(staged, basename(this.#path));
    } catch (error) {
      throw errnoOf(error) === 'EEXIST' ? fileExists(this.#path) : error;
    }
    this.#published = true;
    folder.sync();
  }

  withdraw(): void {
    removeOwn(this.#published ? this.#path : this.file.path, this.file);
    removeEmptyFolders(this.#made);
  }
}

/** Removes what was written, if it is still that; opens nothing, since that may be what fails. The fault that led here is the one to tell. */
function removeOwn(path: string, file: SourceFile): void {
  try {
    if (isSame(lstatSync(path, { throwIfNoEntry: false }), file)) unlinkSync(path);
  } catch {
    // It stays: the next session file that is written here sweeps it away.
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
    // An agent's own folder may be a link of the person's, to another disk.
    const { folder, made } = HeldFolder.openMaking(realPlace(dirname(path)), 0o700);
    return inFolder(folder, () => {
      sweepAbandoned(folder);
      const staged = `.loom-${basename(path)}.${process.pid}.part`;
      return new Staged(writeStaged(folder, staged, lines), path, made);
    });
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

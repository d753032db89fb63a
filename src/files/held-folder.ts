import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** A pipe in the place of a file must not hang the open. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | NO_FOLLOW;
/** Windows opens no folders; there a folder is known by its path alone. */
const CANNOT_HOLD = process.platform === 'win32';

/** What is said of a file that is another one than was looked at. */
export function fileChanged(path: string): LoomError {
  return new LoomError({
    kind: 'busy',
    code: 'file-changed',
    message: `${path} was changed meanwhile; nothing was written to it`,
    hints: ['run the same command again'],
  });
}

/** A path with its links resolved, as far as it is there. Throws system errors, `ENOENT` for a link that leads nowhere. */
export function realPlace(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync.native(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPlace(parent), basename(path));
}

/** Where an open folder is now, as Linux tells it; `undefined` elsewhere. */
function placeOf(descriptor: number): string | undefined {
  try {
    return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${descriptor}`) : undefined;
  } catch {
    return undefined;
  }
}

/** Another process may need the same folder at the same time. */
function makeUnlessThere(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

function isSame(one: Stats, other: Stats | undefined): boolean {
  return one.dev === other?.dev && one.ino === other.ino;
}

/**
 * A folder that is held open. A name given to it means a file of that very folder, whatever is put in the place of the folder or
 * of one above it meanwhile: on Linux because the system looks the name up in the open folder, elsewhere because the folder's path
 * is looked at before each call, which leaves an instant. No last step is ever followed through a link. Faults name the path.
 */
export class HeldFolder {
  /** Links resolved, as it was when it was opened. */
  readonly path: string;
  readonly #descriptor: number | undefined;
  readonly #base: string;

  private constructor(path: string, descriptor?: number) {
    const place = descriptor === undefined ? undefined : placeOf(descriptor);
    this.path = place ?? path;
    this.#descriptor = descriptor;
    this.#base = place === undefined ? path : `/proc/self/fd/${descriptor}`;
  }

  /** Opens a folder; links that lead to it are followed. Throws system errors, `ENOTDIR` for what is no folder. */
  static open(path: string): HeldFolder {
    const real = realpathSync.native(path);
    return new HeldFolder(real, CANNOT_HOLD ? undefined : openSync(real, FOLDER));
  }

  /** Opens a folder whose path holds no link, as somebody found it. Throws `busy`/`file-changed` where a link is in it by now. */
  static openAsFound(path: string): HeldFolder {
    const folder = HeldFolder.open(path);
    if (folder.path === path) return folder;
    folder.close();
    throw fileChanged(path);
  }

  /** Opens a folder whose path holds no link, after making what of it is missing; answers what was made, outermost first. */
  static openMaking(path: string, mode: number): { readonly folder: HeldFolder; readonly made: readonly string[] } {
    const missing: string[] = [];
    let there = path;
    while (lstatSync(there, { throwIfNoEntry: false }) === undefined && dirname(there) !== there) {
      missing.unshift(there);
      there = dirname(there);
    }
    let folder = HeldFolder.openAsFound(there);
    for (const each of missing) folder = folder.#intoNew(basename(each), mode);
    return { folder, made: missing };
  }

  /** Makes a folder in this one and opens it in its place. */
  #intoNew(name: string, mode: number): HeldFolder {
    try {
      this.#call(name, (path) => makeUnlessThere(path, mode));
      this.sync();
      const descriptor = CANNOT_HOLD ? undefined : this.#call(name, (path) => openSync(path, FOLDER));
      return new HeldFolder(join(this.path, name), descriptor);
    } finally {
      this.close();
    }
  }

  /** Opens a file of the folder; never through a link, and without waiting. */
  open(name: string, flags: number, mode = 0o600): number {
    return this.#call(name, (path) => openSync(path, flags | NO_FOLLOW | NO_WAIT, mode));
  }

  /** What is at a name, the link itself where it is one; `undefined` for nothing. */
  look(name: string): Stats | undefined {
    return this.#call(name, (path) => lstatSync(path, { throwIfNoEntry: false }));
  }

  names(): readonly string[] {
    return this.#call('', (path) => readdirSync(path));
  }

  /** Gives a file another name, in the place of what has that name; a link there is replaced, not followed. */
  rename(from: string, to: string): void {
    this.#call(from, (path) => renameSync(path, join(this.#base, to)));
  }

  /** Gives a file another name that nothing has yet: `EEXIST` where something has it, or appears there meanwhile. */
  renameToNew(from: string, to: string): void {
    try {
      this.#call(to, (path) => linkSync(join(this.#base, from), path));
    } catch (error) {
      // Where there are no links, a look comes before the rename.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errnoOf(error))) throw error;
      if (this.look(to) !== undefined) throw Object.assign(new Error(`${to} is there`), { code: 'EEXIST' });
      this.rename(from, to);
      return;
    }
    this.removeQuietly(from);
  }

  remove(name: string): void {
    this.#call(name, (path) => unlinkSync(path));
  }

  /** Removes a file that may be gone, or may have to stay: a fault that led here is the one to tell. */
  removeQuietly(name: string): void {
    try {
      this.remove(name);
    } catch {
      // Nothing is lost by it.
    }
  }

  /** Makes names in the folder durable, where the system can. */
  sync(): void {
    if (this.#descriptor !== undefined) fsyncSync(this.#descriptor);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }

  #call<T>(name: string, work: (path: string) => T): T {
    if (this.#base === this.path) this.#refuseMoved();
    try {
      return work(join(this.#base, name));
    } catch (error) {
      throw error instanceof Error ? this.#named(error) : error;
    }
  }

  #refuseMoved(): void {
    if (this.#descriptor === undefined) return;
    const now = statSync(this.path, { throwIfNoEntry: false });
    if (!isSame(fstatSync(this.#descriptor), now)) throw fileChanged(this.path);
  }

  /** Says the path of the folder in place of its number. */
  #named(error: Error & { path?: string }): Error {
    error.message = error.message.replaceAll(this.#base, this.path);
    if (error.path !== undefined) error.path = error.path.replace(this.#base, this.path);
    return error;
  }
}

/** Removes folders that were made for a file, outermost first, as far as nothing else is in them. */
export function removeEmptyFolders(made: readonly string[]): void {
  try {
    for (const folder of made.toReversed()) rmdirSync(folder);
  } catch {
    // Something else is in it by now.
  }
}

/** Runs work in a folder that is held meanwhile. */
export function inFolder<T>(folder: HeldFolder, work: (folder: HeldFolder) => T): T {
  try {
    return work(folder);
  } finally {
    folder.close();
  }
}

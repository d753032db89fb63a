import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../files/make-folders.ts';

const ULID = '[0-9A-HJKMNP-TV-Z]{26}';

/** How the files of one index are named, so that several indexes share the folder. */
export interface IndexNames {
  /** Before the id in the name of a file. */
  readonly prefix: '' | 'search-';
  /** The file that names the current one. */
  readonly pointer: 'current' | 'search-current';
}

/** The index of sessions and memory records: what lists and handles need. */
export const LIST_NAMES: IndexNames = { prefix: '', pointer: 'current' };
/** The index of what was said and done. */
export const SEARCH_NAMES: IndexNames = { prefix: 'search-', pointer: 'search-current' };

/** Everything that an index leaves in its folder: files, their journals, damaged ones set aside, pointers. */
function ownName({ prefix, pointer }: IndexNames): RegExp {
  const file = `${prefix}${ULID}\\.sqlite(?:-journal|-wal|-shm|-mark)?(?:\\.damaged-[0-9TZ]+)?`;
  return new RegExp(`^(?:${file}|${pointer}(?:\\.${ULID})?)$`);
}

const LEFTOVER_MILLIS = 3_600_000;

/** One index in the folder `index/` of a store: a current file, named by a pointer. */
export interface IndexFolder {
  readonly path: string;
  /** Path of the current index; `undefined` when there is none. */
  current(): string | undefined;
  /** A path for a new index; creates the folder. */
  place(id: string): string;
  /**
   * Syncs a filled index, points to it, and removes old leftovers and the index that it replaces. A file that another
   * process published meanwhile stays for the one who uses it, until it is a leftover. Returns false, with nothing changed, when
   * there was none to replace and another process was first.
   */
  publish(path: string, id: string, replaces: string | undefined): boolean;
  /** Removes what nobody points to and nobody touched for an hour; a folder that cannot be written stays as it is. */
  sweep(): void;
  /** Renames a damaged index so that it is never opened again; returns its new path. */
  setAside(path: string, stamp: string): string;
  /** Removes a file with what SQLite keeps beside it. */
  remove(path: string): void;
  /** Removes every file of every index in the folder: what one holds of erased content, the others may hold too. */
  clear(): void;
}

/** Opens nothing and creates nothing until asked to. `now`: milliseconds since the epoch. */
export function openIndexFolder(path: string, now: () => number, names: IndexNames = LIST_NAMES): IndexFolder {
  const pointer = join(path, names.pointer);
  const sweep = (current: string | undefined): void => removeLeftovers(path, names, { current, now: now() });
  const current = (): string | undefined => {
    const name = readPointer(pointer, names);
    return name === undefined ? undefined : join(path, name);
  };
  return {
    path,
    current,
    place: (id) => {
      makeFolders(path);
      return join(path, `${names.prefix}${id}.sqlite`);
    },
    publish: (file, id, replaces) => {
      syncPath(file);
      const draft = `${pointer}.${id}`;
      writeDraft(draft, `${names.prefix}${id}.sqlite\n`);
      if (replaces === undefined && current() === undefined && claimFreeName(draft, pointer)) {
        removeIfThere(draft);
      } else if (replaces === undefined && current() !== undefined) {
        removeIfThere(draft);
        return false;
      } else {
        renameSync(draft, pointer);
      }
      syncPath(path);
      if (replaces !== undefined && replaces !== file) removeWithCompanions(replaces);
      sweep(file);
      return true;
    },
    sweep: () => {
      try {
        sweep(current());
      } catch {
        // A cache that cannot be tidied is still read.
      }
    },
    setAside: (file, stamp) => {
      const aside = `${file}.damaged-${stamp}`;
      renameSync(file, aside);
      for (const companion of companionsOf(file)) removeIfThere(companion);
      return aside;
    },
    remove: removeWithCompanions,
    clear: () => clearFolder(path),
  };
}

/** What was found in databases of other tools: a cache of its own kind beside the indexes. */
const LISTS = /^lists\.json(?:\.[0-9a-f]{12})?$/;

function clearFolder(path: string): void {
  for (const names of [LIST_NAMES, SEARCH_NAMES]) {
    for (const name of ownNames(path, names)) removeIfThere(join(path, name));
  }
  for (const name of namesIn(path)) if (LISTS.test(name)) removeIfThere(join(path, name));
}

function readPointer(pointer: string, { prefix }: IndexNames): string | undefined {
  try {
    // A pipe in its place must hang nobody; it is no pointer.
    const fd = openSync(pointer, constants.O_RDONLY | constants.O_NOFOLLOW | (constants.O_NONBLOCK ?? 0));
    try {
      if (!fstatSync(fd).isFile()) return undefined;
      const name = readFileSync(fd, 'utf8').trim();
      return new RegExp(`^${prefix}${ULID}\\.sqlite$`).test(name) ? name : undefined;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (isMissing(error) || (error as { readonly code?: unknown }).code === 'EISDIR') return undefined;
    throw error;
  }
}

function writeDraft(path: string, text: string): void {
  const fd = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW, 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Gives a file a second name that is free; false when it is not, or where links are not to be had. */
function claimFreeName(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch {
    return false;
  }
}

/** Best effort: a cache that a power loss takes is built again. */
function syncPath(path: string): void {
  try {
    const fd = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Some systems cannot sync a folder.
  }
}

function companionsOf(file: string): readonly string[] {
  return [...['-journal', '-wal', '-shm'].map((ending) => file + ending), markOf(file)];
}

/** The file beside an index that says how it was left. */
export function markOf(file: string): string {
  return `${file}-mark`;
}

function removeWithCompanions(file: string): void {
  for (const each of [file, ...companionsOf(file)]) removeIfThere(each);
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function ownNames(path: string, names: IndexNames): readonly string[] {
  const own = ownName(names);
  return namesIn(path).filter((name) => own.test(name));
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function removeLeftovers(
  folder: string,
  names: IndexNames,
  { current, now }: { readonly current: string | undefined; readonly now: number },
): void {
  for (const name of ownNames(folder, names)) {
    const path = join(folder, name);
    if (name !== names.pointer && !name.includes('damaged') && isLeftover(path, current, now)) removeIfThere(path);
  }
}

/** Another process may be building: only a file that nobody touched for an hour is left over. */
function isLeftover(path: string, current: string | undefined, now: number): boolean {
  if (current !== undefined && path.startsWith(current)) return false;
  try {
    return now - statSync(path).mtimeMs > LEFTOVER_MILLIS;
  } catch {
    return false;
  }
}

/** Tells whether an error says that a file is not there. */
export function isMissing(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === 'ENOENT';
}

/** Tells whether a regular file is at the path. */
export function isRegularFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

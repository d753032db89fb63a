import { formatInstant } from '../kernel/instant.ts';
import type { Clock, MintEventId } from '../kernel/sources.ts';
import { type IndexFolder, isRegularFile, openIndexFolder } from './index-files.ts';
import { IndexDamaged, IndexGone, type IndexStore } from './index-store.ts';
import { judgeTrouble } from './sqlite-errors.ts';
import {
  createSqliteFile,
  finishSqliteFile,
  type OpenedFile,
  openSqliteFile,
  type SqliteFile,
  type SqliteModule,
} from './sqlite-file.ts';
import { createSqliteStore } from './sqlite-store.ts';

export interface FileIndexOptions {
  readonly folder: string;
  readonly mint: MintEventId;
  readonly now: Clock;
  readonly loadSqlite: () => SqliteModule;
  readonly busyMillis?: number;
}

/** What was found at the place that the pointer names. */
export type OpenedIndex =
  | { readonly kind: 'open'; readonly store: IndexStore }
  | { readonly kind: 'missing' | 'older' | 'newer' };

/** The index files of one store: opening, building and removing them. */
export interface FileIndexes {
  /** The file that was opened last, or that could not be. */
  tried(): string | null;
  /** Whether nobody renamed or removed a file; true when that cannot be told. */
  isThere(path: string): boolean;
  open(): OpenedIndex;
  /**
   * Makes a new file, lets it be filled, and points to it; the file that the pointer named before is removed. Throws
   * IndexGone when another process was first, unless the build was asked for, and when the file was taken away meanwhile.
   */
  build(fill: (store: IndexStore) => void, options: { readonly askedFor: boolean }): IndexStore;
  /** Renames a damaged file; returns the new path, or null when another process was first. */
  setAside(path: string): string | null;
  remove(path: string): void;
  clear(): void;
}

const DEFAULT_BUSY_MILLIS = 2000;

/** Manages the files under one folder. SQLite is loaded at the first file that is opened or made. */
export function createFileIndexes(options: FileIndexOptions): FileIndexes {
  const folder = openIndexFolder(options.folder, options.now);
  const busyMillis = options.busyMillis ?? DEFAULT_BUSY_MILLIS;
  let tried: string | null = null;
  const openFile = (path: string): OpenedFile => {
    tried = path;
    return openSqliteFile({ sqlite: options.loadSqlite(), path, busyMillis });
  };
  return {
    tried: () => tried,
    isThere,
    open: () => openCurrent(folder, openFile),
    build: (fill, { askedFor }) => {
      tried = null;
      const before = folder.current();
      const id = options.mint();
      const path = folder.place(id);
      const sqlite = options.loadSqlite();
      let file: SqliteFile | undefined;
      try {
        file = createSqliteFile({ sqlite, path, busyMillis });
        const store = createSqliteStore(file);
        fill(store);
        finishSqliteFile(file);
        const now = folder.current();
        if (!askedFor && now !== before) throw new IndexGone();
        if (!folder.publish(path, id, now)) throw new IndexGone();
        return store;
      } catch (error) {
        const gone = judgeTrouble(error) !== undefined && !isThere(path);
        file?.close();
        folder.remove(path);
        throw gone ? new IndexGone() : error;
      }
    },
    setAside: (path) => {
      if (!isRegularFile(path)) return null;
      return folder.setAside(path, formatInstant(options.now()).replace(/[^0-9TZ]/g, ''));
    },
    remove: (path) => folder.remove(path),
    clear: () => folder.clear(),
  };
}

const MOST_OPENINGS = 3;

/** A file that vanished while it was opened was replaced: the pointer then names another one. */
function openCurrent(folder: IndexFolder, open: (path: string) => OpenedFile): OpenedIndex {
  for (let attempt = 1; ; attempt += 1) {
    const path = folder.current();
    if (path === undefined || !isRegularFile(path)) return { kind: 'missing' };
    try {
      const opened = wholeIndex(open(path));
      folder.sweep();
      return opened;
    } catch (error) {
      if (attempt === MOST_OPENINGS || isRegularFile(path)) throw error;
    }
  }
}

function wholeIndex(opened: OpenedFile): OpenedIndex {
  if (opened.kind !== 'open') return { kind: opened.kind };
  const { file } = opened;
  try {
    const store = createSqliteStore(file);
    // One look at all three counts: between two looks another process may have folded on.
    file.exec('BEGIN');
    checkWhole(store);
    file.exec('COMMIT');
    return { kind: 'open', store };
  } catch (error) {
    file.close();
    throw error;
  }
}

function isThere(path: string): boolean {
  try {
    return isRegularFile(path);
  } catch {
    return true;
  }
}

/** Rows that vanished from a table leave its structure sound; the count that the last fold wrote down does not lie. */
function checkWhole(store: IndexStore): void {
  const sessions = store.meta('sessions');
  if (sessions === undefined) throw new IndexDamaged('never filled');
  if (Number(sessions) !== store.sessionCount()) throw new IndexDamaged('sessions are missing');
  if (Number(sessions) !== store.totalRows()) throw new IndexDamaged('rows are missing');
}

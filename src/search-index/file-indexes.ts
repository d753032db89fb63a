import { formatInstant } from '../kernel/instant.ts';
import type { Clock, MintEventId } from '../kernel/sources.ts';
import { type IndexFolder, isRegularFile, openIndexFolder } from './index-files.ts';
import { IndexDamaged, type IndexStore } from './index-store.ts';
import { judgeTrouble } from './sqlite-errors.ts';
import {
  createSqliteFile,
  finishSqliteFile,
  type OpenedFile,
  openSqliteFile,
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
  current(): string | null;
  open(): OpenedIndex;
  /** Makes a new file, lets it be filled, and points to it; the file before is removed. */
  build(fill: (store: IndexStore) => void): IndexStore;
  /** Renames a damaged file; returns the new path, or null when another process was first. */
  setAside(path: string): string | null;
  removeCurrent(): void;
  clear(): void;
}

const DEFAULT_BUSY_MILLIS = 2000;

/** Manages the files under one folder. SQLite is loaded at the first file that is opened or made. */
export function createFileIndexes(options: FileIndexOptions): FileIndexes {
  const folder = openIndexFolder(options.folder, options.now);
  const busyMillis = options.busyMillis ?? DEFAULT_BUSY_MILLIS;
  return {
    current: () => currentIfReadable(folder),
    open: () => openCurrent(folder, (path) => openSqliteFile({ sqlite: options.loadSqlite(), path, busyMillis })),
    build: (fill) => {
      const id = options.mint();
      const path = folder.place(id);
      const file = createSqliteFile({ sqlite: options.loadSqlite(), path, busyMillis });
      try {
        const store = createSqliteStore(file);
        fill(store);
        finishSqliteFile(file);
        folder.publish(path, id);
        return store;
      } catch (error) {
        file.close();
        folder.remove(path);
        throw error;
      }
    },
    setAside: (path) => {
      if (!isRegularFile(path)) return null;
      return folder.setAside(path, formatInstant(options.now()).replace(/[^0-9TZ]/g, ''));
    },
    removeCurrent: () => {
      const path = folder.current();
      if (path !== undefined) folder.remove(path);
    },
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
      return wholeIndex(open(path));
    } catch (error) {
      if (attempt === MOST_OPENINGS || isRegularFile(path)) throw error;
    }
  }
}

function wholeIndex(opened: OpenedFile): OpenedIndex {
  if (opened.kind !== 'open') return { kind: opened.kind };
  const store = createSqliteStore(opened.file);
  checkWhole(store);
  return { kind: 'open', store };
}

function currentIfReadable(folder: IndexFolder): string | null {
  try {
    return folder.current() ?? null;
  } catch (error) {
    if (judgeTrouble(error) === undefined) throw error;
    return null;
  }
}

/** Rows that vanished from a table leave its structure sound; the count that the last fold wrote down does not lie. */
function checkWhole(store: IndexStore): void {
  try {
    const sessions = store.meta('sessions');
    if (sessions === undefined) throw new IndexDamaged('never filled');
    if (Number(sessions) !== store.sessionCount()) throw new IndexDamaged('sessions are missing');
    if (Number(sessions) !== store.totalRows()) throw new IndexDamaged('rows are missing');
  } catch (error) {
    store.close();
    throw error;
  }
}

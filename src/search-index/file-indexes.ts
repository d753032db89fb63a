import { formatInstant } from '../kernel/instant.ts';
import type { Clock, MintEventId } from '../kernel/sources.ts';
import type { SqliteModule } from '../sqlite/load-sqlite.ts';
import { type IndexFolder, type IndexNames, isRegularFile, openIndexFolder } from './index-files.ts';
import { IndexGone } from './index-store.ts';
import { judgeTrouble } from './sqlite-errors.ts';
import { createSqliteFile, finishSqliteFile, type OpenedFile, openSqliteFile, type SqliteFile } from './sqlite-file.ts';

/** What tells one index of a folder from another. */
export interface IndexShape<Store> {
  readonly names: IndexNames;
  readonly schema: string;
  readonly version: number;
  readonly attach: (file: SqliteFile) => Store;
  /** Throws IndexDamaged for a file that lost rows. */
  readonly checkWhole: (store: Store) => void;
}

export interface FileIndexOptions {
  readonly folder: string;
  readonly mint: MintEventId;
  readonly now: Clock;
  readonly loadSqlite: () => SqliteModule;
  readonly busyMillis?: number;
}

/** What was found at the place that the pointer names. */
export type OpenedIndex<Store> =
  | { readonly kind: 'open'; readonly store: Store }
  | { readonly kind: 'missing' | 'older' | 'newer' };

/** The files of one index of a store: opening, building and removing them. */
export interface FileIndexes<Store> {
  /** The file that was opened last, or that could not be. */
  tried(): string | null;
  /** Whether nobody renamed or removed a file; true when that cannot be told. */
  isThere(path: string): boolean;
  open(): OpenedIndex<Store>;
  /**
   * Makes a new file, lets it be filled, and points to it; the file that the pointer named before is removed. Throws
   * IndexGone when another process was first, unless the build was asked for, and when the file was taken away meanwhile.
   */
  build(fill: (store: Store) => void, options: { readonly askedFor: boolean }): Store;
  /** Renames a damaged file; returns the new path, or null when another process was first. */
  setAside(path: string): string | null;
  remove(path: string): void;
  clear(): void;
}

const DEFAULT_BUSY_MILLIS = 2000;

/** Manages the files under one folder. SQLite is loaded at the first file that is opened or made. */
export function createFileIndexes<Store>(options: FileIndexOptions, shape: IndexShape<Store>): FileIndexes<Store> {
  const folder = openIndexFolder(options.folder, options.now, shape.names);
  const { schema, version } = shape;
  const busyMillis = options.busyMillis ?? DEFAULT_BUSY_MILLIS;
  let tried: string | null = null;
  const openFile = (path: string): OpenedFile => {
    tried = path;
    return openSqliteFile({ sqlite: options.loadSqlite(), path, busyMillis, schema, version });
  };
  return {
    tried: () => tried,
    isThere,
    open: () => openCurrent(folder, openFile, shape),
    build: (fill, { askedFor }) => {
      tried = null;
      const before = folder.current();
      const id = options.mint();
      const path = folder.place(id);
      const sqlite = options.loadSqlite();
      let file: SqliteFile | undefined;
      try {
        file = createSqliteFile({ sqlite, path, busyMillis, schema, version });
        const store = shape.attach(file);
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
function openCurrent<Store>(
  folder: IndexFolder,
  open: (path: string) => OpenedFile,
  shape: IndexShape<Store>,
): OpenedIndex<Store> {
  for (let attempt = 1; ; attempt += 1) {
    const path = folder.current();
    if (path === undefined || !isRegularFile(path)) return { kind: 'missing' };
    try {
      const opened = wholeIndex(open(path), shape);
      folder.sweep();
      return opened;
    } catch (error) {
      if (attempt === MOST_OPENINGS || isRegularFile(path)) throw error;
    }
  }
}

function wholeIndex<Store>(opened: OpenedFile, { attach, checkWhole }: IndexShape<Store>): OpenedIndex<Store> {
  if (opened.kind !== 'open') return { kind: opened.kind };
  const { file } = opened;
  try {
    const store = attach(file);
    // One look at all counts: between two looks another process may have folded on.
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

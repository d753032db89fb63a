import { type BigIntStats, chmodSync, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { DatabaseRow, ForeignDatabase } from '../app/ports/foreign-database.ts';
import type { SkippedPath } from '../app/ports/importer.ts';
import { sayErrno } from '../kernel/errno-of.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { loadSqlite } from './load-sqlite.ts';
import { copyDatabase, hasCompanions, isSettled, type PrivateCopy, stampOf } from './private-copy.ts';

const MAGIC = 'SQLite format 3\0';

/** A database that is open until it is closed. */
export interface OpenForeignDatabase extends ForeignDatabase {
  /** Whether what is read is still of one moment: a copy is, whatever happens to the file. */
  isCurrent(): boolean;
  close(): void;
}

function skipped(path: string, code: string, message: string): SkippedPath {
  return { path, code, message };
}

/** The file's identity when it begins like a database. */
function inspect(path: string): BigIntStats | SkippedPath {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    return skipped(path, 'unreadable', `cannot be opened (${sayErrno(error)})`);
  }
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    if (!stats.isFile()) return skipped(path, 'not-a-regular-file', 'is no regular file');
    const head = Buffer.alloc(MAGIC.length);
    readSync(descriptor, head, 0, head.length, 0);
    return head.toString('latin1') === MAGIC ? stats : skipped(path, 'not-a-session', 'is no database');
  } finally {
    closeSync(descriptor);
  }
}

function readColumns(db: DatabaseSyncInstance, table: string): ReadonlySet<string> {
  try {
    const rows = db.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { readonly name: unknown }[];
    return new Set(rows.map(({ name }) => String(name)));
  } catch {
    // A virtual table of a module that is not here: none of its rows are asked for.
    return new Set();
  }
}

/** Views are left out: what they say is computed by text of another tool. */
function readTables(db: DatabaseSyncInstance): ReadonlyMap<string, ReadonlySet<string>> {
  const rows = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
    .all() as { readonly name: unknown }[];
  return new Map(rows.map(({ name }) => [String(name), readColumns(db, String(name))]));
}

function configure(db: DatabaseSyncInstance): void {
  db.exec('PRAGMA trusted_schema=OFF');
  db.exec('PRAGMA cell_size_check=ON');
  db.exec('PRAGMA query_only=ON');
}

/** Opens a file that nobody writes to without locking it, so that nothing appears beside it. */
function openInPlace(path: string): DatabaseSyncInstance {
  const url = `${pathToFileURL(path).href}?mode=ro&immutable=1`;
  return new (loadSqlite().DatabaseSync)(url, { readOnly: true });
}

/** Opens a copy and takes into it what stood beside it; afterwards its folder is not needed. */
function openCopy(copy: PrivateCopy): DatabaseSyncInstance {
  chmodSync(copy.path, 0o600);
  const db = new (loadSqlite().DatabaseSync)(copy.path);
  db.exec('PRAGMA journal_mode=DELETE');
  return db;
}

interface Opened {
  readonly path: string;
  readonly db: DatabaseSyncInstance;
  readonly copy: PrivateCopy | undefined;
  readonly stamp: string;
  readonly stats: BigIntStats;
}

class ForeignDatabaseFile implements OpenForeignDatabase {
  readonly path: string;
  readonly dev: bigint;
  readonly ino: bigint;
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #opened: Opened;

  constructor(opened: Opened) {
    this.#opened = opened;
    this.path = opened.path;
    this.dev = opened.stats.dev;
    this.ino = opened.stats.ino;
    configure(opened.db);
    this.tables = readTables(opened.db);
  }

  *rows(sql: string, ...values: readonly (string | number | bigint)[]): Iterable<DatabaseRow> {
    try {
      const statement = this.#opened.db.prepare(sql);
      statement.setReadBigInts(true);
      for (const row of statement.iterate(...values)) yield row as DatabaseRow;
    } catch (error) {
      if (!this.isCurrent()) throw this.#changed();
      throw new LoomError({
        kind: 'problem',
        code: 'unreadable-database',
        message: `${this.path} cannot be read: ${error instanceof Error ? error.message : 'unknown error'}`,
        cause: error,
      });
    }
    if (!this.isCurrent()) throw this.#changed();
  }

  #changed(): LoomError {
    const message = `${this.path} was written to while it was read`;
    return new LoomError({ kind: 'problem', code: 'source-changed', message });
  }

  isCurrent(): boolean {
    return this.#opened.copy !== undefined || stampOf(this.path) === this.#opened.stamp;
  }

  close(): void {
    if (this.#opened.db.isOpen) this.#opened.db.close();
    this.#opened.copy?.remove();
  }
}

function openOnce(path: string, stats: BigIntStats, asCopy: boolean): OpenForeignDatabase | SkippedPath {
  const stamp = stampOf(path);
  const copy = asCopy ? copyDatabase(path) : undefined;
  if (asCopy && copy === undefined)
    return skipped(path, 'source-changed', 'is being written to; import it again when its agent is quiet');
  let db: DatabaseSyncInstance | undefined;
  try {
    db = copy === undefined ? openInPlace(path) : openCopy(copy);
    const file = new ForeignDatabaseFile({ path, db, copy, stamp, stats });
    removeEarly(copy);
    return file;
  } catch (error) {
    if (db?.isOpen === true) db.close();
    copy?.remove();
    throw error;
  }
}

/** An open file needs no name, and one without a name is left behind by nobody. Some systems refuse. */
function removeEarly(copy: PrivateCopy | undefined): void {
  try {
    copy?.remove();
  } catch {
    // Removed when it is closed.
  }
}

/**
 * Opens another tool's database, the newest rows included, without changing it or leaving anything beside it. With rows in
 * a write-ahead log or a journal beside it, or with `asCopy`, a private copy is read; else the file itself, without a lock.
 */
export function openForeignDatabase(path: string, asCopy = false): OpenForeignDatabase | SkippedPath {
  const stats = inspect(path);
  if ('code' in stats) return stats;
  try {
    return openOnce(path, stats, asCopy || hasCompanions(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown error';
    return skipped(path, 'unreadable', `cannot be read as a database (${why})`);
  }
}

/** Keeps databases open while an import goes from one of their sessions to the next. */
export function openDatabases(): OpenDatabases {
  return new OpenDatabases();
}

class OpenDatabases {
  readonly #open = new Map<string, OpenForeignDatabase>();
  /** Databases that were written to while they were read: the next time a copy is read. */
  readonly #restless = new Set<string>();

  open(path: string): OpenForeignDatabase | SkippedPath {
    const known = this.#open.get(path);
    if (known?.isCurrent() === true) return known;
    if (known !== undefined) this.#restless.add(path);
    known?.close();
    this.#open.delete(path);
    const opened = openForeignDatabase(path, this.#restless.has(path));
    if (!('code' in opened)) this.#open.set(path, opened);
    return opened;
  }

  stampOf(path: string): string {
    return stampOf(path);
  }

  isSettled(path: string): boolean {
    return isSettled(path, Date.now());
  }

  release(): void {
    for (const database of this.#open.values()) database.close();
    this.#open.clear();
  }
}

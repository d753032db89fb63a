import { closeSync, constants, lstatSync, openSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { SqliteModule } from '../sqlite/load-sqlite.ts';
import { IndexDamaged } from './index-store.ts';
import { APPLICATION_ID, PAGE_SIZE } from './sqlite-schema.ts';

/** One open database with its prepared statements. */
export interface SqliteFile {
  readonly path: string;
  exec(sql: string): void;
  get(sql: string, ...values: readonly SqlValue[]): Record<string, unknown> | undefined;
  all(sql: string, ...values: readonly SqlValue[]): Record<string, unknown>[];
  each(sql: string, ...values: readonly SqlValue[]): Iterable<Record<string, unknown>>;
  run(sql: string, ...values: readonly SqlValue[]): void;
  close(): void;
}

export type SqlValue = string | number | null | Uint8Array;

export interface OpenOptions {
  readonly sqlite: SqliteModule;
  readonly path: string;
  /** Milliseconds to wait for another process's lock. */
  readonly busyMillis: number;
  /** Tables of the file, and the version that stands for them and for all that is folded into them. */
  readonly schema: string;
  readonly version: number;
}

function attach(db: DatabaseSyncInstance, path: string): SqliteFile {
  const statements = new Map<string, StatementSyncInstance>();
  const prepared = (sql: string): StatementSyncInstance => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    path,
    exec: (sql) => db.exec(sql),
    get: (sql, ...values) => prepared(sql).get(...values) as Record<string, unknown> | undefined,
    all: (sql, ...values) => prepared(sql).all(...values) as Record<string, unknown>[],
    each: (sql, ...values) => db.prepare(sql).iterate(...values) as Iterable<Record<string, unknown>>,
    // `get` does the same and makes no object that tells of it: a tenth of the time of many small rows.
    run: (sql, ...values) => void prepared(sql).get(...values),
    close: () => db.close(),
  };
}

/** What a file at the place of an index turned out to be. */
export type OpenedFile =
  | { readonly kind: 'open'; readonly file: SqliteFile }
  | { readonly kind: 'older' | 'newer'; readonly version: number };

/** Opens an existing index. Throws IndexDamaged for what is no database of loom's, SQLite's own errors otherwise. */
export function openSqliteFile({ sqlite, path, busyMillis, version: expected }: OpenOptions): OpenedFile {
  if (!lstatSync(path).isFile()) throw new IndexDamaged('not a regular file');
  // Never creates the file: another process may have replaced it a moment ago.
  const db = new sqlite.DatabaseSync(`${pathToFileURL(path).href}?mode=rw`, { timeout: busyMillis });
  try {
    const application = pragma(db, 'application_id');
    const version = pragma(db, 'user_version');
    if (application !== APPLICATION_ID) throw new IndexDamaged('not an index of loom');
    db.exec('PRAGMA synchronous=NORMAL');
    if (version === expected) return { kind: 'open', file: attach(db, path) };
    db.close();
    return { kind: version > expected ? 'newer' : 'older', version };
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
}

function pragma(db: DatabaseSyncInstance, name: string): number {
  const row = db.prepare(`PRAGMA ${name}`).get() as Record<string, unknown> | undefined;
  return Number(row?.[name] ?? 0);
}

/** Creates a new index that is fast to fill and not crash-safe until {@link finishSqliteFile}. */
export function createSqliteFile({ sqlite, path, busyMillis, schema, version }: OpenOptions): SqliteFile {
  closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | constants.O_NOFOLLOW, 0o600));
  const db = new sqlite.DatabaseSync(path, { timeout: busyMillis });
  try {
    db.exec(`PRAGMA page_size=${PAGE_SIZE}; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-16384`);
    db.exec(schema);
    db.exec(`PRAGMA application_id=${APPLICATION_ID}; PRAGMA user_version=${version}`);
    return attach(db, path);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A database that nobody else sees and that ends with the process. */
export function openSqliteInMemory(sqlite: SqliteModule, schema: string): SqliteFile {
  const db = new sqlite.DatabaseSync(':memory:');
  db.exec(schema);
  return attach(db, ':memory:');
}

/** Switches a filled index to safe writing, with as much memory as one that was there before. */
export function finishSqliteFile(file: SqliteFile): void {
  file.exec('PRAGMA journal_mode=DELETE; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-2000');
}

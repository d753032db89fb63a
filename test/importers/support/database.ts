import { loadSqlite } from '../../../src/sqlite/load-sqlite.ts';

type Value = string | number | Uint8Array | null;

/** Rows of one table. */
export interface InventedTable {
  readonly name: string;
  /** Column definitions, e.g. `id text primary key`. */
  readonly columns: string;
  readonly rows: readonly (readonly Value[])[];
}

/** A database that is being written: keep it open, and its newest rows stay in the write-ahead log. */
export interface OpenInvented {
  run(sql: string, ...values: readonly Value[]): void;
  close(): void;
}

/** Makes a database of an agent, in write-ahead mode when `wal` is set. */
export function writeDatabase(path: string, tables: readonly InventedTable[], wal = false): OpenInvented {
  const db = new (loadSqlite().DatabaseSync)(path);
  if (wal) db.exec('PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0');
  const run: OpenInvented['run'] = (sql, ...values) => void db.prepare(sql).run(...values);
  for (const { name, columns, rows } of tables) {
    db.exec(`CREATE TABLE ${name} (${columns})`);
    for (const row of rows) run(`INSERT INTO ${name} VALUES (${row.map(() => '?').join(',')})`, ...row);
  }
  return { run, close: () => db.close() };
}

/** Changes a database and closes it. */
export function changeDatabase(path: string, change: (run: OpenInvented['run']) => void): void {
  const db = new (loadSqlite().DatabaseSync)(path);
  change((sql, ...values) => void db.prepare(sql).run(...values));
  db.close();
}

/** A value of a row. Whole numbers are big, so that none loses a digit. */
export type DatabaseValue = string | number | bigint | Uint8Array | null;

/** A row, its columns in the order of the query. */
export type DatabaseRow = Readonly<Record<string, DatabaseValue>>;

/** Another tool's SQLite database, opened for reading: nothing of it or beside it changes. */
export interface ForeignDatabase {
  readonly path: string;
  /** `dev` and `ino` of its file. */
  readonly dev: bigint;
  readonly ino: bigint;
  /** Tables with their columns. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  /** Yields rows one by one. Throws LoomError `problem`/`unreadable-database` for damage, `source-changed` when it was written to meanwhile. */
  rows(sql: string, ...values: readonly (string | number | bigint)[]): Iterable<DatabaseRow>;
}

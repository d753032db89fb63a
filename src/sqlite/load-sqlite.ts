import { createRequire } from 'node:module';
import type { DatabaseSyncInstance, DatabaseSyncOptions } from '@photostructure/sqlite';

/** The part of the SQLite package that is used; handed in, so that its native code is loaded only when needed. */
export interface SqliteModule {
  readonly DatabaseSync: new (path: string, options?: DatabaseSyncOptions) => DatabaseSyncInstance;
}

/**
 * Loads the SQLite package at the first call that needs it. The bundler sees the literal `require` and takes the package
 * into the bundle; run from source, there is no `require` and one is made.
 */
export function loadSqlite(): SqliteModule {
  if (typeof require === 'function') return require('@photostructure/sqlite') as SqliteModule;
  return createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule;
}

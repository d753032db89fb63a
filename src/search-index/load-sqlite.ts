import { createRequire } from 'node:module';
import type { SqliteModule } from './sqlite-file.ts';

/**
 * Loads the SQLite package at the first call that needs it. The bundler sees the literal `require` and takes the package
 * into the bundle; run from source, there is no `require` and one is made.
 */
export function loadSqlite(): SqliteModule {
  if (typeof require === 'function') return require('@photostructure/sqlite') as SqliteModule;
  return createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule;
}

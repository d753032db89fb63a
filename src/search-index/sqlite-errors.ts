import { IndexDamaged } from './index-store.ts';

/** What an error from the index file means for the file. */
export type IndexTrouble = 'damaged' | 'busy' | 'unusable';

const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_MISMATCH', 'SQLITE_CONSTRAINT']);
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL']);
const UNUSABLE = new Set([
  'SQLITE_READONLY',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_PERM',
  'SQLITE_AUTH',
  'SQLITE_NOLFS',
  'SQLITE_NOMEM',
]);
const UNUSABLE_FILES = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'ENOTDIR',
  'ELOOP',
  'EMFILE',
]);

/** Judges an error; `undefined` for one that says nothing about the index and must be thrown on. */
export function judgeTrouble(error: unknown): IndexTrouble | undefined {
  if (error instanceof IndexDamaged) return 'damaged';
  if (!(error instanceof Error)) return undefined;
  const name = (error as { readonly sqliteCodeName?: unknown }).sqliteCodeName;
  if (typeof name === 'string') return judgeSqlite(name, error.message);
  const code = (error as { readonly code?: unknown }).code;
  return typeof code === 'string' && UNUSABLE_FILES.has(code) ? 'unusable' : undefined;
}

function judgeSqlite(name: string, message: string): IndexTrouble | undefined {
  const primary = /^SQLITE_[A-Z]+/.exec(name)?.[0] ?? name;
  if (DAMAGED.has(primary)) return 'damaged';
  if (BUSY.has(primary)) return 'busy';
  if (UNUSABLE.has(primary)) return 'unusable';
  return /no such (table|column)|malformed database schema/.test(message) ? 'damaged' : undefined;
}

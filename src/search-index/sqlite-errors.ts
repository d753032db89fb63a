import { LoomError } from '../kernel/loom-error.ts';
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
/** Faults of the folder, and of loading the package itself. */
const UNUSABLE_CODES = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'ENOTEMPTY',
  'ELOOP',
  'EMFILE',
  'ENOENT',
  'ERR_DLOPEN_FAILED',
  'MODULE_NOT_FOUND',
]);

/** Statements that give many rows fail with SQLite's words alone. */
const BY_MESSAGE: readonly (readonly [RegExp, IndexTrouble])[] = [
  [/malformed|not a database|no such (?:table|column|index)|constraint failed/, 'damaged'],
  [/is locked|locking protocol/, 'busy'],
  [/readonly|disk is full|disk I\/O|unable to open|out of memory|permission denied/, 'unusable'],
];

/** Judges an error; `undefined` for one that says nothing about the index and must be thrown on. */
export function judgeTrouble(error: unknown): IndexTrouble | undefined {
  if (error instanceof IndexDamaged) return 'damaged';
  if (!(error instanceof Error) || error instanceof LoomError) return undefined;
  const { code, sqliteCodeName } = error as { readonly code?: unknown; readonly sqliteCodeName?: unknown };
  if (typeof sqliteCodeName === 'string') return judgeName(sqliteCodeName) ?? judgeMessage(error.message);
  if (code === 'ERR_SQLITE_ERROR') return judgeMessage(error.message);
  return typeof code === 'string' && UNUSABLE_CODES.has(code) ? 'unusable' : undefined;
}

/** The system's own word for an error, such as `SQLITE_FULL`. */
export function wordOf(error: unknown): string {
  const { sqliteCodeName, code } = error as { readonly sqliteCodeName?: unknown; readonly code?: unknown };
  return String(sqliteCodeName ?? code ?? 'unknown');
}

function judgeName(name: string): IndexTrouble | undefined {
  const primary = /^SQLITE_[A-Z]+/.exec(name)?.[0] ?? name;
  if (DAMAGED.has(primary)) return 'damaged';
  if (BUSY.has(primary)) return 'busy';
  return UNUSABLE.has(primary) ? 'unusable' : undefined;
}

function judgeMessage(message: string): IndexTrouble | undefined {
  return BY_MESSAGE.find(([words]) => words.test(message))?.[1];
}

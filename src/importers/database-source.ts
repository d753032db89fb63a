import type { DatabaseRow, DatabaseValue, ForeignDatabase } from '../app/ports/foreign-database.ts';
import type { SkippedPath, SourceFile } from '../app/ports/importer.ts';
import type { KnownList, OpenSource, SourceReader } from '../app/ports/source-reader.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { findFiles } from './find-files.ts';
import { minifyJson } from './json-cut.ts';
import { parseJson } from './parse-json.ts';
import { type RecordPiece, recordSource } from './record-source.ts';

/** A database holds sessions of an agent when all these tables with these columns are there. */
export type NeededTables = Readonly<Record<string, readonly string[]>>;

/** Whether a database has the tables and columns that an agent's sessions need. */
export function hasTables(tables: ForeignDatabase['tables'], needed: NeededTables): boolean {
  return Object.entries(needed).every(([table, columns]) => {
    const present = tables.get(table);
    return present !== undefined && columns.every((column) => present.has(column));
  });
}

/** How the sessions of a database are listed. */
export interface SessionList {
  readonly agent: string;
  readonly needed: NeededTables;
  /**
   * Query of `part` (native id), `size` (bytes of its rows), `updated` (milliseconds since the epoch) and `stamp` (a whole
   * number), which together change whenever a row of the session does.
   */
  readonly sql: (database: ForeignDatabase) => string;
}

function toWhole(value: DatabaseValue | undefined): bigint {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
}

function toPart(database: ForeignDatabase, row: DatabaseRow): SourceFile {
  return {
    path: database.path,
    part: String(row['part']),
    size: Number(toWhole(row['size'])),
    mtimeNs: toWhole(row['updated']) * 1_000_000n,
    ctimeNs: toWhole(row['stamp']),
    dev: database.dev,
    ino: database.ino,
  };
}

/** Reads once more what was changed while it was read. */
function steadily<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof LoomError && error.code === 'source-changed') return read();
    throw error;
  }
}

type Found = SourceFile | SkippedPath;

function readList(path: string, sources: SourceReader, list: SessionList): readonly Found[] {
  const database = sources.database(path);
  if ('code' in database) return [database];
  if (!hasTables(database.tables, list.needed))
    return [{ path, code: 'not-a-session', message: `is no database of ${list.agent}` }];
  return Array.from(database.rows(list.sql(database)), (row) => toPart(database, row));
}

/** Whoever follows databases looks at them again and again; one with a log beside it would be copied each time. */
const KNOWN_LISTS = new WeakMap<SourceReader, Map<string, KnownList>>();

function listsOf(sources: SourceReader): Map<string, KnownList> {
  const known = KNOWN_LISTS.get(sources) ?? new Map<string, KnownList>();
  KNOWN_LISTS.set(sources, known);
  return known;
}

/** Which database, as an importer that reads it for something of its own. */
interface DatabaseName {
  readonly agent: string;
  readonly path: string;
}

/** What is known of a database that was not written to since. */
function knownOf(sources: SourceReader, { agent, path }: DatabaseName): KnownList | undefined {
  const name = `${agent}\n${path}`;
  const known = listsOf(sources).get(name) ?? sources.lists?.get(name);
  return known?.stamp === sources.databaseStamp(path) ? known : undefined;
}

/** What is known of a database; read where nothing is. */
function rememberOf(
  sources: SourceReader,
  { agent, path }: DatabaseName,
  read: () => Omit<KnownList, 'stamp'>,
): KnownList {
  const known = knownOf(sources, { agent, path });
  if (known !== undefined) return known;
  const stamp = sources.databaseStamp(path);
  const list = { stamp, ...read() };
  if (sources.databaseStamp(path) !== stamp) return list;
  const name = `${agent}\n${path}`;
  listsOf(sources).set(name, list);
  if (sources.isSettled(path)) sources.lists?.set(name, list);
  return list;
}

/**
 * The sessions of a database as sources of their own; one skipped path when it holds none of this agent or is damaged.
 * One that is written to meanwhile is opened again, then as a copy.
 */
function listSessions(path: string, sources: SourceReader, list: SessionList): readonly Found[] {
  const name = { agent: list.agent, path };
  return rememberOf(sources, name, () => ({ found: readSteadily(path, sources, list) })).found;
}

/** Words that a database tells, read again only where it was written to; what cannot be read tells none. */
export function databaseWords(
  sources: SourceReader,
  name: DatabaseName,
  read: (database: ForeignDatabase) => readonly string[],
): readonly string[] {
  const known = knownOf(sources, name);
  if (known !== undefined) return known.words ?? [];
  if ('code' in sources.database(name.path)) return [];
  const readWords = (): readonly string[] => {
    const database = sources.database(name.path);
    return 'code' in database ? [] : read(database);
  };
  return rememberOf(sources, name, () => ({ found: [], words: steadily(readWords) })).words ?? [];
}

function readSteadily(path: string, sources: SourceReader, list: SessionList): readonly Found[] {
  try {
    return steadily(() => readList(path, sources, list));
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    return [{ path, code: error.code, message: error.message }];
  }
}

/** What to look for where sessions lie in databases, and perhaps in files too. */
export interface SessionSearch {
  readonly wants: (name: string) => boolean;
  readonly enters?: (name: string) => boolean;
  readonly list: SessionList;
}

/** Finds the sources under a path: files as they are, and each session of a database as one of its own. */
export function* findSessionFiles(
  path: string,
  sources: SourceReader,
  { list, ...search }: SessionSearch,
): Generator<SourceFile | SkippedPath> {
  for (const found of findFiles(path, search)) {
    const known = 'code' in found ? undefined : knownOf(sources, { agent: list.agent, path: found.path });
    if (known !== undefined) yield* known.found;
    else if ('code' in found || !isDatabase(found, sources)) yield found;
    else yield* listSessions(found.path, sources, list);
  }
}

/** A file that is no text may be a database; what it is comes out when it is opened as one. */
function isDatabase(file: SourceFile, sources: SourceReader): boolean {
  if (/\.jsonl?$/.test(file.path)) return false;
  const source = sources.open(file);
  if ('code' in source) return source.code === 'binary';
  source.close();
  return false;
}

const encoder = new TextEncoder();

/** A text column that holds JSON, as its own text without white space; `undefined` when it is no JSON. */
export function jsonColumn(text: DatabaseValue | undefined): string | undefined {
  if (typeof text !== 'string' || parseJson(text) === undefined) return undefined;
  const bytes = encoder.encode(text);
  return Buffer.from(minifyJson(bytes, 0, bytes.length)).toString('utf8');
}

function valueJson(value: DatabaseValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return JSON.stringify({ base64: Buffer.from(value).toString('base64') });
  return JSON.stringify(value);
}

/** A row as one JSON object, its columns in the order of the query; text of `jsonColumns` becomes what it says, digit for digit. */
export function rowJson(row: DatabaseRow, jsonColumns: ReadonlySet<string> = new Set()): Uint8Array {
  const members = Object.entries(row).map(([name, value]) => {
    const json = jsonColumns.has(name) ? jsonColumn(value) : undefined;
    return `${JSON.stringify(name)}:${json ?? valueJson(value)}`;
  });
  return encoder.encode(`{${members.join(',')}}`);
}

/** Opens one session of a database: `records` yields its rows, those that may change without new ones last. */
export function openRows(
  file: SourceFile,
  sources: SourceReader,
  records: (database: ForeignDatabase, part: string) => Iterable<RecordPiece>,
): OpenSource | SkippedPath {
  const { path, part, size, mtimeNs, ctimeNs, dev, ino } = file;
  if (part === undefined) return { path, code: 'not-a-session', message: 'is no database of sessions' };
  const database = sources.database(path);
  if ('code' in database) return database;
  return recordSource({
    size,
    mtimeNs: String(mtimeNs),
    ctimeNs: String(ctimeNs),
    inode: `${dev}:${ino}`,
    pieces: () => records(database, part),
  });
}

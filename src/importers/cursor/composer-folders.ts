import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SourceReader } from '../../app/ports/source-reader.ts';
import { asObject, listField, textField } from '../../kernel/json-fields.ts';
import { LoomError } from '../../kernel/loom-error.ts';
import { parseJson } from '../parse-json.ts';
import { workspaceFolders } from '../workspace-folder.ts';

/** Windows that are looked at for sessions whose own data names no folder. */
const MOST_WINDOWS = 500;
const RELEASE_EVERY = 32;

/** Which window a session belongs to, as far as windows were looked at. */
interface KnownWindows {
  readonly storageOf: Map<string, string>;
  /** Databases that were looked at, with their size and time then. */
  readonly seen: Map<string, string>;
}

/** By what reads them: databases change while a process lives, and two stores know nothing of each other. */
const known = new WeakMap<SourceReader, KnownWindows>();

function windowsOf(sources: SourceReader): KnownWindows {
  const windows = known.get(sources) ?? { storageOf: new Map(), seen: new Map() };
  known.set(sources, windows);
  return windows;
}

function stampOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.size}:${stats.mtimeNs}`;
}

function composerIds(value: unknown): readonly string[] {
  const data = asObject(parseJson(typeof value === 'string' ? value : ''));
  const listed = listField(data, 'allComposers').map((composer) => textField(asObject(composer), 'composerId'));
  return [...listed, ...listField(data, 'selectedComposerIds')].filter((id) => typeof id === 'string');
}

function readWindow(sources: SourceReader, path: string, { storageOf }: KnownWindows): void {
  const database = sources.database(path);
  if ('code' in database || !database.tables.has('ItemTable')) return;
  const sql = "SELECT CAST(value AS TEXT) AS value FROM ItemTable WHERE key = 'composer.composerData'";
  for (const { value } of database.rows(sql)) {
    for (const id of composerIds(value)) storageOf.set(id, dirname(path));
  }
}

/** Learns which sessions belong to the window of a database. What cannot be read teaches nothing. */
export function learnComposers(sources: SourceReader, path: string): void {
  const windows = windowsOf(sources);
  const stamp = stampOf(path);
  if (stamp === undefined || windows.seen.get(path) === stamp) return;
  windows.seen.set(path, stamp);
  try {
    readWindow(sources, path, windows);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
  }
}

function storages(user: string): readonly string[] {
  try {
    return readdirSync(join(user, 'workspaceStorage'));
  } catch {
    return [];
  }
}

/** Learns it of all windows of an editor, the databases closed behind it. */
export function learnAllComposers(sources: SourceReader, user: string): void {
  const { seen } = windowsOf(sources);
  const paths = storages(user).map((name) => join(user, 'workspaceStorage', name, 'state.vscdb'));
  const unread = paths.filter((path) => seen.get(path) !== stampOf(path)).slice(0, MOST_WINDOWS);
  for (const [index, path] of unread.entries()) {
    learnComposers(sources, path);
    if (index % RELEASE_EVERY === RELEASE_EVERY - 1 || index === unread.length - 1) sources.release();
  }
}

/** The folders of the window that a session belongs to; none when no window names it. */
export function composerFolders(sources: SourceReader, composerId: string): readonly string[] {
  const storage = windowsOf(sources).storageOf.get(composerId);
  return storage === undefined ? [] : workspaceFolders(storage);
}

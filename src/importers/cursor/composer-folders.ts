import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SkippedPath } from '../../app/ports/importer.ts';
import type { SourceReader } from '../../app/ports/source-reader.ts';
import { sayErrno, saysAbsent } from '../../kernel/errno-of.ts';
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

/** The windows that an editor keeps something of; why they cannot be listed. */
function listWindows(folder: string): readonly string[] | SkippedPath {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (saysAbsent(error)) return [];
    return { path: folder, code: 'unreadable', message: `cannot be listed (${sayErrno(error)})` };
  }
}

/** Learns it of all windows of an editor, the databases closed behind it; answers why nothing could be learned. */
export function learnAllComposers(sources: SourceReader, user: string): SkippedPath | undefined {
  const { seen } = windowsOf(sources);
  const folder = join(user, 'workspaceStorage');
  const windows = listWindows(folder);
  if ('code' in windows) return windows;
  const paths = windows.map((name) => join(folder, name, 'state.vscdb'));
  const unread = paths.filter((path) => seen.get(path) !== stampOf(path)).slice(0, MOST_WINDOWS);
  for (const [index, path] of unread.entries()) {
    learnComposers(sources, path);
    if (index % RELEASE_EVERY === RELEASE_EVERY - 1 || index === unread.length - 1) sources.release();
  }
  return undefined;
}

/** The folders of the window that a session belongs to; none when no window names it. */
export function composerFolders(sources: SourceReader, composerId: string): readonly string[] {
  const storage = windowsOf(sources).storageOf.get(composerId);
  return storage === undefined ? [] : workspaceFolders(storage);
}

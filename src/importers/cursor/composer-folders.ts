import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ForeignDatabase } from '../../app/ports/foreign-database.ts';
import type { SkippedPath } from '../../app/ports/importer.ts';
import type { SourceReader } from '../../app/ports/source-reader.ts';
import { sayErrno, saysAbsent } from '../../kernel/errno-of.ts';
import { asObject, listField, textField } from '../../kernel/json-fields.ts';
import { LoomError } from '../../kernel/loom-error.ts';
import { databaseWords } from '../database-source.ts';
import { parseJson } from '../parse-json.ts';
import { workspaceFolders } from '../workspace-folder.ts';

/** Name of the editor's databases. */
export const STATE = 'state.vscdb';
/** Windows that are opened for sessions whose own data names no folder; what was read before needs no opening. */
const MOST_WINDOWS = 500;
const RELEASE_EVERY = 32;

/** Which window a session belongs to, as far as windows were looked at: session → the folder of its window. */
type KnownWindows = Map<string, string>;

/** By what reads them: databases change while a process lives, and two stores know nothing of each other. */
const known = new WeakMap<SourceReader, KnownWindows>();

function windowsOf(sources: SourceReader): KnownWindows {
  const windows = known.get(sources) ?? new Map<string, string>();
  known.set(sources, windows);
  return windows;
}

function composerIds(value: unknown): readonly string[] {
  const data = asObject(parseJson(typeof value === 'string' ? value : ''));
  const listed = listField(data, 'allComposers').map((composer) => textField(asObject(composer), 'composerId'));
  return [...listed, ...listField(data, 'selectedComposerIds')].filter((id) => typeof id === 'string');
}

function windowComposers(database: ForeignDatabase): readonly string[] {
  if (!database.tables.has('ItemTable')) return [];
  const sql = "SELECT CAST(value AS TEXT) AS value FROM ItemTable WHERE key = 'composer.composerData'";
  return [...database.rows(sql)].flatMap(({ value }) => composerIds(value));
}

/** What a database of Cursor's is: of the editor, of a window, or chats of the command line. */
export type DatabaseKind = 'editor' | 'window' | 'chats';

function kindOf({ tables }: ForeignDatabase): DatabaseKind {
  if (tables.has('cursorDiskKV')) return 'editor';
  return tables.has('blobs') ? 'chats' : 'window';
}

/** What is remembered of a database beside its sessions: what it is, then the sessions that its window names. */
function readWords(sources: SourceReader, path: string, onOpen: () => void): readonly string[] {
  try {
    return databaseWords(sources, { agent: 'cursor window', path }, (database) => {
      onOpen();
      return [kindOf(database), ...windowComposers(database)];
    });
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    return [];
  }
}

const NOTHING = (): void => undefined;

/** Learns what a database is, and which sessions belong to its window. What cannot be read teaches nothing. */
export function learnDatabase(
  sources: SourceReader,
  path: string,
  onOpen: () => void = NOTHING,
): DatabaseKind | undefined {
  const [kind, ...composers] = readWords(sources, path, onOpen);
  const windows = windowsOf(sources);
  if (basename(path) === STATE) for (const id of composers) windows.set(id, dirname(path));
  return kind as DatabaseKind | undefined;
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
  const folder = join(user, 'workspaceStorage');
  const windows = listWindows(folder);
  if ('code' in windows) return windows;
  let opened = 0;
  const onOpen = (): void => {
    opened += 1;
  };
  for (const path of windows.map((name) => join(folder, name, STATE))) {
    if (opened >= MOST_WINDOWS) break;
    const before = opened;
    if (existsSync(path)) learnDatabase(sources, path, onOpen);
    if (opened > before && opened % RELEASE_EVERY === 0) sources.release();
  }
  if (opened > 0) sources.release();
  return undefined;
}

/** The folders of the window that a session belongs to; none when no window names it. */
export function composerFolders(sources: SourceReader, composerId: string): readonly string[] {
  const storage = windowsOf(sources).get(composerId);
  return storage === undefined ? [] : workspaceFolders(storage);
}

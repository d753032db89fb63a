import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { SourceReader } from '../../app/ports/source-reader.ts';
import { findSessionFiles, type SessionList } from '../database-source.ts';
import { editorUserFolders } from '../editor-folders.ts';
import { findFiles } from '../find-files.ts';
import { CLI_CHATS } from './chat-store.ts';
import { type DatabaseKind, learnAllComposers, learnDatabase, STATE } from './composer-folders.ts';
import { EDITOR_SESSIONS, WINDOW_SESSIONS } from './state-sessions.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Found = SourceFile | SkippedPath;

const STORE = 'store.db';
const TRANSCRIPT = /\.(?:jsonl|txt)$/;
/** Databases held open while a tree of them is searched. */
const MOST_OPEN = 32;

/** Where Cursor keeps its sessions: windows first, then the editor's own database, then chats of the command line. */
export function cursorPlaces(env: Env): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'];
  const users = editorUserFolders(env, ['Cursor']);
  const places = users.flatMap((user) => [join(user, 'workspaceStorage'), join(user, 'globalStorage', STATE)]);
  return home === undefined || home === '' ? places : [...places, join(home, '.cursor', 'chats')];
}

function wants(name: string): boolean {
  return name === STATE || name === STORE || TRANSCRIPT.test(name);
}

/** Storage of extensions bears the name of its publisher, with a dot. */
function enters(name: string): boolean {
  return name !== 'node_modules' && name !== 'History' && !/\w\.\w/.test(name);
}

function isTranscript(path: string): boolean {
  return TRANSCRIPT.test(path) && path.split(/[\\/]/).includes('agent-transcripts');
}

const LISTS: Readonly<Record<DatabaseKind, SessionList>> = {
  editor: EDITOR_SESSIONS,
  window: WINDOW_SESSIONS,
  chats: CLI_CHATS,
};

/** Chats of the command line tell no time of their own; their file does. */
function withFileTime(found: Found): Found {
  if ('code' in found) return found;
  const times = [found.path, `${found.path}-wal`].flatMap(
    (path) => statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? [],
  );
  return { ...found, mtimeNs: times.sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n };
}

function* listDatabase(path: string, sources: SourceReader): Generator<Found> {
  if (basename(dirname(path)) === 'globalStorage') {
    const unread = learnAllComposers(sources, dirname(dirname(path)));
    if (unread !== undefined) yield unread;
  }
  const list = LISTS[learnDatabase(sources, path) ?? 'window'];
  for (const found of findSessionFiles(path, sources, { wants, list }))
    yield list === CLI_CHATS ? withFileTime(found) : found;
}

function isWanted(found: Found): boolean {
  return !TRANSCRIPT.test(found.path) || isTranscript(found.path);
}

function* searchFolder(path: string, sources: SourceReader): Generator<Found> {
  let opened = 0;
  for (const found of findFiles(path, { wants, enters })) {
    if (!isWanted(found)) continue;
    if ('code' in found || isTranscript(found.path)) yield found;
    else {
      if (opened > 0 && opened % MOST_OPEN === 0) sources.release();
      opened += 1;
      yield* listDatabase(found.path, sources);
    }
  }
}

/** Finds the sessions of the editor's databases, chats of the command line, and transcripts. */
export function* findCursorSources(path: string, sources: SourceReader): Generator<Found> {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  yield* isFile ? listDatabase(path, sources) : searchFolder(path, sources);
}

import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { editorUserFolders } from '../editor-folders.ts';
import { findFiles } from '../find-files.ts';

type Env = Readonly<Record<string, string | undefined>>;

const PROGRAMS = ['Code', 'Code - Insiders', 'VSCodium'];
const EMPTY_WINDOWS = 'emptyWindowChatSessions';
const SESSION_FOLDERS: ReadonlySet<string> = new Set(['chatSessions', EMPTY_WINDOWS]);

/** Where VS Code keeps its chats: in the storage of each workspace, and of windows without one. */
export function vscodePlaces(env: Env): readonly string[] {
  return editorUserFolders(env, PROGRAMS).flatMap((user) => [
    join(user, 'workspaceStorage'),
    join(user, 'globalStorage', EMPTY_WINDOWS),
  ]);
}

const SESSION = /^[^.].*\.jsonl?$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl?$/i;

/** Storage of extensions bears the name of its publisher, with a dot; edits have a folder of their own. */
function isSearched(name: string): boolean {
  return name !== 'chatEditingSessions' && name !== 'node_modules' && !/\w\.\w/.test(name);
}

/** Finds chats: files in a folder of chats, elsewhere those that are named by an id. */
export function* findVscodeFiles(path: string): Generator<SourceFile | SkippedPath> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  for (const found of findFiles(path, { wants: (name) => SESSION.test(name), enters: isSearched })) {
    const isOther = !SESSION.test(basename(found.path));
    const isChat = SESSION_FOLDERS.has(basename(dirname(found.path))) || UUID.test(basename(found.path));
    if (!isFolder || isOther || isChat) yield found;
  }
}

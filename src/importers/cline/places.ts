import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { editorUserFolders } from '../editor-folders.ts';
import { findFiles } from '../find-files.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the model was sent, and what the person saw. */
export const API_FILE = 'api_conversation_history.json';
export const UI_FILE = 'ui_messages.json';
/** What the second was called once. */
const OLD_UI_FILE = 'claude_messages.json';
const PROGRAMS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];
const EXTENSIONS = ['saoudrizwan.claude-dev', 'rooveterinaryinc.roo-cline'];

/** Where Cline and Roo keep their tasks: in the storage of each editor, on remote machines too, and in `.cline/data`. */
export function clinePlaces(env: Env): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'];
  const remote = home === undefined || home === '' ? [] : [join(home, '.vscode-server', 'data', 'User')];
  const users = [...editorUserFolders(env, PROGRAMS), ...remote];
  const own = home === undefined || home === '' ? [] : [join(home, '.cline', 'data', 'tasks')];
  return [...users.flatMap((user) => EXTENSIONS.map((name) => join(user, 'globalStorage', name, 'tasks'))), ...own];
}

/** Whether what the model was sent lies beside a file of what the person saw: then that is read. */
function isSuperseded({ path }: { readonly path: string }): boolean {
  return basename(path) !== API_FILE && existsSync(join(dirname(path), API_FILE));
}

/** Finds tasks: one file each. */
export function* findClineFiles(path: string): Generator<SourceFile | SkippedPath> {
  const names = new Set([API_FILE, UI_FILE, OLD_UI_FILE]);
  for (const found of findFiles(path, { wants: (name) => names.has(name), enters: (name) => name !== 'checkpoints' }))
    if (found.path === path || !isSuperseded(found)) yield found;
}

/** Ids of tasks are times in milliseconds, or UUIDs; a folder that is named otherwise is none of a task. */
const TASK = /^(?:\d{13}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The id of the task that a file lies in the folder of. */
export function taskOf(path: string): string | undefined {
  const folder = dirname(path);
  const isOne = TASK.test(basename(folder)) || basename(dirname(folder)) === 'tasks';
  return isOne ? basename(folder) : undefined;
}

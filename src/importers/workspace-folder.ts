import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { asObject, listField, textField } from '../kernel/json-fields.ts';
import { parseJson } from './parse-json.ts';

const MOST_BYTES = 1024 * 1024;

/** A small JSON file of an editor; `undefined` when there is none, or it is none. */
function readSmallJson(path: string): unknown {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MOST_BYTES ? parseJson(readFileSync(path, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

/** The path of a `file:` URI on this machine; `undefined` for other schemes: their folders lie on another one. */
export function filePathOf(uri: string | undefined): string | undefined {
  if (uri?.startsWith('file://') !== true || !URL.canParse(uri)) return undefined;
  const { pathname, hostname } = new URL(uri);
  try {
    const path = decodeURIComponent(pathname);
    const isDrive = /^\/[A-Za-z]:/.test(path);
    return hostname === '' ? path.slice(isDrive ? 1 : 0) : undefined;
  } catch {
    return undefined;
  }
}

/** Folders that a workspace of several names, relative to its own file. */
function foldersOf(workspaceFile: string): readonly string[] {
  return listField(asObject(readSmallJson(workspaceFile)), 'folders').flatMap((value) => {
    const folder = asObject(value);
    const path = textField(folder, 'path') ?? filePathOf(textField(folder, 'uri'));
    if (path === undefined) return [];
    return [isAbsolute(path) ? path : resolve(dirname(workspaceFile), path)];
  });
}

/** The project folders of a window of an editor, as `workspace.json` in its storage folder names them; none when it does not. */
export function workspaceFolders(storageFolder: string): readonly string[] {
  const workspace = asObject(readSmallJson(join(storageFolder, 'workspace.json')));
  const folder = filePathOf(textField(workspace, 'folder'));
  if (folder !== undefined) return [folder];
  const file = filePathOf(textField(workspace, 'workspace') ?? textField(workspace, 'configuration'));
  return file === undefined ? [] : foldersOf(file);
}

import { patchPaths } from './patch-paths.ts';

/** A path that a tool call names, and how the call touches it. */
export interface ToolPath {
  readonly path: string;
  readonly access: 'read' | 'edit';
}

const PATH_KEYS = ['file_path', 'notebook_path', 'filePath', 'absolute_path', 'path', 'target_file'] as const;

const READERS: ReadonlySet<string> = new Set([
  'read',
  'view',
  'read_file',
  'readfile',
  'notebookread',
  'cat',
  'read_many_files',
  'open_file',
]);
const EDITORS: ReadonlySet<string> = new Set([
  'edit',
  'write',
  'multiedit',
  'notebookedit',
  'update',
  'create',
  'write_file',
  'writefile',
  'editfile',
  'replace',
  'edit_file',
  'create_file',
  'str_replace',
  'str_replace_editor',
  'insert',
  'delete_file',
  'apply_patch',
  'search_replace',
  'write_to_file',
  'replace_in_file',
]);

function accessOf(name: string): ToolPath['access'] | undefined {
  const plain = name.toLowerCase();
  if (EDITORS.has(plain)) return 'edit';
  return READERS.has(plain) ? 'read' : undefined;
}

/** Members of a tool's input that may hold a whole patch. */
const PATCH_KEYS = ['input', 'patch', 'command', 'cmd'] as const;

/** Texts of an input that may be a patch: the input itself, or a member, a command given as words included. */
function patchTexts(input: unknown): readonly string[] {
  if (typeof input === 'string') return [input];
  if (typeof input !== 'object' || input === null) return [];
  return PATCH_KEYS.flatMap((key) => {
    const value: unknown = Object.hasOwn(input, key) ? (input as Record<string, unknown>)[key] : undefined;
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return parts.filter((part) => typeof part === 'string');
  });
}

function namedPath(input: object): string | undefined {
  for (const key of PATH_KEYS) {
    const value: unknown = Object.hasOwn(input, key) ? (input as Record<string, unknown>)[key] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/**
 * The paths of files that a call reads or edits, as its arguments name them. A patch names the files it edits, also where
 * it is given to a shell. Folders that are only searched are not files.
 */
export function toolPaths(name: string, input: unknown): readonly ToolPath[] {
  const edited = patchTexts(input).flatMap(patchPaths);
  if (edited.length > 0) return edited.map((path) => ({ path, access: 'edit' }));
  const access = accessOf(name);
  if (access === undefined || typeof input !== 'object' || input === null) return [];
  const path = namedPath(input);
  return path === undefined ? [] : [{ path, access }];
}

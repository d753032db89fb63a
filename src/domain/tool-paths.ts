import { fileAccessOf } from '../events/tool-names.ts';
import { patchPaths } from './patch-paths.ts';

/** A path that a tool call names, and how the call touches it. */
export interface ToolPath {
  readonly path: string;
  readonly access: 'read' | 'edit';
}

const PATH_KEYS = [
  'file_path',
  'notebook_path',
  'filePath',
  'absolute_path',
  'path',
  'target_file',
  'target_notebook',
  'relativeWorkspacePath',
  'targetFile',
] as const;
/** Members that hold several paths, or several objects that each name one. */
const LIST_KEYS = ['paths', 'replacements'] as const;
/** A file that is moved or copied is named twice. */
const PAIR_KEYS = ['source_path', 'destination_path'] as const;

/** Tools of which an argument says what they do. */
const READING_COMMANDS: ReadonlySet<string> = new Set(['view', 'read']);

function accessOf(name: string, input: unknown): ToolPath['access'] | undefined {
  const command = name.toLowerCase() === 'str_replace_editor' ? member(input, 'command') : undefined;
  return typeof command === 'string' && READING_COMMANDS.has(command) ? 'read' : fileAccessOf(name);
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/** Members of a tool's input that may hold a whole patch. */
const PATCH_KEYS = ['input', 'patch', 'command', 'cmd'] as const;

/** Texts of an input that may be a patch: the input itself, or a member, a command given as words included. */
function patchTexts(input: unknown): readonly string[] {
  if (typeof input === 'string') return [input];
  if (typeof input !== 'object' || input === null) return [];
  return PATCH_KEYS.flatMap((key) => {
    const value = member(input, key);
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return parts.filter((part) => typeof part === 'string');
  });
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function namedPath(input: unknown): string | undefined {
  return PATH_KEYS.map((key) => member(input, key)).find(isPath);
}

function namedPaths(input: unknown): readonly string[] {
  const one = namedPath(input);
  if (one !== undefined) return [one];
  const pair = PAIR_KEYS.map((key) => member(input, key)).filter(isPath);
  if (pair.length > 0) return pair;
  const items = LIST_KEYS.flatMap((key): readonly unknown[] => {
    const list = member(input, key);
    return Array.isArray(list) ? list : [];
  });
  return items.map((item) => (isPath(item) ? item : namedPath(item))).filter(isPath);
}

/**
 * The paths of files that a call reads or edits, as its arguments name them. A patch names the files it edits, also where
 * it is given to a shell. Folders that are only searched are not files.
 */
export function toolPaths(name: string, input: unknown): readonly ToolPath[] {
  const edited = patchTexts(input).flatMap(patchPaths);
  if (edited.length > 0) return edited.map((path) => ({ path, access: 'edit' }));
  const access = accessOf(name, input);
  if (access === undefined) return [];
  return [...new Set(namedPaths(input))].map((path) => ({ path, access }));
}

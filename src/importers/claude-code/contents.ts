import type { ContentGatherer } from '../../app/ports/importer.ts';
import type { IsoTime } from '../../kernel/ids.ts';
import {
  asObject,
  field,
  isTrue,
  type JsonObject,
  listField,
  numberField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';
import { readForeignTime } from '../foreign-time.ts';
import { type ContentAccess, TouchedContents } from '../touched-contents.ts';

/** A member that may be the empty text. */
function wholeText(object: JsonObject | undefined, name: string): string | undefined {
  const value = field(object, name);
  return typeof value === 'string' ? value : undefined;
}

interface Replacement {
  readonly old: string;
  readonly fresh: string;
  readonly all: boolean;
}

function readReplacement(edit: JsonObject): Replacement | undefined {
  const old = wholeText(edit, 'oldString') ?? wholeText(edit, 'old_string');
  const fresh = wholeText(edit, 'newString') ?? wholeText(edit, 'new_string');
  if (old === undefined || fresh === undefined) return undefined;
  return { old, fresh, all: isTrue(edit, 'replaceAll') || isTrue(edit, 'replace_all') };
}

/** Replaces as the agent does: what is taken out whole takes its line feed along. */
function applyReplacement(text: string, { old, fresh, all }: Replacement): string | undefined {
  if (old === '') return text === '' ? fresh : undefined;
  const lineToo = fresh === '' && !old.endsWith('\n') && text.includes(`${old}\n`);
  const taken = lineToo ? `${old}\n` : old;
  if (!text.includes(taken)) return undefined;
  return all ? text.replaceAll(taken, () => fresh) : text.replace(taken, () => fresh);
}

function applyAll(original: string, edits: readonly JsonObject[]): string | undefined {
  return edits.reduce<string | undefined>((text, edit) => {
    const replacement = readReplacement(edit);
    return text === undefined || replacement === undefined ? undefined : applyReplacement(text, replacement);
  }, original);
}

/** The file after an edit, from the file before it. A person who changed the edit is not told of in it. */
function editedContent(outcome: JsonObject): string | undefined {
  if (isTrue(outcome, 'userModified')) return undefined;
  const original = wholeText(outcome, 'originalFile') ?? wholeText(outcome, 'originalFileContents');
  if (original === undefined) return undefined;
  const edits = listField(outcome, 'edits')
    .map(asObject)
    .filter((edit) => edit !== undefined);
  return applyAll(original, edits.length > 0 ? edits : [outcome]);
}

type Touched = Omit<ContentAccess, 'at' | 'folder'> & { readonly unchanged?: boolean };

function readAccess(outcome: JsonObject, type: string | undefined): Touched | undefined {
  const file = objectField(outcome, 'file');
  const path = textField(file, 'filePath');
  if (path === undefined) return undefined;
  if (type === 'file_unchanged') return { path, access: 'read', unchanged: true };
  const content = wholeText(file, 'content');
  const [start, lines, total] = ['startLine', 'numLines', 'totalLines'].map((name) => numberField(file, name));
  const whole = content !== undefined && start === 1 && lines !== undefined && lines === total;
  return { path, access: 'read', ...(whole ? { content } : {}) };
}

function writeAccess(outcome: JsonObject, type: string | undefined): Touched | undefined {
  const path = textField(outcome, 'filePath') ?? textField(outcome, 'notebook_path');
  if (path === undefined) return undefined;
  const isWrite = type === 'create' || type === 'update';
  const modified = isTrue(outcome, 'userModified');
  const content = isWrite ? (modified ? undefined : wholeText(outcome, 'content')) : editedContent(outcome);
  return { path, access: 'write', ...(content === undefined ? {} : { content }) };
}

/** What a result says of a file: read whole or in part, written, edited. Failed calls have a text for a result. */
function touchedBy(record: JsonObject): Touched | undefined {
  const outcome = objectField(record, 'toolUseResult');
  if (outcome === undefined) return undefined;
  const type = textField(outcome, 'type');
  return readAccess(outcome, type) ?? writeAccess(outcome, type);
}

/** Gathers whole contents from the results of Read, Write, Edit and MultiEdit; of notebooks only that they were touched. */
export function gatherClaudeContents(digest: (content: string) => string): ContentGatherer {
  const contents = new TouchedContents(digest);
  return {
    add(value) {
      const record = asObject(value);
      const touched = record === undefined ? undefined : touchedBy(record);
      if (record === undefined || touched === undefined) return;
      const at: IsoTime | null = readForeignTime(field(record, 'timestamp'))?.iso ?? null;
      const folder = textField(record, 'cwd') ?? '';
      if (touched.unchanged === true) contents.noteUnchanged({ path: touched.path, folder, at });
      else contents.note({ ...touched, folder, at });
    },
    finish: () => contents.list(),
  };
}

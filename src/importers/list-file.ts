import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SourceFile } from '../app/ports/importer.ts';
import type { KnownList, ListMemory } from '../app/ports/source-reader.ts';
import { makeFolders } from '../files/make-folders.ts';
import { asObject, type JsonObject, listField, numberField, textField } from '../kernel/json-fields.ts';
import { parseJson } from './parse-json.ts';

/** A larger file is no list of ours. */
const MOST_BYTES = 32 * 1024 * 1024;
const WHOLE = /^-?\d{1,20}$/;
const FORMAT = 1;

/** Where lists are kept, and what may be written there. */
export interface ListFile {
  readonly path: string;
  /** Whether a text may be written as it is. */
  readonly isPlain: (text: string) => boolean;
}

type Lists = Map<string, KnownList>;

function wholeField(row: JsonObject | undefined, name: string): bigint | undefined {
  const text = textField(row, name);
  return text !== undefined && WHOLE.test(text) ? BigInt(text) : undefined;
}

function readSource(value: unknown, path: string): SourceFile | undefined {
  const row = asObject(value);
  const [part, size] = [textField(row, 'part'), wholeField(row, 'size')];
  const [mtimeNs, ctimeNs] = [wholeField(row, 'mtimeNs'), wholeField(row, 'ctimeNs')];
  const [dev, ino] = [wholeField(row, 'dev'), wholeField(row, 'ino')];
  if (part === undefined || size === undefined || mtimeNs === undefined) return undefined;
  if (ctimeNs === undefined || dev === undefined || ino === undefined) return undefined;
  return { path, part, size: Number(size), mtimeNs, ctimeNs, dev, ino };
}

function readList(value: unknown): readonly [string, KnownList] | undefined {
  const row = asObject(value);
  const [agent, path, stamp] = [textField(row, 'agent'), textField(row, 'path'), textField(row, 'stamp')];
  if (agent === undefined || path === undefined || stamp === undefined) return undefined;
  const [rows, words] = [listField(row, 'sources'), listField(row, 'words')];
  const found = rows.flatMap((source) => readSource(source, path) ?? []);
  if (found.length < rows.length || !words.every((word) => typeof word === 'string')) return undefined;
  return [`${agent}\n${path}`, { stamp, found, ...(words.length === 0 ? {} : { words }) }];
}

function readText(path: string): string | undefined {
  try {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = fstatSync(fd);
      return stats.isFile() && stats.size <= MOST_BYTES ? readFileSync(fd, 'utf8') : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

function readLists(path: string): Lists {
  const document = asObject(parseJson(readText(path) ?? ''));
  if (numberField(document, 'format') !== FORMAT) return new Map();
  return new Map(
    listField(document, 'lists')
      .map(readList)
      .filter((pair) => pair !== undefined),
  );
}

function listRow([name, { stamp, found, words }]: readonly [string, KnownList]): JsonObject {
  const [agent = '', path = ''] = name.split('\n');
  const sources = found.map((file) => {
    if ('code' in file) return undefined;
    const { part, size, mtimeNs, ctimeNs, dev, ino } = file;
    return { part, size: `${size}`, mtimeNs: `${mtimeNs}`, ctimeNs: `${ctimeNs}`, dev: `${dev}`, ino: `${ino}` };
  });
  return { agent, path, stamp, sources, ...(words === undefined ? {} : { words }) };
}

/** Best effort, by rename: without the file every database is opened, and nothing else changes. */
function writeLists(path: string, lists: Lists): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    makeFolders(dirname(path));
    writeFileSync(draft, JSON.stringify({ format: FORMAT, lists: [...lists].map(listRow) }), {
      mode: 0o600,
      flag: 'wx',
    });
    renameSync(draft, path);
  } catch {
    rmSync(draft, { force: true });
  }
}

/** Remembers in a file what was found in databases. What holds anything to redact, or is no session, is not remembered. */
export function openListFile({ path, isPlain }: ListFile): ListMemory {
  let known: Lists | undefined;
  let isWritten = true;
  const lists = (): Lists => {
    known ??= readLists(path);
    return known;
  };
  return {
    get: (name) => lists().get(name),
    set: (name, list) => {
      const mayStay = list.found.every((file) => !('code' in file) && isPlain(file.part ?? ''));
      if (!mayStay || !(list.words ?? []).every(isPlain) || !isPlain(name) || name.split('\n').length !== 2) return;
      lists().set(name, list);
      isWritten = false;
    },
    keep: () => {
      if (!isWritten) writeLists(path, lists());
      isWritten = true;
    },
  };
}

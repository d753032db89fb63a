import { type BigIntStats, closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource } from '../../app/ports/source-reader.ts';
import { saysAbsent } from '../../kernel/errno-of.ts';
import { minifyJson } from '../json-cut.ts';
import { parseJson } from '../parse-json.ts';
import { type RecordPiece, recordSource } from '../record-source.ts';
import { MAX_SOURCE_LINE_BYTES } from '../source-lines.ts';
import { joinMessage } from './join-message.ts';

/** The files of one session in the agent's older store: `session/<project>/<id>.json` and the folders beside `session`. */
interface SessionTree {
  readonly file: string;
  readonly messages: string;
  readonly partsOf: (message: string) => string;
}

/** The tree that a session file belongs to; undefined for a file that lies in none. */
function treeOf(path: string): SessionTree | undefined {
  const sessions = dirname(dirname(path));
  if (basename(sessions) !== 'session') return undefined;
  const storage = dirname(sessions);
  return {
    file: path,
    messages: join(storage, 'message', basename(path, '.json')),
    partsOf: (message) => join(storage, 'part', message),
  };
}

/** Files of a folder; `undefined` for a folder that cannot be read, which is not the same as none. */
function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch (error) {
    return saysAbsent(error) ? [] : undefined;
  }
}

function* filesOf(tree: SessionTree): Generator<string> {
  yield tree.file;
  yield tree.messages;
  for (const name of namesIn(tree.messages) ?? []) {
    yield join(tree.messages, name);
    const parts = tree.partsOf(basename(name, '.json'));
    yield parts;
    for (const part of namesIn(parts) ?? []) yield join(parts, part);
  }
}

/** What is there; reading says what is wrong with what cannot be looked at. */
function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** A session file with the figures of all files of its session, so that a change of any of them is seen. */
export function gatherTree(file: SourceFile): SourceFile {
  const tree = treeOf(file.path);
  if (tree === undefined) return file;
  let [size, mtimeNs, ctimeNs] = [0, 0n, 0n];
  for (const path of filesOf(tree)) {
    const stats = statOf(path);
    if (stats === undefined) continue;
    if (stats.isFile()) size += Number(stats.size);
    if (stats.mtimeNs > mtimeNs) mtimeNs = stats.mtimeNs;
    if (stats.ctimeNs > ctimeNs) ctimeNs = stats.ctimeNs;
  }
  return { ...file, size, mtimeNs, ctimeNs };
}

/** The JSON of a file without white space; undefined when it is none, too large, or cannot be read. */
function readJson(path: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > MAX_SOURCE_LINE_BYTES) return undefined;
    const bytes = Buffer.alloc(stats.size);
    const text = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
    if (parseJson(text.toString('utf8')) === undefined) return undefined;
    return Buffer.from(minifyJson(text, 0, text.length)).toString('utf8');
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const UNREADABLE: RecordPiece = { damage: 'a file of the session cannot be read' };

function* recordsOf(tree: SessionTree): Generator<RecordPiece> {
  const messages = namesIn(tree.messages);
  if (messages === undefined) yield UNREADABLE;
  for (const name of messages ?? []) {
    const info = readJson(join(tree.messages, name));
    const folder = tree.partsOf(basename(name, '.json'));
    const parts = namesIn(folder)?.map((part) => readJson(join(folder, part))) ?? [undefined];
    const readable = parts.filter((part) => part !== undefined);
    yield info === undefined ? UNREADABLE : { bytes: joinMessage(info, readable) };
    for (const part of parts) if (part === undefined) yield UNREADABLE;
  }
  const session = readJson(tree.file);
  yield session === undefined ? UNREADABLE : { bytes: new TextEncoder().encode(`{"info":${session}}`) };
}

/** Opens a session spread over a tree of files; undefined for a file that lies in none. */
export function openTree(file: SourceFile): OpenSource | undefined {
  const tree = treeOf(file.path);
  if (tree === undefined) return undefined;
  const { size, mtimeNs, ctimeNs, dev, ino } = gatherTree(file);
  return recordSource({
    size,
    mtimeNs: String(mtimeNs),
    ctimeNs: String(ctimeNs),
    inode: `${dev}:${ino}`,
    pieces: () => recordsOf(tree),
  });
}

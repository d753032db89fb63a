import type { SkippedPath, SourceFile } from '../app/ports/importer.ts';
import type { OpenBytes, OpenSource, SourceReader } from '../app/ports/source-reader.ts';
import { type JsonPart, minifyJson, partsOf, skipSpace, valueEnd } from './json-cut.ts';
import { type RecordPiece, recordSource } from './record-source.ts';

/** Largest document that is read; it is held in memory as a whole. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
/** How much of a file is looked at to tell a document from lines. */
const SNIFF_BYTES = 1024 * 1024;
const BROKEN: RecordPiece = { damage: 'the document breaks off' };
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** How a document is cut. */
export interface DocumentShape {
  /** Members of the document that are lists of records. */
  readonly lists: readonly string[];
  /** Cuts an item of such a list further, given minified; by default an item is one record. */
  readonly split?: (item: Uint8Array) => Iterable<Uint8Array>;
}

function readStart(source: OpenBytes, limit: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.min(source.size, limit));
  let fill = 0;
  while (fill < bytes.length) {
    const count = source.read(bytes.subarray(fill), fill);
    if (count === 0) break;
    fill += count;
  }
  return bytes.subarray(0, fill);
}

/** Index of the first byte of content, a byte order mark passed. */
export function contentStart(bytes: Uint8Array): number {
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return skipSpace(bytes, mark);
}

function hasList(bytes: Uint8Array, start: number, lists: readonly string[]): boolean {
  for (const { key, start: value } of partsOf(bytes, start)) {
    if (lists.includes(key ?? '') && bytes[value] === OPEN_BRACKET) return true;
  }
  return false;
}

/** Whether the beginning of a file is that of one JSON document and not of lines: a list, or an object over several lines, or one that holds such a list. */
export function isDocument(bytes: Uint8Array, lists: readonly string[]): boolean {
  const start = contentStart(bytes);
  if (bytes[start] === OPEN_BRACKET) return true;
  if (bytes[start] !== OPEN_BRACE) return false;
  const end = valueEnd(bytes, start);
  const first = bytes.subarray(start, end < 0 ? bytes.length : end);
  if (first.includes(0x0a) && (end >= 0 || isPretty(first))) return true;
  if (end >= 0 && skipSpace(bytes, end) < bytes.length) return false;
  return hasList(bytes, start, lists);
}

/** What does not close is pretty when a line ends after its first bracket or comma; torn lines are not. */
function isPretty(first: Uint8Array): boolean {
  return first[skipBlanks(first, 1)] === 0x0a;
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

function* itemsOf(bytes: Uint8Array, start: number, shape: DocumentShape): Generator<RecordPiece> {
  const parts = partsOf(bytes, start);
  let next = parts.next();
  for (; next.done !== true; next = parts.next()) {
    const { start: from, end } = next.value;
    if (end < 0) break;
    const item = minifyJson(bytes, from, end);
    if (shape.split === undefined) yield { bytes: item };
    else for (const record of shape.split(item)) yield { bytes: record };
  }
  if (next.done !== true || next.value < 0) yield BROKEN;
}

/** The document with its lists emptied: what is left when their items are records of their own. */
function frameOf(bytes: Uint8Array, members: readonly JsonPart[], lists: ReadonlySet<JsonPart>): Uint8Array {
  const texts = members.map((member) => {
    const { keyStart = member.start, start, end } = member;
    if (!lists.has(member)) return Buffer.from(minifyJson(bytes, keyStart, end));
    return Buffer.concat([minifyJson(bytes, keyStart, start), Buffer.from('[]')]);
  });
  const between = texts.flatMap((text, index) => (index === 0 ? [text] : [Buffer.from(','), text]));
  return new Uint8Array(Buffer.concat([Buffer.from('{'), ...between, Buffer.from('}')]));
}

function* cutObject(bytes: Uint8Array, start: number, shape: DocumentShape): Generator<RecordPiece> {
  const members: JsonPart[] = [];
  const lists = new Set<JsonPart>();
  for (const part of partsOf(bytes, start)) {
    const isList = shape.lists.includes(part.key ?? '') && bytes[part.start] === OPEN_BRACKET;
    if (isList) {
      lists.add(part);
      yield* itemsOf(bytes, part.start, shape);
    } else if (part.end < 0) yield BROKEN;
    if (isList || part.end >= 0) members.push(part);
  }
  if (members.length > 0) yield { bytes: frameOf(bytes, members, lists) };
  else yield { damage: 'not-json' };
}

/** Yields the items of a document's lists as records, and last the document without them, since that changes with every save. */
export function cutDocument(bytes: Uint8Array, shape: DocumentShape): Iterable<RecordPiece> {
  const start = contentStart(bytes);
  return bytes[start] === OPEN_BRACKET ? itemsOf(bytes, start, shape) : cutObject(bytes, start, shape);
}

function openWhole(file: SourceFile, source: OpenBytes, shape: DocumentShape): OpenSource | SkippedPath {
  if (source.size > MAX_DOCUMENT_BYTES) {
    source.close();
    const message = `is a document of more than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`;
    return { path: file.path, code: 'too-large', message };
  }
  const bytes = readStart(source, MAX_DOCUMENT_BYTES);
  const { size, mtimeNs, ctimeNs, inode } = source;
  const pieces = () => cutDocument(bytes, shape);
  return recordSource({ size, mtimeNs, ctimeNs, inode, pieces, close: () => source.close() });
}

/** Opens a file that is one JSON document, or JSONL when it does not begin like a document. */
export function openDocumentOrLines(
  file: SourceFile,
  sources: SourceReader,
  shape: DocumentShape,
): OpenSource | SkippedPath {
  const source = sources.open(file);
  if ('code' in source) return source;
  return isDocument(readStart(source, SNIFF_BYTES), shape.lists) ? openWhole(file, source, shape) : source;
}

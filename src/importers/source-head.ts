import type { SourceFile } from '../app/ports/importer.ts';
import type { OpenBytes, SourceHead, SourceReader } from '../app/ports/source-reader.ts';
import { contentStart, isDocument } from './document-source.ts';
import { partsOf, valueEnd } from './json-cut.ts';
import { readSourceLines } from './source-lines.ts';

/** How much of a beginning is looked at. */
interface Extent {
  readonly bytes: number;
  readonly records: number;
  /** Items of each list of a document. */
  readonly items: number;
}

const FULL: Extent = { bytes: 256 * 1024, records: 12, items: 8 };
const BRIEF: Extent = { bytes: 8 * 1024, records: 2, items: 1 };
const MOST_TEXT = 4000;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const NO_TABLES: SourceHead['tables'] = new Map();

let scratch: Buffer | undefined;

/** The first bytes, valid until the next source is looked at. */
function readStart(source: OpenBytes, most: number): Buffer {
  scratch ??= Buffer.allocUnsafe(FULL.bytes);
  const bytes = scratch.subarray(0, Math.min(source.textSize ?? source.size, most));
  let fill = 0;
  while (fill < bytes.length) {
    const count = source.read(bytes.subarray(fill), fill);
    if (count === 0) break;
    fill += count;
  }
  return bytes.subarray(0, fill);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function firstItems(bytes: Buffer, start: number, most: number): unknown[] {
  const items: unknown[] = [];
  for (const { start: from, end } of partsOf(bytes, start)) {
    if (end < 0 || items.length >= most) break;
    items.push(parse(bytes.subarray(from, end)));
  }
  return items;
}

/** The beginning of a document as a value: its members as far as they are there, lists cut to their first items. */
function readDocument(bytes: Buffer, most: number): unknown {
  const start = contentStart(bytes);
  if (bytes[start] === OPEN_BRACKET) return firstItems(bytes, start, most);
  const members: [string, unknown][] = [];
  for (const { key, start: from, end } of partsOf(bytes, start)) {
    if (bytes[from] === OPEN_BRACKET) members.push([key ?? '', firstItems(bytes, from, most)]);
    else if (end >= 0) members.push([key ?? '', parse(bytes.subarray(from, end))]);
  }
  return Object.fromEntries(members);
}

/** The first records; none of prose, where a line may happen to be one. */
function readRecords(source: OpenBytes, extent: Extent): unknown[] {
  const records: unknown[] = [];
  let others = 0;
  const read = (into: Uint8Array, position: number) => source.read(into.subarray(0, extent.bytes), position);
  for (const line of readSourceLines({ offset: 0, line: 0, read })) {
    if (line.kind === 'record') records.push(line.value);
    if (line.kind === 'malformed') others += 1;
    if (records.length >= extent.records || line.end > extent.bytes) break;
  }
  return others > records.length ? [] : records;
}

/** Lines and small documents look alike when a document is one line: lists that make a document are not known here. */
function isOneDocument(bytes: Buffer): boolean {
  const start = contentStart(bytes);
  const isOneLine = bytes[start] === OPEN_BRACE && !bytes.subarray(start, valueEnd(bytes, start)).includes(0x0a);
  return !isOneLine && isDocument(bytes, []);
}

function textHead(path: string, source: OpenBytes, extent: Extent): SourceHead {
  const bytes = readStart(source, extent.bytes);
  const text = bytes.subarray(0, MOST_TEXT).toString('utf8');
  const head = { path, tables: NO_TABLES, text };
  if (isOneDocument(bytes)) return { ...head, format: 'json', records: [readDocument(bytes, extent.items)] };
  const records = readRecords(source, extent);
  return { ...head, format: records.length > 0 ? 'jsonl' : 'text', records };
}

/** Reads the beginning of a file: what it is written in, and its first records, members or tables. */
export function readHead(file: SourceFile, sources: SourceReader, extent?: 'brief'): SourceHead | undefined {
  const source = sources.open(file);
  if (!('code' in source)) {
    try {
      return textHead(file.path, source, extent === 'brief' ? BRIEF : FULL);
    } finally {
      source.close();
    }
  }
  if (source.code !== 'binary') return undefined;
  const database = sources.database(file.path);
  if ('code' in database) return undefined;
  return { path: file.path, format: 'sqlite', records: [], tables: database.tables, text: '' };
}

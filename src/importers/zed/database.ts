import type { DatabaseRow, DatabaseValue, ForeignDatabase } from '../../app/ports/foreign-database.ts';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import { openRows, rowJson, type SessionList } from '../database-source.ts';
import { cutDocument } from '../document-source.ts';
import type { RecordPiece } from '../record-source.ts';
import { threadDocument } from './thread-data.ts';

/** Threads in the order in which they were last saved. */
export const ZED_THREADS: SessionList = {
  agent: 'zed',
  needed: { threads: ['id', 'summary', 'updated_at', 'data_type', 'data'] },
  sql: () => `SELECT id AS part, octet_length(data) AS size,
    CAST(strftime('%s', updated_at) AS INTEGER) * 1000 AS updated, rowid AS stamp
    FROM threads WHERE data IS NOT NULL ORDER BY updated_at, id`,
};

const DATA: ReadonlySet<string> = new Set(['data']);
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const LINES = { lists: ['messages'], split: splitMessage };

/** A message that is a bare word is an object with that one member to every reader of the format. */
function* splitMessage(item: Uint8Array): Generator<Uint8Array> {
  const text = decoder.decode(item);
  yield text.startsWith('"') ? encoder.encode(`{${text}:null}`) : item;
}

/** The thread's row, its data without the messages. */
function rowPiece(row: DatabaseRow, data: string): RecordPiece {
  return { bytes: rowJson({ ...row, data }, DATA) };
}

function* threadRecords(row: DatabaseRow, document: Uint8Array): Generator<RecordPiece> {
  let last: RecordPiece | undefined;
  for (const piece of cutDocument(document, LINES)) {
    if (last !== undefined) yield last;
    last = piece;
  }
  if (last !== undefined && 'bytes' in last) yield rowPiece(row, decoder.decode(last.bytes));
  else if (last !== undefined) yield last;
}

function isData(value: DatabaseValue | undefined): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

function* recordsOf(database: ForeignDatabase, part: string): Generator<RecordPiece> {
  for (const row of database.rows('SELECT * FROM threads WHERE id = ?', part)) {
    const data = row['data'];
    if (!isData(data)) yield { damage: 'holds no data' };
    else yield* threadRecords(row, threadDocument(`${database.path}#${part}`, data));
  }
}

/** Opens one thread of the database: its messages, then its row with what is left of the thread, which changes with each save. */
export function openZedThread(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  return openRows(file, sources, recordsOf);
}

import type { ForeignDatabase } from '../../app/ports/foreign-database.ts';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import { asObject, textField } from '../../kernel/json-fields.ts';
import { openRows, type SessionList } from '../database-source.ts';
import { minifyJson } from '../json-cut.ts';
import { parseJson } from '../parse-json.ts';
import type { RecordPiece } from '../record-source.ts';
import { blobIds } from './protobuf-ids.ts';

const MOST_LEVELS = 64;
const OPEN_BRACE = 0x7b;

/** The one chat of a database of the command line; the part is the key of its description. */
export const CLI_CHATS: SessionList = {
  agent: 'cursor',
  needed: { blobs: ['id', 'data'], meta: ['key', 'value'] },
  sql: () => `SELECT m.key AS part, b.size, 0 AS updated, b.newest * 1000000 + b.count AS stamp
    FROM (SELECT key FROM meta ORDER BY key LIMIT 1) m,
    (SELECT SUM(octet_length(data) + 1) AS size, MAX(rowid) AS newest, COUNT(*) AS count FROM blobs) b WHERE b.count > 0`,
};

/** What describes the chat: JSON in hexadecimal digits, or plain. */
function readDescription(database: ForeignDatabase, part: string): string | undefined {
  for (const { value } of database.rows('SELECT CAST(value AS TEXT) AS value FROM meta WHERE key = ?', part)) {
    const text = String(value);
    return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text;
  }
  return undefined;
}

function readBlob(database: ForeignDatabase, id: string): Uint8Array | undefined {
  for (const { data } of database.rows('SELECT CAST(data AS BLOB) AS data FROM blobs WHERE id = ?', id))
    return data instanceof Uint8Array ? data : undefined;
  return undefined;
}

function isJson(bytes: Uint8Array): boolean {
  return bytes[0] === OPEN_BRACE && asObject(parseJson(Buffer.from(bytes).toString('utf8'))) !== undefined;
}

function toPiece(bytes: Uint8Array): RecordPiece {
  return { bytes: minifyJson(bytes, 0, bytes.length) };
}

/** One walk from the root of a chat: each blob is met once. */
interface Walk {
  readonly database: ForeignDatabase;
  readonly seen: Set<string>;
}

function* walkBlob(walk: Walk, id: string, level: number): Generator<RecordPiece> {
  if (walk.seen.has(id) || level > MOST_LEVELS) return;
  walk.seen.add(id);
  const bytes = readBlob(walk.database, id);
  if (bytes === undefined) return;
  if (isJson(bytes)) yield toPiece(bytes);
  else for (const child of blobIds(bytes)) yield* walkBlob(walk, child, level + 1);
}

/** Every message, in the order in which they were written: where the root leads to none. */
function* allMessages(database: ForeignDatabase): Generator<RecordPiece> {
  for (const { data } of database.rows('SELECT CAST(data AS BLOB) AS data FROM blobs ORDER BY rowid'))
    if (data instanceof Uint8Array && isJson(data)) yield toPiece(data);
}

function* recordsOf(database: ForeignDatabase, part: string): Generator<RecordPiece> {
  const text = readDescription(database, part);
  const description = asObject(parseJson(text ?? ''));
  const walk: Walk = { database, seen: new Set() };
  let messages = 0;
  for (const piece of walkBlob(walk, textField(description, 'latestRootBlobId') ?? '', 0)) {
    messages += 1;
    yield piece;
  }
  if (messages === 0) yield* allMessages(database);
  if (text === undefined || description === undefined) yield { damage: 'tells nothing of itself' };
  else yield toPiece(new TextEncoder().encode(text));
}

/** Opens a chat of the command line: its messages from the root on, then its description. */
export function openCliChat(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  return openRows(file, sources, recordsOf);
}

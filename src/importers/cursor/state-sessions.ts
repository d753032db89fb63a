import type { DatabaseValue, ForeignDatabase } from '../../app/ports/foreign-database.ts';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import { asObject, listField, textField } from '../../kernel/json-fields.ts';
import { openRows, rowJson, type SessionList } from '../database-source.ts';
import { cutDocument } from '../document-source.ts';
import { parseJson } from '../parse-json.ts';
import type { RecordPiece } from '../record-source.ts';
import { composerFolders } from './composer-folders.ts';

/** Text of a value, which may be text, a blob or nothing; `NULL` when it is no JSON. */
const JSON_TEXT = 'CASE WHEN json_valid(CAST(value AS TEXT)) THEN CAST(value AS TEXT) END';

/** Keys are read by ranges: a scan of all of them would read gigabytes. */
const COMPOSERS = `SELECT c.part, c.bytes + coalesce(b.bytes, 0) AS size,
    coalesce(json_extract(c.json, '$.lastUpdatedAt'), json_extract(c.json, '$.createdAt')) AS updated,
    max(c.row, coalesce(b.newest, 0)) * 1000000 + coalesce(b.count, 0) AS stamp
  FROM (SELECT substr(key, 14) AS part, rowid AS row, octet_length(value) AS bytes, ${JSON_TEXT} AS json
    FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;') c
  LEFT JOIN (SELECT substr(key, 10, instr(substr(key, 10), ':') - 1) AS part, COUNT(*) AS count,
    SUM(octet_length(value) + 1) AS bytes, MAX(rowid) AS newest
    FROM cursorDiskKV WHERE key >= 'bubbleId:' AND key < 'bubbleId;' AND value IS NOT NULL GROUP BY 1) b
    ON b.part = c.part
  WHERE c.json IS NOT NULL AND (b.count > 0 OR json_array_length(c.json, '$.conversation') > 0)`;

/** Sessions inside one value: chats of the oldest versions, and sessions before they had a table. */
interface Embedded {
  readonly key: string;
  readonly list: string;
  readonly id: string;
  readonly turns: string;
  readonly updated: string;
}

const EMBEDDED: readonly Embedded[] = [
  {
    key: 'workbench.panel.aichat.view.aichat.chatdata',
    list: 'tabs',
    id: 'tabId',
    turns: 'bubbles',
    updated: 'lastSendTime',
  },
  {
    key: 'composer.composerData',
    list: 'allComposers',
    id: 'composerId',
    turns: 'conversation',
    updated: 'lastUpdatedAt',
  },
];

/** Items of a list that are objects, as JSON; what else stands there is passed over before it is read as JSON. */
function itemsSql({ key, list }: Embedded): string {
  return `SELECT CASE WHEN t.type = 'object' THEN t.value ELSE '{}' END AS json
    FROM (SELECT coalesce(${JSON_TEXT}, '{}') AS json FROM ItemTable WHERE key = '${key}') i, json_each(i.json, '$.${list}') t`;
}

function embeddedSql(embedded: Embedded): string {
  const { id, turns, updated } = embedded;
  return `SELECT json_extract(json, '$.${id}') AS part, octet_length(json) AS size,
    json_extract(json, '$.${updated}') AS updated, 0 AS stamp FROM (${itemsSql(embedded)})
    WHERE json_array_length(json, '$.${turns}') > 0 AND json_type(json, '$.${id}') = 'text'`;
}

function sessionsSql(database: ForeignDatabase): string {
  const parts = database.tables.has('cursorDiskKV') ? [COMPOSERS] : [];
  if (database.tables.has('ItemTable')) parts.push(...EMBEDDED.map(embeddedSql));
  return `SELECT part, size, updated, stamp FROM (${parts.join(' UNION ALL ')}) ORDER BY updated, part`;
}

/** Sessions of a database of the editor that has the table for them. */
export const EDITOR_SESSIONS: SessionList = {
  agent: 'cursor',
  needed: { cursorDiskKV: ['key', 'value'] },
  sql: sessionsSql,
};

/** Sessions of a window's database before that. */
export const WINDOW_SESSIONS: SessionList = {
  agent: 'cursor',
  needed: { ItemTable: ['key', 'value'] },
  sql: sessionsSql,
};

const encoder = new TextEncoder();
const VALUE: ReadonlySet<string> = new Set(['value']);

function storedValue(database: ForeignDatabase, key: string): DatabaseValue | undefined {
  const sql = 'SELECT CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key = ?';
  for (const { value } of database.rows(sql, key)) return value;
  return undefined;
}

function headerIds(composer: string): readonly string[] {
  const headers = listField(asObject(parseJson(composer)), 'fullConversationHeadersOnly');
  return headers.flatMap((header) => textField(asObject(header), 'bubbleId') ?? []);
}

/** Keys of the messages that are there, in the order in which the session names them, then those that it does not name. */
function bubbleKeys(database: ForeignDatabase, part: string, composer: string): readonly string[] {
  const prefix = `bubbleId:${part}:`;
  const sql = 'SELECT key FROM cursorDiskKV WHERE key >= ? AND key < ? AND value IS NOT NULL ORDER BY rowid';
  const there = Array.from(database.rows(sql, prefix, `bubbleId:${part};`), ({ key }) => String(key));
  const named = headerIds(composer).map((id) => prefix + id);
  const isNamed = new Set(named);
  return [...named, ...there.filter((key) => !isNamed.has(key))];
}

function* bubbleRecords(database: ForeignDatabase, part: string, composer: string): Generator<RecordPiece> {
  for (const key of bubbleKeys(database, part, composer)) {
    const value = storedValue(database, key);
    if (value === undefined || value === null) yield { damage: 'a message that the session names is not there' };
    else yield { bytes: rowJson({ key, value }, VALUE) };
  }
}

function folderRecord(sources: SourceReader, part: string): readonly RecordPiece[] {
  const folders = composerFolders(sources, part);
  return folders.length === 0 ? [] : [{ bytes: encoder.encode(JSON.stringify({ folders })) }];
}

function* composerRecords(database: ForeignDatabase, part: string, sources: SourceReader): Generator<RecordPiece> {
  const composer = database.tables.has('cursorDiskKV') ? storedValue(database, `composerData:${part}`) : undefined;
  if (typeof composer !== 'string') return;
  yield* bubbleRecords(database, part, composer);
  yield* folderRecord(sources, part);
  yield* cutDocument(encoder.encode(composer), { lists: ['conversation'] });
}

function* embeddedRecords(database: ForeignDatabase, part: string): Generator<RecordPiece> {
  if (!database.tables.has('ItemTable')) return;
  for (const embedded of EMBEDDED) {
    const sql = `SELECT json FROM (${itemsSql(embedded)}) WHERE json_extract(json, '$.${embedded.id}') = ?`;
    for (const { json } of database.rows(sql, part))
      yield* cutDocument(encoder.encode(String(json)), { lists: [embedded.turns] });
  }
}

/** Opens one session of a database of the editor: its messages, then what is known of it as a whole, which changes with each of them. */
export function openStateSession(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  return openRows(file, sources, function* (database, part) {
    let records = 0;
    for (const piece of composerRecords(database, part, sources)) {
      records += 1;
      yield piece;
    }
    if (records === 0) yield* embeddedRecords(database, part);
  });
}

import type { ForeignDatabase } from '../../app/ports/foreign-database.ts';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import { openRows, rowJson, type SessionList } from '../database-source.ts';
import { cutDocument } from '../document-source.ts';
import type { RecordPiece } from '../record-source.ts';

const ITEMS = 'session_items';
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'message_json',
  'permissions',
  'agent_model_overrides',
  'custom_models_used',
]);

function hasItems(database: ForeignDatabase): boolean {
  return database.tables.has(ITEMS);
}

/** Figures of the items of each session; none in versions that kept messages in the session's own row. */
function itemsSql(database: ForeignDatabase): string {
  if (!hasItems(database)) return 'SELECT NULL AS session_id, 0 AS count, 0 AS size, 0 AS newest';
  return `SELECT session_id, COUNT(*) AS count, MAX(rowid) AS newest,
    SUM(coalesce(octet_length(message_json), 0) + coalesce(octet_length(summary_text), 0) + 1) AS size
    FROM ${ITEMS} GROUP BY session_id`;
}

/** When the newest item was made, as it says itself. */
function newestSql(database: ForeignDatabase): string {
  if (!hasItems(database)) return 'NULL';
  return `(SELECT CASE WHEN json_valid(x.message_json) THEN json_extract(x.message_json, '$.created_at') END
    FROM ${ITEMS} x WHERE x.rowid = i.newest)`;
}

/** Sessions with at least one message. */
export const CAGENT_SESSIONS: SessionList = {
  agent: 'cagent',
  needed: { sessions: ['id', 'messages', 'created_at'] },
  sql: (database) => `SELECT s.id AS part,
    coalesce(i.size, 0) + coalesce(octet_length(s.messages), 0) + coalesce(octet_length(s.title), 0) AS size,
    CAST(strftime('%s', coalesce(${newestSql(database)}, s.created_at)) AS INTEGER) * 1000 AS updated,
    coalesce(i.newest, 0) * 1000000 + coalesce(i.count, 0) AS stamp
    FROM sessions s LEFT JOIN (${itemsSql(database)}) i ON i.session_id = s.id
    WHERE coalesce(i.count, 0) > 0 OR coalesce(s.messages, '') NOT IN ('', '[]', 'null') ORDER BY s.created_at, s.id`,
};

const encoder = new TextEncoder();

/** Messages of older versions, in the session's own row. */
function* olderMessages(database: ForeignDatabase, part: string): Generator<RecordPiece> {
  for (const { messages } of database.rows('SELECT messages FROM sessions WHERE id = ?', part)) {
    const text = typeof messages === 'string' ? messages.trim() : '';
    if (text.startsWith('[')) yield* cutDocument(encoder.encode(text), { lists: [] });
    else if (text !== '' && text !== 'null') yield { damage: 'not-json' };
  }
}

function quoted(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

function* recordsOf(database: ForeignDatabase, part: string): Generator<RecordPiece> {
  let items = 0;
  if (hasItems(database)) {
    for (const row of database.rows(`SELECT * FROM ${ITEMS} WHERE session_id = ? ORDER BY position, rowid`, part)) {
      items += 1;
      yield { bytes: rowJson(row, JSON_COLUMNS) };
    }
  }
  if (items === 0) yield* olderMessages(database, part);
  const columns = [...(database.tables.get('sessions') ?? [])].filter((column) => column !== 'messages');
  for (const row of database.rows(`SELECT ${columns.map(quoted).join(', ')} FROM sessions WHERE id = ?`, part))
    yield { bytes: rowJson(row, JSON_COLUMNS) };
}

/** Opens one session of the database: its items, then its own row, which changes with each of them. */
export function openCagentSession(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  return openRows(file, sources, recordsOf);
}

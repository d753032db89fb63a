import type { ForeignDatabase } from '../../app/ports/foreign-database.ts';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import { openRows, rowJson, type SessionList } from '../database-source.ts';
import type { RecordPiece } from '../record-source.ts';

const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'content_json',
  'metadata_json',
  'extension_data',
  'recipe_json',
  'user_recipe_values_json',
  'model_config_json',
]);

/** Columns came with the years: only those that are there are asked for. `name` is `table.column`. */
function columnOr(database: ForeignDatabase, name: `${string}.${string}`, instead: string): string {
  const [table = '', column = ''] = name.split('.');
  return database.tables.get(table)?.has(column) === true ? column : instead;
}

/** Sessions with at least one message: a launch that asked nothing leaves none. */
export const GOOSE_SESSIONS: SessionList = {
  agent: 'goose',
  needed: { sessions: ['id', 'working_dir'], messages: ['id', 'session_id', 'role', 'content_json'] },
  sql: (database) => {
    const metadata = columnOr(database, 'messages.metadata_json', "''");
    const updated = columnOr(database, 'sessions.updated_at', 'NULL');
    return `SELECT s.id AS part, SUM(octet_length(content_json) + coalesce(octet_length(${metadata}), 0) + 1) AS size,
      CAST(strftime('%s', ${updated}) AS INTEGER) * 1000 AS updated, MAX(m.id) * 1000000 + COUNT(*) AS stamp
      FROM sessions s JOIN messages m ON m.session_id = s.id GROUP BY s.id ORDER BY s.id`;
  },
};

function* recordsOf(database: ForeignDatabase, part: string): Generator<RecordPiece> {
  const time = columnOr(database, 'messages.created_timestamp', 'id');
  const messages = database.rows(`SELECT * FROM messages WHERE session_id = ? ORDER BY ${time}, id`, part);
  for (const row of messages) yield { bytes: rowJson(row, JSON_COLUMNS) };
  for (const row of database.rows('SELECT * FROM sessions WHERE id = ?', part))
    yield { bytes: rowJson(row, JSON_COLUMNS) };
}

/** Opens one session of the database: its messages, then its own row, which changes with each of them. */
export function openGooseSession(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  return openRows(file, sources, recordsOf);
}

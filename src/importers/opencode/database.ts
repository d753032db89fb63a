import type { DatabaseRow, ForeignDatabase } from '../../app/ports/foreign-database.ts';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { OpenSource, SourceReader } from '../../app/ports/source-reader.ts';
import { jsonColumn, openRows, rowJson, type SessionList } from '../database-source.ts';
import type { RecordPiece } from '../record-source.ts';
import { joinMessage } from './join-message.ts';

const JSON_COLUMNS: ReadonlySet<string> = new Set(['revert', 'permission', 'model', 'summary_diffs', 'agent']);

/** The column that tells when a row was changed last, where there is one. */
function updatedOf(database: ForeignDatabase, table: string, prefix = ''): string {
  return database.tables.get(table)?.has('time_updated') === true ? `${prefix}time_updated` : '0';
}

function totalsOf(database: ForeignDatabase, table: string): string {
  return `(SELECT session_id, SUM(octet_length(data) + 1) AS bytes, COUNT(*) AS n, MAX(${updatedOf(database, table)}) AS updated
    FROM ${table} GROUP BY session_id)`;
}

/** Sessions with at least one message. */
export const OPENCODE_SESSIONS: SessionList = {
  agent: 'opencode',
  needed: {
    session: ['id', 'directory'],
    message: ['id', 'session_id', 'data'],
    part: ['id', 'message_id', 'session_id', 'data'],
  },
  sql: (database) => `SELECT s.id AS part, m.bytes + coalesce(p.bytes, 0) AS size,
    max(coalesce(${updatedOf(database, 'session', 's.')}, 0), m.updated, coalesce(p.updated, 0)) AS updated,
    m.n * 1000003 + coalesce(p.n, 0) AS stamp
    FROM session s JOIN ${totalsOf(database, 'message')} m ON m.session_id = s.id
    LEFT JOIN ${totalsOf(database, 'part')} p ON p.session_id = s.id ORDER BY s.id`,
};

/** The data of a row with its ids in front, as the agent's own files have it; undefined for data that is no object. */
function withIds(row: DatabaseRow, ids: Readonly<Record<string, string>>): string | undefined {
  const data = jsonColumn(row['data']);
  if (data === undefined || !data.startsWith('{')) return undefined;
  const members = Object.entries(ids).map(([name, column]) => `${JSON.stringify(name)}:${JSON.stringify(row[column])}`);
  const rest = data === '{}' ? '}' : `,${data.slice(1)}`;
  return `{${members.join(',')}${rest}`;
}

/** One bad row costs that row: its ids and its text as it stands. */
function partText(row: DatabaseRow): string {
  const text = withIds(row, { id: 'id', sessionID: 'session_id', messageID: 'message_id' });
  return text ?? Buffer.from(rowJson(row)).toString('utf8');
}

class PartCursor {
  readonly #rows: Iterator<DatabaseRow>;
  #next: DatabaseRow | undefined;

  constructor(rows: Iterable<DatabaseRow>) {
    this.#rows = rows[Symbol.iterator]();
    this.#advance();
  }

  #advance(): void {
    const step = this.#rows.next();
    this.#next = step.done === true ? undefined : step.value;
  }

  /** Parts of messages before `id`, which have no message; then those of the message itself. Without id: all that are left. */
  *before(id: string | undefined): Generator<DatabaseRow> {
    for (let row = this.#next; row !== undefined; row = this.#next) {
      if (id !== undefined && String(row['message_id']) >= id) return;
      yield row;
      this.#advance();
    }
  }

  *of(id: string): Generator<DatabaseRow> {
    for (let row = this.#next; row !== undefined && String(row['message_id']) === id; row = this.#next) {
      yield row;
      this.#advance();
    }
  }
}

const ORPHAN: RecordPiece = { damage: 'a part of no message' };

function* recordsOf(database: ForeignDatabase, session: string): Generator<RecordPiece> {
  const parts = new PartCursor(
    database.rows(
      'SELECT id, message_id, session_id, data FROM part WHERE session_id = ? ORDER BY message_id, id',
      session,
    ),
  );
  const messages = database.rows('SELECT id, session_id, data FROM message WHERE session_id = ? ORDER BY id', session);
  for (const row of messages) {
    const id = String(row['id']);
    for (const _ of parts.before(id)) yield ORPHAN;
    const info = withIds(row, { id: 'id', sessionID: 'session_id' });
    const texts = Array.from(parts.of(id), partText);
    yield info === undefined ? { damage: 'not-json' } : { bytes: joinMessage(info, texts) };
  }
  for (const _ of parts.before(undefined)) yield ORPHAN;
  for (const row of database.rows('SELECT * FROM session WHERE id = ?', session)) {
    const text = Buffer.from(rowJson(row, JSON_COLUMNS)).toString('utf8');
    yield { bytes: new TextEncoder().encode(`{"info":${text}}`) };
  }
}

/** Opens one session of the database: its messages with their parts, then its own row. */
export function openDatabaseSession(file: SourceFile, sources: SourceReader): OpenSource | SkippedPath {
  return openRows(file, sources, recordsOf);
}

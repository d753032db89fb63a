import type { ProjectId, SessionId } from '../kernel/ids.ts';
import {
  compareRows,
  type FiguresRow,
  IndexDamaged,
  type IndexStore,
  type ListedRow,
  type RowFilter,
} from './index-store.ts';
import type { SqliteFile, SqlValue } from './sqlite-file.ts';
import { checkOf, decodeText, encodeText, type Row, verify } from './sqlite-text.ts';

type RowMethods = Pick<IndexStore, 'row' | 'putRow' | 'rows' | 'rowCount' | 'rowFigures' | 'totalRows' | 'matches'>;

/** Rendered rows in the table `listed`. */
export function rowTable(file: SqliteFile): RowMethods {
  return {
    row: (id) => {
      const row = file.get('SELECT * FROM listed WHERE id=?', id);
      return row === undefined ? undefined : readRow(row);
    },
    putRow: (row) => putRow(file, row),
    rows: (filter) => selectRows(file, filter),
    rowCount: (filter) => {
      const { where, values } = whereOf(filter);
      const window = windowOf(filter);
      const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM listed WHERE ${where} ${window.sql})`;
      return Number(file.get(sql, ...values, ...window.values)?.['n'] ?? 0);
    },
    rowFigures: (filter) => selectFigures(file, filter),
    totalRows: () => Number(file.get('SELECT count(*) AS n FROM listed')?.['n'] ?? 0),
    matches: (text) => matchRows(file, text),
  };
}

function columnsOf(row: ListedRow): SqlValue[] {
  const { id, listed, stub, sortAt, project, linked, agent, archived, deleted, background, nativeId, title, figures } =
    row;
  return [
    id,
    Number(listed),
    Number(stub),
    sortAt,
    project,
    JSON.stringify(linked),
    agent,
    Number(archived),
    Number(deleted),
    Number(background),
    encodeText(nativeId),
    title === null ? null : encodeText(title),
    figures,
  ];
}

function putRow(file: SqliteFile, row: ListedRow): void {
  const columns = columnsOf(row);
  const check = checkOf(...columns, row.head, row.tail);
  const sql = 'INSERT OR REPLACE INTO listed VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)';
  file.run(sql, ...columns, check, row.head, row.tail);
}

function readRow(row: Row): ListedRow {
  const read: ListedRow = {
    id: String(row['id']) as SessionId,
    listed: row['listed'] === 1,
    stub: row['stub'] === 1,
    sortAt: String(row['sort']),
    project: row['project'] as ProjectId | null,
    linked: row['linked'] === '[]' ? [] : JSON.parse(String(row['linked'])),
    agent: String(row['agent']),
    archived: row['archived'] === 1,
    deleted: row['deleted'] === 1,
    background: row['background'] === 1,
    nativeId: decodeText(row['native']),
    title: row['title'] === null ? null : decodeText(row['title']),
    figures: String(row['figures']),
    head: String(row['head']),
    tail: String(row['tail']),
  };
  verify(row, 'row', ...columnsOf(read), read.head, read.tail);
  return read;
}

interface Clause {
  readonly where: string;
  readonly values: readonly SqlValue[];
}

function whereOf(filter: RowFilter): Clause {
  const parts: string[] = ['listed=1'];
  const values: SqlValue[] = [];
  const add = (sql: string, ...added: readonly SqlValue[]): void => {
    parts.push(sql);
    values.push(...added);
  };
  const { projects, agent, archived, deleted, background, since, until } = filter;
  if (projects !== undefined) {
    const ids = JSON.stringify(projects);
    const among = '(SELECT value FROM json_each(?))';
    const links = `EXISTS(SELECT 1 FROM json_each(linked) AS l WHERE l.value IN ${among})`;
    add(`(project IN ${among} OR (linked<>'[]' AND ${links}))`, ids, ids);
  }
  if (agent !== undefined) add('agent=?', agent);
  if (archived !== undefined) add('archived=?', Number(archived));
  if (deleted !== undefined) add('deleted=?', Number(deleted));
  if (background !== undefined) add('background=?', Number(background));
  if (since !== undefined) add('sort>=?', since);
  if (until !== undefined) add('sort<?', until);
  return { where: parts.join(' AND '), values };
}

function windowOf({ limit, offset }: RowFilter): { readonly sql: string; readonly values: readonly number[] } {
  if (limit === undefined && offset === undefined) return { sql: '', values: [] };
  return { sql: 'LIMIT ? OFFSET ?', values: [limit ?? -1, offset ?? 0] };
}

function* selectRows(file: SqliteFile, filter: RowFilter): Iterable<ListedRow> {
  const { where, values } = whereOf(filter);
  const window = windowOf(filter);
  // Without statistics SQLite would rather sort the whole table than walk the index that has the order already.
  const from = 'listed INDEXED BY listed_order';
  const sql = `SELECT * FROM ${from} WHERE ${where} ORDER BY stub, sort DESC, id ${window.sql}`;
  let before: ListedRow | undefined;
  for (const found of file.each(sql, ...values, ...window.values)) {
    const row = readRow(found);
    // A damaged index of the table can name a row twice or in the wrong place without being malformed.
    if (before !== undefined && compareRows(before, row) >= 0) throw new IndexDamaged('rows are out of order');
    before = row;
    yield row;
  }
}

function selectFigures(file: SqliteFile, filter: RowFilter): readonly FiguresRow[] {
  const { where, values } = whereOf(filter);
  const window = windowOf(filter);
  const sql = `SELECT id, sort, agent, background, figures FROM listed INDEXED BY listed_order WHERE ${where}
    ORDER BY stub, sort DESC, id ${window.sql}`;
  return file.all(sql, ...values, ...window.values).map((row) => ({
    id: String(row['id']) as SessionId,
    sortAt: String(row['sort']),
    agent: String(row['agent']),
    background: row['background'] === 1,
    figures: String(row['figures']),
  }));
}

/** The last text that starts with `text` sorts before this one. */
function matchRows(file: SqliteFile, text: string): readonly ListedRow[] {
  const start = encodeText(text);
  const end = `${start}\u{10ffff}`;
  const sql = `SELECT * FROM listed WHERE listed=1 AND ((id>=? AND id<?) OR (native>=? AND native<?) OR title=?)
    ORDER BY stub, sort DESC, id`;
  return file.all(sql, start, end, start, end, start).map(readRow);
}

import { statSync } from 'node:fs';
import type { MemoryState } from '../domain/memory-state.ts';
import type { ProjectId, SessionId } from '../kernel/ids.ts';
import {
  IndexDamaged,
  type IndexStore,
  type StoredProject,
  type StoredSession,
  type StoredSource,
} from './index-store.ts';
import { sumBytes } from './row-sum.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { rowTable } from './sqlite-rows.ts';
import { stretchTable } from './sqlite-stretches.ts';
import { checkOf, decodeText, encodeText, type Row, verify } from './sqlite-text.ts';

const MOST_RENDERINGS = 4;
/** SQLite copies a piece of this size much faster than one large value. */
const PIECE_BYTES = 262_144;

/** An index in one SQLite file. Methods throw SQLite's errors and IndexDamaged; the caller falls back. */
export function createSqliteStore(file: SqliteFile): IndexStore {
  const projects = projectTable(file);
  const { whileWriting, ...sessions } = sessionTable(file);
  return {
    kind: 'file',
    path: file.path,
    bytes: () => statSync(file.path).size,
    ...metaTable(file),
    ...sessions,
    ...rowTable(file),
    ...sourceTable(file),
    ...memoryTable(file),
    ...stretchTable(file),
    ...renderingTable(file),
    projects: projects.read,
    putProjects: projects.put,
    write: (work) => {
      projects.forget();
      inTransaction(file, () => {
        file.run('DELETE FROM rendering');
        whileWriting(work);
      });
    },
    close: () => file.close(),
  };
}

function metaTable(file: SqliteFile): Pick<IndexStore, 'meta' | 'setMeta'> {
  return {
    meta: (name) => {
      const row = file.get('SELECT value, "check" FROM meta WHERE name=?', name);
      if (row === undefined) return undefined;
      verify(row, 'meta text', name, row['value']);
      return String(row['value']);
    },
    setMeta: (name, value) => file.run('INSERT OR REPLACE INTO meta VALUES(?,?,?)', name, value, checkOf(name, value)),
  };
}

type SessionMethods =
  | 'session'
  | 'sessions'
  | 'putSession'
  | 'sessionCount'
  | 'childrenOf'
  | 'neighbours'
  | 'byFirstRecord';

interface SessionTable extends Pick<IndexStore, SessionMethods> {
  /** Does work inside a transaction: nobody else writes, so what was read or put by it need not be read again. */
  readonly whileWriting: (work: () => void) => void;
}

/** Sessions remembered in a transaction: folding one asks for it several times. */
const MOST_REMEMBERED = 1024;

function sessionTable(file: SqliteFile): SessionTable {
  let remembered: Map<SessionId, StoredSession | undefined> | undefined;
  const remember = (id: SessionId, session: StoredSession | undefined): StoredSession | undefined => {
    if (remembered !== undefined && remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered?.set(id, session);
    return session;
  };
  return {
    whileWriting: (work) => {
      remembered = new Map();
      try {
        work();
      } finally {
        remembered = undefined;
      }
    },
    session: (id) => {
      if (remembered?.has(id) === true) return remembered.get(id);
      const row = file.get('SELECT * FROM session WHERE id=?', id);
      return remember(id, row === undefined ? undefined : readSession(row));
    },
    putSession: (session) => {
      putSession(file, session);
      remember(session.state.id, session);
    },
    sessions: () => readSessions(file),
    sessionCount: () => Number(file.get('SELECT count(*) AS n FROM session')?.['n'] ?? 0),
    childrenOf: (id) => idsOf(file.all('SELECT id FROM session WHERE parent=? ORDER BY id', id)),
    neighbours: (id) => [
      ...idsOf(file.all('SELECT id FROM session WHERE id<? ORDER BY id DESC LIMIT 1', id)),
      ...idsOf(file.all('SELECT id FROM session WHERE id>? ORDER BY id LIMIT 1', id)),
    ],
    byFirstRecord: (digest) => idsOf(file.all('SELECT id FROM session WHERE first=? ORDER BY id', digest)),
  };
}

const LISTED_SOURCES =
  'SELECT source.* FROM source JOIN listed ON listed.id=source.session WHERE listed.agent=? AND listed.listed=1 AND listed.deleted=0';

function sourceTable(file: SqliteFile): Pick<IndexStore, 'source' | 'listedSources' | 'putSource'> {
  return {
    source: (path) => {
      const row = file.get('SELECT * FROM source WHERE path=?', encodeText(path));
      return row === undefined ? undefined : readSource(row);
    },
    listedSources: (agent) =>
      file.all(LISTED_SOURCES, agent).map((row) => [decodeText(row['path']), readSource(row)] as const),
    putSource: (path, { session, source }) => {
      const stored = encodeText(path);
      const mark = JSON.stringify(source);
      file.run('INSERT OR REPLACE INTO source VALUES(?,?,?,?)', stored, session, mark, checkOf(stored, session, mark));
    },
  };
}

function readSource(row: Row): StoredSource {
  verify(row, 'source', row['path'], row['session'], row['mark']);
  return { session: String(row['session']) as SessionId, source: JSON.parse(String(row['mark'])) };
}

function memoryTable(file: SqliteFile): Pick<IndexStore, 'memory' | 'putMemory' | 'memories'> {
  return {
    memory: (id) => {
      const row = file.get('SELECT * FROM memory WHERE id=?', id);
      return row === undefined ? undefined : readMemory(row);
    },
    putMemory: (state) => {
      const { id } = state.record;
      const text = JSON.stringify(state);
      file.run('INSERT OR REPLACE INTO memory VALUES(?,?,?)', id, text, checkOf(id, text));
    },
    memories: () => file.all('SELECT * FROM memory').map(readMemory),
  };
}

function readMemory(row: Row): MemoryState {
  verify(row, 'memory record', row['id'], row['state']);
  return JSON.parse(String(row['state']));
}

function renderingTable(file: SqliteFile): Pick<IndexStore, 'rendering' | 'keepRendering'> {
  return {
    rendering: (key) => {
      const rows = file.all('SELECT pieces, "check", body FROM rendering WHERE key=? ORDER BY piece', key);
      if (rows.length === 0) return undefined;
      const bodies = rows.map((row) => row['body'] as Uint8Array);
      const whole = rows.every((row, n) => row['pieces'] === rows.length && row['check'] === sumBytes(bodies[n] ?? ''));
      if (!whole) throw new IndexDamaged('a rendering fails its check');
      return bodies;
    },
    keepRendering: (key, body) => keepRendering(file, key, body),
  };
}

interface ProjectTable {
  readonly read: IndexStore['projects'];
  readonly put: IndexStore['putProjects'];
  readonly forget: () => void;
}

/** The few projects of a store are read once. */
function projectTable(file: SqliteFile): ProjectTable {
  let projects: ReadonlyMap<ProjectId, StoredProject> | undefined;
  return {
    read: () => {
      projects ??= readProjects(file);
      return projects;
    },
    put: (list) => {
      projects = undefined;
      putProjects(file, list);
    },
    forget: () => {
      projects = undefined;
    },
  };
}

function idsOf(rows: readonly Row[]): readonly SessionId[] {
  return rows.map((row) => String(row['id']) as SessionId);
}

function inTransaction(file: SqliteFile, work: () => void): void {
  file.exec('BEGIN IMMEDIATE');
  try {
    work();
    file.exec('COMMIT');
  } catch (error) {
    try {
      file.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself after some errors; the first error is the one that tells.
    }
    throw error;
  }
}

function putSession(file: SqliteFile, { state, summary }: StoredSession): void {
  const stateText = JSON.stringify(state);
  const summaryText = summary === null ? null : JSON.stringify(summary);
  const parent = state.parent?.session ?? null;
  const check = checkOf(state.id, parent, state.firstRecord, stateText, summaryText);
  const values = [state.id, parent, state.firstRecord, stateText, summaryText, check];
  file.run('INSERT OR REPLACE INTO session VALUES(?,?,?,?,?,?)', ...values);
}

function* readSessions(file: SqliteFile): Iterable<StoredSession> {
  for (const row of file.each('SELECT * FROM session')) yield readSession(row);
}

function readSession(row: Row): StoredSession {
  verify(row, 'session', row['id'], row['parent'], row['first'], row['state'], row['summary']);
  const summary = row['summary'];
  return { state: JSON.parse(String(row['state'])), summary: summary === null ? null : JSON.parse(String(summary)) };
}

function readProjects(file: SqliteFile): ReadonlyMap<ProjectId, StoredProject> {
  const found = new Map<ProjectId, StoredProject>();
  for (const row of file.all('SELECT * FROM project')) {
    verify(row, 'project', row['id'], row['resolved'], row['json']);
    const id = String(row['id']) as ProjectId;
    found.set(id, { id, resolved: String(row['resolved']) as ProjectId, json: String(row['json']) });
  }
  return found;
}

function putProjects(file: SqliteFile, list: readonly StoredProject[]): void {
  file.run('DELETE FROM project');
  for (const { id, resolved, json } of list) {
    file.run('INSERT INTO project VALUES(?,?,?,?)', id, resolved, json, checkOf(id, resolved, json));
  }
}

/** A listing is worth a write only if nobody else is writing; whatever goes wrong, the answer was given already. */
function keepRendering(file: SqliteFile, key: string, body: Uint8Array): void {
  const pieces = Math.ceil(body.length / PIECE_BYTES);
  try {
    inTransaction(file, () => {
      file.run('DELETE FROM rendering WHERE (SELECT count(DISTINCT key) FROM rendering) >= ?', MOST_RENDERINGS);
      file.run('DELETE FROM rendering WHERE key=?', key);
      for (let n = 0; n < pieces; n += 1) {
        const piece = body.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES);
        file.run('INSERT INTO rendering VALUES(?,?,?,?,?)', key, n, pieces, sumBytes(piece), piece);
      }
    });
  } catch {
    // The next list renders again.
  }
}

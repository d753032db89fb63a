import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseRow, ForeignDatabase } from '../../app/ports/foreign-database.ts';
import type { ForeignMemory, ForeignRecord } from '../../app/ports/foreign-memory.ts';
import type { SkippedPath } from '../../app/ports/importer.ts';
import type { SourceReader } from '../../app/ports/source-reader.ts';
import { type AgentName, parseAgentName } from '../../events/agents.ts';
import type { MemoryKind } from '../../events/memory-data.ts';
import { cutAtGrapheme, utf8Length } from '../../kernel/grapheme-cut.ts';
import { LoomError } from '../../kernel/loom-error.ts';
import { hasTables } from '../database-source.ts';
import { parseJson } from '../parse-json.ts';

const FILE = 'claude-mem.db';
const NEEDED = { observations: ['id', 'memory_session_id'] };
/** Columns that versions of the tool have or lack; what is not there reads as null. */
const COLUMNS = [
  'id',
  'memory_session_id',
  'project',
  'merged_into_project',
  'text',
  'type',
  'title',
  'subtitle',
  'facts',
  'narrative',
  'concepts',
  'files_read',
  'files_modified',
  'created_at',
  'created_at_epoch',
] as const;

/** Bytes of a record's text, with room for what redaction adds. */
const MOST_TEXT = 1900;
const MOST_PATHS = 12;
const MOST_TAGS = 8;
const LONGEST_WORD = 64;
const LONGEST_PATH = 512;

const KINDS: Readonly<Record<string, MemoryKind>> = { decision: 'decision', preference: 'preference' };

function textOf(row: DatabaseRow, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Words in a column that holds a list as JSON; none in one that holds something else. */
function listOf(row: DatabaseRow, name: string, longest: number): readonly string[] {
  const value = parseJson(textOf(row, name));
  if (!Array.isArray(value)) return [];
  return value.filter((word) => typeof word === 'string' && word !== '' && word.length <= longest) as string[];
}

function cutBytes(text: string): string {
  if (utf8Length(text) <= MOST_TEXT) return text;
  let most = Math.min(text.length, MOST_TEXT);
  while (most > 0 && utf8Length(text.slice(0, most)) > MOST_TEXT - 3) most = Math.floor(most * 0.9);
  return `${cutAtGrapheme(text, most).trimEnd()}…`;
}

function withStop(text: string): string {
  return text === '' || /[.!?。！？]$/u.test(text) ? text : `${text}.`;
}

/** Title and story in one text; the single facts where there is no story, and all of it from rows of old versions. */
function wordsOf(row: DatabaseRow): string {
  const title = textOf(row, 'title');
  const told =
    textOf(row, 'narrative') || textOf(row, 'text') || listOf(row, 'facts', MOST_TEXT).map(withStop).join(' ');
  const rest = told || textOf(row, 'subtitle');
  return cutBytes(title === '' || rest === '' ? title || rest : `${withStop(title)} ${rest}`);
}

function instantOf(row: DatabaseRow): string | null {
  const at = textOf(row, 'created_at');
  if (/^\d{4}-\d\d-\d\d/.test(at)) return at.slice(0, 40);
  const epoch = Number(row['created_at_epoch'] ?? Number.NaN);
  const date = new Date(epoch < 1e11 ? epoch * 1000 : epoch);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The agent whose session an observation was made in, by the tool's name of it. */
function agentOf(source: string): AgentName {
  const name = source.toLowerCase();
  return name === '' || name.startsWith('claude') ? 'claude-code' : (parseAgentName(name) ?? 'claude-code');
}

type Session = NonNullable<ForeignRecord['session']>;

function readSessions(database: ForeignDatabase): ReadonlyMap<string, Session> {
  const sessions = new Map<string, Session>();
  const columns = database.tables.get('sdk_sessions');
  if (columns?.has('content_session_id') !== true || !columns.has('memory_session_id')) return sessions;
  const source = columns.has('platform_source') ? 'platform_source' : 'NULL';
  const sql = `SELECT memory_session_id, content_session_id, ${source} AS source FROM sdk_sessions`;
  for (const row of database.rows(sql)) {
    const nativeId = textOf(row, 'content_session_id');
    if (nativeId !== '')
      sessions.set(textOf(row, 'memory_session_id'), { agent: agentOf(textOf(row, 'source')), nativeId });
  }
  return sessions;
}

function recordOf(row: DatabaseRow, sessions: ReadonlyMap<string, Session>): ForeignRecord | undefined {
  const text = wordsOf(row);
  if (text === '') return undefined;
  const type = textOf(row, 'type').slice(0, LONGEST_WORD);
  const tags = [type, ...listOf(row, 'concepts', LONGEST_WORD)].filter((tag) => tag !== '');
  const paths = [...listOf(row, 'files_modified', LONGEST_PATH), ...listOf(row, 'files_read', LONGEST_PATH)];
  return {
    text,
    kind: KINDS[type] ?? 'fact',
    tags: [...new Set(tags)].slice(0, MOST_TAGS),
    paths: [...new Set(paths)].slice(0, MOST_PATHS),
    learnedAt: instantOf(row),
    session: sessions.get(textOf(row, 'memory_session_id')) ?? null,
    projectName: textOf(row, 'merged_into_project') || textOf(row, 'project') || null,
    author: `claude-mem observation ${String(row['id'])}`,
  };
}

function* readDatabase(database: ForeignDatabase): Generator<ForeignRecord> {
  const present = database.tables.get('observations') ?? new Set();
  const columns = COLUMNS.filter((name) => present.has(name));
  const sessions = readSessions(database);
  for (const row of database.rows(`SELECT ${columns.join(', ')} FROM observations ORDER BY id`)) {
    const record = recordOf(row, sessions);
    if (record !== undefined) yield record;
  }
}

/** A folder stands for the database in it. */
function databasePath(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, FILE) : path;
}

function* readRecords(given: string, sources: SourceReader): Generator<ForeignRecord | SkippedPath> {
  const path = databasePath(given);
  const database = sources.database(path);
  if ('code' in database) {
    yield database;
    return;
  }
  if (!hasTables(database.tables, NEEDED)) {
    yield { path, code: 'not-a-session', message: 'is no database of claude-mem' };
    return;
  }
  // Whole or not at all: a database that is written to meanwhile is read again.
  try {
    yield* [...readDatabase(database)];
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    const again = error.code === 'source-changed' ? sources.database(path) : undefined;
    if (again === undefined || 'code' in again) yield { path, code: error.code, message: error.message };
    else yield* [...readDatabase(again)];
  }
}

/** claude-mem: observations of sessions in one SQLite database. */
export const claudeMemMemory: ForeignMemory = {
  agent: 'claude-mem',
  places: (env) => {
    const home = env['HOME'] ?? env['USERPROFILE'];
    const folder = env['CLAUDE_MEM_DATA_DIR'] ?? (home === undefined ? undefined : join(home, '.claude-mem'));
    return folder === undefined ? [] : [join(folder, FILE)];
  },
  stamp: (path, sources) => sources.databaseStamp(databasePath(path)),
  records: readRecords,
};

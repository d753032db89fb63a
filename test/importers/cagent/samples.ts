import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';
import { changeDatabase, type OpenInvented, writeDatabase } from '../support/database.ts';

type Fields = Readonly<Record<string, unknown>>;

export const CAGENT_ID = '51c9d2e4-0f6b-4e0d-8d57-2a6b9c1e7f30';
const OTHER_ID = 'a0b1c2d3-0000-4000-8000-00000000cafe';

/** A message, as many seconds after nine as its index says. */
export function cagentMessage(index: number, role: string, content: string, more: Fields = {}): Fields {
  const at = new Date(Date.UTC(2026, 2, 1, 9, 0, index)).toISOString().replace('.000Z', '.000000001Z');
  return { role, content, created_at: at, ...more };
}

const CALL = { id: 'call-1', type: 'function', function: { name: 'read_file', arguments: '{"path":"loaf.ts"}' } };
const USAGE = { input_tokens: 10, output_tokens: 5, cached_input_tokens: 2, cached_write_tokens: 1 };
export const SAID: readonly Fields[] = [
  cagentMessage(0, 'user', 'Why does the loaf burn?'),
  cagentMessage(1, 'assistant', 'Looking.', { tool_calls: [CALL], model: 'p/baker', usage: USAGE }),
  cagentMessage(2, 'tool', 'bake(99)', { tool_call_id: 'call-1' }),
  cagentMessage(3, 'assistant', 'It bakes for 99 minutes.', { model: 'p/baker', usage: USAGE }),
];
const MORE: readonly Fields[] = [
  cagentMessage(60, 'user', 'Halve it.'),
  cagentMessage(61, 'assistant', 'Done.', { model: 'p/baker', usage: USAGE }),
];

const SESSIONS = {
  name: 'sessions',
  columns: `id text primary key, messages text, created_at text, tools_approved boolean, input_tokens integer,
    output_tokens integer, title text, working_dir text, parent_id text`,
};
const ITEMS = {
  name: 'session_items',
  columns: `id integer primary key autoincrement, session_id text, position integer, item_type text, agent_name text,
    message_json text, implicit boolean, subsession_id text, summary_text text`,
};

export function sessionRow(id: string, messages = '[]', parent: string | null = null) {
  return [id, messages, '2026-03-01T09:00:00Z', 1, 12, 5, 'Burnt loaf', '/home/ada/bakery', parent];
}

/** Adds messages to a session, from a position on. */
export function insertItems(run: OpenInvented['run'], id: string, said: readonly Fields[], from = 0): void {
  for (const [index, message] of said.entries())
    run(
      "INSERT INTO session_items (session_id, position, item_type, agent_name, message_json, implicit) VALUES (?,?,'message','root',?,0)",
      id,
      from + index,
      JSON.stringify(message),
    );
}

/** A database with a session, and one that nothing was asked in. */
export function writeCagent(path: string, wal = false): OpenInvented {
  const rows = [sessionRow(CAGENT_ID), sessionRow(OTHER_ID)];
  const open = writeDatabase(
    path,
    [
      { ...SESSIONS, rows },
      { ...ITEMS, rows: [] },
    ],
    wal,
  );
  insertItems(open.run, CAGENT_ID, SAID);
  return open;
}

const COMMON = {
  agent: 'cagent',
  nativeId: CAGENT_ID,
  counts: { prompts: 1, answers: 2, toolCalls: 1 },
  firstWords: 'Why does the loaf burn?',
} as const;

const items: ImporterSample = {
  ...COMMON,
  format: 'database',
  write: (folder) => {
    const path = join(folder, 'session.db');
    writeCagent(path).close();
    return path;
  },
  grow: (path) => changeDatabase(path, (run) => insertItems(run, CAGENT_ID, MORE, 4)),
  rewrite: (path) =>
    changeDatabase(path, (run) => {
      run('DELETE FROM session_items WHERE position = 0');
      insertItems(run, CAGENT_ID, MORE, 4);
    }),
};

function toRow(messages: readonly Fields[]): string {
  return JSON.stringify(messages.map((message) => ({ agentName: 'root', message })));
}

function saveRow(path: string, messages: readonly Fields[]): void {
  changeDatabase(path, (run) => run('UPDATE sessions SET messages = ?', toRow(messages)));
}

const older: ImporterSample = {
  ...COMMON,
  format: 'messages in the row',
  write: (folder) => {
    const path = join(folder, 'session.db');
    writeDatabase(path, [{ ...SESSIONS, rows: [sessionRow(CAGENT_ID, toRow(SAID))] }]).close();
    return path;
  },
  grow: (path) => saveRow(path, [...SAID, ...MORE]),
  rewrite: (path) => saveRow(path, [...SAID.slice(1), ...MORE]),
};

/** Invented sessions of cagent in each of its formats. */
export const CAGENT_SAMPLES: readonly ImporterSample[] = [items, older];

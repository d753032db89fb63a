import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';
import { changeDatabase, type OpenInvented, writeDatabase } from '../support/database.ts';

type Fields = Readonly<Record<string, unknown>>;

export const GOOSE_ID = '20260301_1';
const START = 1772355600;

function text(words: string): readonly Fields[] {
  return [{ type: 'text', text: words }];
}

const CALL = {
  type: 'toolRequest',
  id: 'c1',
  toolCall: { status: 'success', value: { name: 'developer__shell', arguments: { command: 'ls' } } },
};
const RESULT = {
  type: 'toolResponse',
  id: 'c1',
  toolResult: { status: 'success', value: [{ type: 'text', text: 'eggs.ts' }] },
};

interface Said {
  readonly role: string;
  readonly content: readonly unknown[];
}

const SAID: readonly Said[] = [
  { role: 'user', content: text('Count the eggs') },
  { role: 'assistant', content: [...text('Looking.'), CALL] },
  { role: 'user', content: [RESULT] },
  { role: 'assistant', content: text('Three eggs.') },
];
const MORE: readonly Said[] = [
  { role: 'user', content: text('And the nests?') },
  { role: 'assistant', content: text('Two nests.') },
];

const MESSAGE_COLUMNS = `id integer primary key autoincrement, session_id text, role text, content_json text,
  created_timestamp integer, metadata_json text`;

function insert(run: OpenInvented['run'], session: string, said: readonly Said[], from: number): void {
  for (const [index, { role, content }] of said.entries()) {
    run(
      'INSERT INTO messages (session_id, role, content_json, created_timestamp, metadata_json) VALUES (?,?,?,?,?)',
      session,
      role,
      JSON.stringify(content, null, 1),
      START + from + index,
      '{"userVisible": true, "agentVisible": true}',
    );
  }
}

/** A database with two sessions, and one that nothing was asked in. Left open, its newest rows stay in its log. */
export function writeGooseDatabase(
  folder: string,
  wal = false,
): { readonly path: string; readonly open: OpenInvented } {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'sessions.db');
  const session = (id: string) => [
    id,
    'Egg count',
    1,
    'user',
    '/home/ada/hen-house',
    '2026-03-01 09:00:00',
    '{"n": 1e2}',
    100,
    20,
  ];
  const open = writeDatabase(
    path,
    [
      {
        name: 'sessions',
        columns: `id text primary key, name text, user_set_name boolean, session_type text, working_dir text,
          updated_at timestamp, extension_data text, accumulated_input_tokens integer, accumulated_output_tokens integer`,
        rows: [session(GOOSE_ID), session('20260301_2'), session('20260301_3')],
      },
      { name: 'messages', columns: MESSAGE_COLUMNS, rows: [] },
    ],
    wal,
  );
  insert(open.run, GOOSE_ID, SAID, 0);
  insert(open.run, '20260301_2', SAID.slice(0, 1), 100);
  return { path, open };
}

const COMMON = {
  agent: 'goose',
  nativeId: GOOSE_ID,
  counts: { prompts: 1, answers: 2, toolCalls: 1 },
  firstWords: 'Count the eggs',
} as const;

const touch = "UPDATE sessions SET updated_at = '2026-03-01 10:00:00' WHERE id = ?";

const database: ImporterSample = {
  ...COMMON,
  format: 'database',
  write: (folder) => {
    const { path, open } = writeGooseDatabase(folder);
    open.run('DELETE FROM messages WHERE session_id <> ?', GOOSE_ID);
    open.close();
    return path;
  },
  grow: (path) =>
    changeDatabase(path, (run) => {
      insert(run, GOOSE_ID, MORE, 10);
      run(touch, GOOSE_ID);
    }),
  rewrite: (path) =>
    changeDatabase(path, (run) => {
      run('DELETE FROM messages WHERE id = 1');
      insert(run, GOOSE_ID, MORE, 10);
      run(touch, GOOSE_ID);
    }),
};

function toMessage({ role, content }: Said, index: number): Fields {
  return { id: `msg-${index}`, role, created: START + index, content };
}

const lines: ImporterSample = {
  ...COMMON,
  format: 'lines',
  write: (folder) => {
    const path = join(folder, `${GOOSE_ID}.jsonl`);
    const head = { working_dir: '/home/ada/hen-house', description: 'Egg count', message_count: 4, total_tokens: null };
    writeFileSync(path, [head, ...SAID.map(toMessage)].map((record) => `${JSON.stringify(record)}\n`).join(''));
    return path;
  },
  grow: (path) =>
    appendFileSync(path, MORE.map((said, index) => `${JSON.stringify(toMessage(said, index + 10))}\n`).join('')),
};

function saveExport(path: string, conversation: readonly Fields[]): void {
  const session = { id: GOOSE_ID, working_dir: '/home/ada/hen-house', name: 'Egg count', extension_data: {} };
  writeFileSync(path, JSON.stringify({ ...session, conversation }, null, 2));
}

const all = [...SAID, ...MORE].map(toMessage);

const document: ImporterSample = {
  ...COMMON,
  format: 'export',
  write: (folder) => {
    const path = join(folder, 'session.json');
    saveExport(path, all.slice(0, 4));
    return path;
  },
  grow: (path) => saveExport(path, all),
  rewrite: (path) => saveExport(path, all.slice(1)),
};

/** Invented sessions of goose in each of its formats. */
export const GOOSE_SAMPLES: readonly ImporterSample[] = [database, lines, document];

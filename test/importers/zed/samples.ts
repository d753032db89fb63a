import { join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';
import { changeDatabase, writeDatabase } from '../support/database.ts';
import { zstdFrame } from '../support/zstd-frame.ts';

type Fields = Readonly<Record<string, unknown>>;

export const ZED_ID = '9b7c2f10-55aa-4c0e-b1d4-6f3e2d1c0b9a';
const HEAD = '0123456789abcdef0123456789abcdef01234567';

const USER: Fields = { User: { id: 'user-1', content: [{ Text: 'Why does the loaf burn?' }] } };
const USE = { id: 'call-1', name: 'read_file', raw_input: '{"path":"loaf.ts"}', input: { path: 'loaf.ts' } };
export const ANSWER: Fields = {
  Agent: {
    content: [{ Thinking: { text: 'Read it.', signature: null } }, { Text: 'Looking.' }, { ToolUse: USE }],
    tool_results: {
      'call-1': { tool_use_id: 'call-1', tool_name: 'read_file', is_error: false, content: { Text: 'bake(99)' } },
    },
  },
};
const LAST: Fields = { Agent: { content: [{ Text: 'It bakes for 99 minutes.' }], tool_results: {} } };
const SAID: readonly unknown[] = [USER, ANSWER, 'Resume', LAST];
const MORE: readonly unknown[] = [
  { User: { id: 'user-2', content: [{ Text: 'Halve it.' }] } },
  { Agent: { content: [{ Text: 'Done.' }], tool_results: {} } },
];

/** A thread as a row's data holds it. */
export function threadOf(messages: readonly unknown[], more: Fields = {}): Fields {
  const git = { remote_url: 'git@example.com:ada/bakery.git', head_sha: HEAD, current_branch: 'main', diff: null };
  return {
    version: '0.3.0',
    title: 'Burnt loaf',
    updated_at: '2026-03-01T09:05:00Z',
    model: { provider: 'p', model: 'baker-large' },
    profile: 'write',
    messages,
    cumulative_token_usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 3 },
    initial_project_snapshot: {
      worktree_snapshots: [{ worktree_path: '/home/ada/bakery', git_state: git }],
      timestamp: '2026-03-01T09:00:00Z',
    },
    ...more,
  };
}

const COLUMNS = `id text primary key, summary text, updated_at text, data_type text, data blob, parent_id text,
  folder_paths text, folder_paths_order text, created_at text`;

/** A row of the table of threads. */
export function threadRow(id: string, data: string | Uint8Array, parent: string | null = null) {
  const type = typeof data === 'string' ? 'json' : 'zstd';
  const folders = '/home/ada/bakery\n/home/ada/mill';
  return [id, 'Burnt loaf', '2026-03-01T09:05:00Z', type, data, parent, folders, '0,1', '2026-03-01T08:59:00Z'];
}

/** A database of threads. */
export function writeZed(path: string, rows: readonly ReturnType<typeof threadRow>[], wal = false) {
  return writeDatabase(path, [{ name: 'threads', columns: COLUMNS, rows }], wal);
}

function sample(format: string, encode: (text: string) => string | Uint8Array): ImporterSample {
  const dataOf = (messages: readonly unknown[]) => encode(JSON.stringify(threadOf(messages)));
  const save = (path: string, messages: readonly unknown[]): void =>
    changeDatabase(path, (run) =>
      run('INSERT OR REPLACE INTO threads VALUES (?,?,?,?,?,?,?,?,?)', ...threadRow(ZED_ID, dataOf(messages))),
    );
  return {
    agent: 'zed',
    nativeId: ZED_ID,
    counts: { prompts: 1, answers: 2, toolCalls: 1 },
    firstWords: 'Why does the loaf burn?',
    format,
    write: (folder) => {
      const path = join(folder, 'threads.db');
      writeZed(path, [threadRow(ZED_ID, dataOf(SAID))]).close();
      return path;
    },
    grow: (path) => save(path, [...SAID, ...MORE]),
    rewrite: (path) => save(path, [...SAID.slice(1), ...MORE]),
  };
}

/** Invented threads of Zed in each of its forms. */
export const ZED_SAMPLES: readonly ImporterSample[] = [
  sample('compressed threads', zstdFrame),
  sample('plain threads', (text) => text),
];

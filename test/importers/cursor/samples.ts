import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';
import { changeDatabase, type OpenInvented, writeDatabase } from '../support/database.ts';

type Fields = Readonly<Record<string, unknown>>;
type Run = OpenInvented['run'];

export const CURSOR_ID = 'c4b1f9d0-6a1e-4f5b-9c3d-7e8f90a1b2c3';
const START = Date.UTC(2026, 2, 1, 9);
const FOLDER = '/home/ada/bakery';

const TOOL = {
  tool: 5,
  name: 'read_file',
  rawArgs: `{"target_file":"${FOLDER}/loaf.ts"}`,
  result: '{"contents":"bake(99)"}',
  status: 'completed',
  toolCallId: 'call-1',
};

/** A message of the editor, as many seconds after nine as its index says. */
export function bubble(index: number, type: 1 | 2, text: string, more: Fields = {}): Fields {
  const createdAt = new Date(START + index * 1000).toISOString();
  return { _v: 3, type, bubbleId: `bubble-${index}`, text, createdAt, ...more };
}

export const BUBBLES: readonly Fields[] = [
  bubble(0, 1, 'Why does the loaf burn?'),
  bubble(1, 2, 'Looking.', { toolFormerData: TOOL, capabilityType: 15 }),
  bubble(2, 2, 'It bakes for 99 minutes.', { tokenCount: { inputTokens: 90, outputTokens: 9 } }),
];
export const MORE: readonly Fields[] = [bubble(60, 1, 'Halve it.'), bubble(61, 2, 'Done.')];

/** What the editor keeps of a session as a whole. */
export function composer(bubbles: readonly Fields[], more: Fields = {}): Fields {
  const headers = bubbles.map(({ bubbleId, type }) => ({ bubbleId, type }));
  return {
    _v: 10,
    composerId: CURSOR_ID,
    name: 'Burnt loaf',
    createdAt: START,
    lastUpdatedAt: START + bubbles.length * 60_000,
    fullConversationHeadersOnly: headers,
    modelConfig: { modelName: 'baker-large' },
    unifiedMode: 'agent',
    createdOnBranch: 'main',
    workspaceIdentifier: { id: 'c0ffee', uri: { scheme: 'file', fsPath: FOLDER } },
    ...more,
  };
}

/** Adds a session to the editor's table. */
export function insertSession(run: Run, whole: Fields, bubbles: readonly Fields[]): void {
  const set = 'INSERT OR REPLACE INTO cursorDiskKV VALUES (?, ?)';
  for (const one of bubbles) run(set, `bubbleId:${whole['composerId']}:${one['bubbleId']}`, JSON.stringify(one));
  run(set, `composerData:${whole['composerId']}`, Buffer.from(JSON.stringify(whole)));
}

const KEYS = { columns: 'key text unique on conflict replace, value blob', rows: [] };

/** The editor's database with one session, and a draft that nothing was asked in. */
export function writeState(path: string, wal = false): OpenInvented {
  mkdirSync(dirname(path), { recursive: true });
  const open = writeDatabase(
    path,
    [
      { name: 'ItemTable', ...KEYS },
      { name: 'cursorDiskKV', ...KEYS },
    ],
    wal,
  );
  insertSession(open.run, composer(BUBBLES), BUBBLES);
  open.run('INSERT INTO cursorDiskKV VALUES (?, ?)', 'composerData:draft', '{"composerId":"draft"}');
  open.run('INSERT INTO cursorDiskKV VALUES (?, NULL)', 'bubbleId:draft:gone');
  return open;
}

const COMMON = {
  agent: 'cursor',
  nativeId: CURSOR_ID,
  counts: { prompts: 1, answers: 2, toolCalls: 1 },
  firstWords: 'Why does the loaf burn?',
} as const;

const editor: ImporterSample = {
  ...COMMON,
  format: 'database of the editor',
  write: (folder) => {
    const path = join(folder, 'User', 'globalStorage', 'state.vscdb');
    writeState(path).close();
    return path;
  },
  grow: (path) => changeDatabase(path, (run) => insertSession(run, composer([...BUBBLES, ...MORE]), MORE)),
  rewrite: (path) =>
    changeDatabase(path, (run) => {
      run('DELETE FROM cursorDiskKV WHERE key = ?', `bubbleId:${CURSOR_ID}:bubble-0`);
      insertSession(run, composer([...BUBBLES.slice(1), ...MORE]), MORE);
    }),
};

/** A window's database, with one value. */
export function writeWindow(storage: string, key: string, value: unknown): string {
  const path = join(storage, 'state.vscdb');
  mkdirSync(storage, { recursive: true });
  writeFileSync(join(storage, 'workspace.json'), JSON.stringify({ folder: `file://${FOLDER}` }));
  writeDatabase(path, [{ name: 'ItemTable', ...KEYS, rows: [[key, JSON.stringify(value)]] }]).close();
  return path;
}

const CHAT = 'workbench.panel.aichat.view.aichat.chatdata';
const TAB: readonly Fields[] = [
  { type: 'user', id: 'turn-1', text: 'Why does the loaf burn?' },
  { type: 'ai', id: 'turn-2', rawText: 'It bakes for 99 minutes.' },
];
const tabs = (bubbles: readonly Fields[]) => ({
  tabs: [
    { tabId: CURSOR_ID, chatTitle: 'Burnt loaf', lastSendTime: START + bubbles.length, bubbles },
    7,
    { tabId: 'x' },
  ],
});

const oldest: ImporterSample = {
  ...COMMON,
  format: 'chats of a window',
  counts: { prompts: 1, answers: 1, toolCalls: 0 },
  write: (folder) => writeWindow(join(folder, 'workspaceStorage', 'c0ffee'), CHAT, tabs(TAB)),
  grow: (path) =>
    changeDatabase(path, (run) =>
      run(
        'UPDATE ItemTable SET value = ?',
        JSON.stringify(
          tabs([
            ...TAB,
            { type: 'user', id: 'turn-3', text: 'Halve it.' },
            { type: 'ai', id: 'turn-4', text: 'Done.' },
          ]),
        ),
      ),
    ),
};

type Blob = { readonly id: string; readonly data: Buffer };

function toBlob(data: Buffer): Blob {
  return { id: createHash('sha256').update(data).digest('hex'), data };
}

const SAID: readonly Fields[] = [
  { role: 'user', content: '<user_info>\nOS: linux\n</user_info>' },
  { role: 'user', content: [{ type: 'text', text: '<user_query>\nWhy does the loaf burn?\n</user_query>' }] },
  {
    role: 'assistant',
    id: '1',
    content: [
      { type: 'text', text: 'Looking.' },
      { type: 'tool-call', toolCallId: 'call-1', toolName: 'read_file', args: { target_file: 'loaf.ts' } },
    ],
  },
  {
    role: 'tool',
    id: '2',
    content: [{ type: 'tool-result', toolCallId: 'call-1', toolName: 'read_file', result: 'bake(99)' }],
  },
  { role: 'assistant', id: '3', content: [{ type: 'text', text: 'It bakes for 99 minutes.' }] },
];
const LATER: readonly Fields[] = [
  { role: 'user', content: '<user_query>Halve it.</user_query>' },
  { role: 'assistant', id: '4', content: 'Done.' },
];

/** A tree of messages: the root names them, one after the other. */
function saveChat(run: Run, messages: readonly Fields[]): void {
  const blobs = messages.map((message) => toBlob(Buffer.from(JSON.stringify(message))));
  const names = blobs.flatMap(({ id }) => [Buffer.from([0x0a, 0x20]), Buffer.from(id, 'hex')]);
  const root = toBlob(Buffer.concat([...names, Buffer.from([0x18, 0x2a])]));
  for (const { id, data } of [...blobs, root]) run('INSERT OR IGNORE INTO blobs VALUES (?, ?)', id, data);
  const description = {
    agentId: CURSOR_ID,
    latestRootBlobId: root.id,
    name: 'Burnt loaf',
    createdAt: START,
    mode: 'default',
  };
  run("INSERT OR REPLACE INTO meta VALUES ('0', ?)", Buffer.from(JSON.stringify(description)).toString('hex'));
}

const cli: ImporterSample = {
  ...COMMON,
  format: 'chat of the command line',
  write: (folder) => {
    const path = join(folder, 'chats', 'abcdef', CURSOR_ID, 'store.db');
    mkdirSync(dirname(path), { recursive: true });
    const tables = [
      { name: 'blobs', columns: 'id text primary key, data blob', rows: [] },
      { name: 'meta', columns: 'key text primary key, value text', rows: [] },
    ];
    const open = writeDatabase(path, tables);
    saveChat(open.run, SAID);
    open.close();
    return path;
  },
  grow: (path) => changeDatabase(path, (run) => saveChat(run, [...SAID, ...LATER])),
};

function toLine({ role, content }: Fields): string {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return `${JSON.stringify({ role, message: { content: parts } })}\n`;
}

const transcript: ImporterSample = {
  ...COMMON,
  format: 'transcript',
  write: (folder) => {
    const path = join(folder, 'projects', 'bakery', 'agent-transcripts', `${CURSOR_ID}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, SAID.map(toLine).join(''));
    return path;
  },
  grow: (path) => appendFileSync(path, LATER.map(toLine).join('')),
};

const text: ImporterSample = {
  ...COMMON,
  format: 'transcript as text',
  counts: { prompts: 1, answers: 1, toolCalls: 0 },
  write: (folder) => {
    const path = join(folder, 'agent-transcripts', `${CURSOR_ID}.txt`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      'user:\n<user_query>\nWhy does the loaf burn?\n</user_query>\n\nassistant:\nIt bakes too long.\n',
    );
    return path;
  },
  grow: (path) => appendFileSync(path, '\nuser:\n<user_query>Halve it.</user_query>\n\nassistant:\nDone.\n'),
};

/** Invented sessions of Cursor in each of its formats. */
export const CURSOR_SAMPLES: readonly ImporterSample[] = [editor, oldest, cli, transcript, text];

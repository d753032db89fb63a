import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImporterSample } from '../../contract/importer-sample.ts';
import { changeDatabase, type OpenInvented, writeDatabase } from '../support/database.ts';

type Fields = Readonly<Record<string, unknown>>;

export const OPENCODE_ID = 'ses_01orchard';
const START = 1772355600000;

interface Entry {
  readonly id: string;
  readonly info: Fields;
  readonly parts: readonly Fields[];
}

function prompt(id: string, words: string, minute: number): Entry {
  const info = { role: 'user', time: { created: START + minute * 60_000 }, agent: 'build' };
  return {
    id,
    info,
    parts: [
      { type: 'text', text: words },
      { type: 'text', text: 'the orchard is open', synthetic: true },
    ],
  };
}

function answer(id: string, words: string, minute: number, parts: readonly Fields[] = []): Entry {
  const info = {
    role: 'assistant',
    providerID: 'grove',
    modelID: 'grove-large',
    mode: 'build',
    path: { cwd: '/home/ada/orchard', root: '/home/ada/orchard' },
    tokens: { input: 10, output: 5, reasoning: 0, cache: { read: 3, write: 1 } },
    time: { created: START + minute * 60_000, completed: START + minute * 60_000 + 5000 },
  };
  return { id, info, parts: [...parts, { type: 'text', text: words }] };
}

const CALL = {
  type: 'tool',
  callID: 'c1',
  tool: 'read',
  state: {
    status: 'completed',
    input: { filePath: 'pears.ts' },
    output: 'const pears = 3',
    time: { start: 1, end: 2 },
  },
};

const ENTRIES: readonly Entry[] = [
  prompt('msg_01', 'How many pears?', 0),
  answer('msg_02', 'Three pears.', 1, [{ type: 'step-start', snapshot: '4b' }, CALL]),
];
const MORE: readonly Entry[] = [prompt('msg_03', 'And plums?', 2), answer('msg_04', 'No plums.', 3)];

const COMMON = {
  agent: 'opencode',
  nativeId: OPENCODE_ID,
  counts: { prompts: 1, answers: 1, toolCalls: 1 },
  firstWords: 'How many pears?',
} as const;

function partId(entry: Entry, index: number): string {
  return `prt_${entry.id.slice(4)}${index}`;
}

function insert(run: OpenInvented['run'], session: string, entries: readonly Entry[]): void {
  for (const entry of entries) {
    run('INSERT INTO message VALUES (?,?,?,?,?)', entry.id, session, START, START, JSON.stringify(entry.info));
    for (const [index, part] of entry.parts.entries())
      run(
        'INSERT INTO part VALUES (?,?,?,?,?,?)',
        partId(entry, index),
        entry.id,
        session,
        START,
        START,
        JSON.stringify(part),
      );
  }
}

/** A database with one session, and one that nothing was asked in. Left open, its newest rows stay in its log. */
export function writeOpencodeDatabase(
  folder: string,
  wal = false,
): { readonly path: string; readonly open: OpenInvented } {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'opencode.db');
  const session = (id: string) => [id, 'p1', null, '/home/ada/orchard', 'Pear count', '1.2.3', null, START, START];
  const open = writeDatabase(
    path,
    [
      {
        name: 'session',
        columns: `id text primary key, project_id text, parent_id text, directory text, title text, version text,
          revert text, time_created integer, time_updated integer`,
        rows: [session(OPENCODE_ID), session('ses_02empty')],
      },
      {
        name: 'message',
        columns: 'id text primary key, session_id text, time_created integer, time_updated integer, data text',
        rows: [],
      },
      {
        name: 'part',
        columns:
          'id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text',
        rows: [],
      },
    ],
    wal,
  );
  insert(open.run, OPENCODE_ID, ENTRIES);
  return { path, open };
}

const database: ImporterSample = {
  ...COMMON,
  format: 'database',
  write: (folder) => {
    const { path, open } = writeOpencodeDatabase(folder);
    open.close();
    return path;
  },
  grow: (path) => changeDatabase(path, (run) => insert(run, OPENCODE_ID, MORE)),
  rewrite: (path) =>
    changeDatabase(path, (run) => {
      run("DELETE FROM message WHERE id = 'msg_01'");
      run("DELETE FROM part WHERE message_id = 'msg_01'");
      insert(run, OPENCODE_ID, MORE);
    }),
};

function saveJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value, null, 2));
}

const SESSION = {
  id: OPENCODE_ID,
  projectID: 'p1',
  directory: '/home/ada/orchard',
  title: 'Pear count',
  version: '1.2.3',
  time: { created: START, updated: START },
};

function saveTree(storage: string, entries: readonly Entry[]): void {
  for (const entry of entries) {
    const message = { id: entry.id, sessionID: OPENCODE_ID, ...entry.info };
    saveJson(join(storage, 'message', OPENCODE_ID, `${entry.id}.json`), message);
    for (const [index, part] of entry.parts.entries()) {
      const id = partId(entry, index);
      saveJson(join(storage, 'part', entry.id, `${id}.json`), {
        id,
        sessionID: OPENCODE_ID,
        messageID: entry.id,
        ...part,
      });
    }
  }
}

const tree: ImporterSample = {
  ...COMMON,
  format: 'tree',
  write: (folder) => {
    const storage = join(folder, 'opencode', 'storage');
    saveTree(storage, ENTRIES);
    saveJson(join(storage, 'session', 'p1', `${OPENCODE_ID}.json`), SESSION);
    return join(folder, 'opencode');
  },
  grow: (path) => saveTree(join(path, 'storage'), MORE),
};

function saveExport(path: string, entries: readonly Entry[]): void {
  const messages = entries.map((entry) => ({
    info: { id: entry.id, sessionID: OPENCODE_ID, ...entry.info },
    parts: entry.parts,
  }));
  saveJson(path, { info: SESSION, messages });
}

const document: ImporterSample = {
  ...COMMON,
  format: 'export',
  write: (folder) => {
    const path = join(folder, 'opencode-export.json');
    saveExport(path, ENTRIES);
    return path;
  },
  grow: (path) => saveExport(path, [...ENTRIES, ...MORE]),
  rewrite: (path) => saveExport(path, [...ENTRIES.slice(1), ...MORE]),
};

/** Invented sessions of opencode in each of its formats. */
export const OPENCODE_SAMPLES: readonly ImporterSample[] = [database, tree, document];

/** `loom import --watch`: what changes is imported once, whatever becomes of the files, until a signal ends it. */
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { listAll, refused, show } from '../support/case-answers.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import { claudeProjects, claudeRecords, nativeId, promptOf, toLines, writeSession } from '../support/claude-fixture.ts';
import { WatchingLoom } from '../support/watching-loom.ts';

/** The lines of a session from one record on. */
function linesFrom(n: number, { cwd, pairs, from }: { cwd: string; pairs: number; from: number }): string {
  const records = claudeRecords({ sessionId: nativeId(n), cwd, pairs }).slice(from);
  return `${toLines(records).join('\n')}\n`;
}

function withOne(): { readonly box: Sandbox; readonly projects: string; readonly file: string } {
  const box = openSandbox();
  const projects = claudeProjects(box.home);
  const file = writeSession(projects, { sessionId: nativeId(1), cwd: box.work, pairs: 1 });
  return { box, projects, file };
}

const promptsOf = (box: Sandbox, n: number): readonly unknown[] =>
  show(box, nativeId(n)).turns.map(({ prompt }) => prompt);

test('a file that grows, a new file and a file in a new folder are each told and kept once', async () => {
  const { box, projects, file } = withOne();
  const watching = new WatchingLoom(box, []);
  await watching.watches();
  expect(watching.statuses()).toEqual(['added']);
  appendFileSync(file, linesFrom(1, { cwd: box.work, pairs: 2, from: 2 }));
  await watching.until('growth', () => watching.statuses().length === 2);
  writeSession(projects, { sessionId: nativeId(2), cwd: box.work, pairs: 1 });
  await watching.until('a new file', () => watching.statuses().length === 3);
  writeSession(claudeProjects(box.home, '-new-folder'), { sessionId: nativeId(3), cwd: box.work, pairs: 1 });
  await watching.until('a new folder', () => watching.statuses().length === 4);
  expect(await watching.stop('SIGINT')).toBe(130);
  expect(watching.statuses()).toEqual(['added', 'updated', 'added', 'added']);
  expect(listAll(box)).toHaveLength(3);
  expect(promptsOf(box, 1)).toEqual([promptOf(0), promptOf(1)]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it after a last look, with 130', async (signal) => {
  const { box, file } = withOne();
  const watching = new WatchingLoom(box, ['claude']);
  await watching.watches();
  appendFileSync(file, linesFrom(1, { cwd: box.work, pairs: 3, from: 2 }));
  expect(await watching.stop(signal)).toBe(130);
  expect(promptsOf(box, 1)).toEqual([promptOf(0), promptOf(1), promptOf(2)]);
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
});

test('files that are renamed or deleted, and folders that go, end nothing', async () => {
  const { box, projects, file } = withOne();
  const watching = new WatchingLoom(box, ['claude', projects]);
  await watching.watches();
  renameSync(file, join(projects, 'renamed.jsonl'));
  writeSession(projects, { sessionId: nativeId(2), cwd: box.work, pairs: 1 });
  await watching.until('the file after a rename', () => listAll(box).length === 2);
  rmSync(projects, { recursive: true });
  mkdirSync(projects);
  writeSession(projects, { sessionId: nativeId(4), cwd: box.work, pairs: 1 });
  await watching.until('a file in the folder made anew', () => listAll(box).length === 3);
  expect(await watching.stop('SIGINT')).toBe(130);
});

test('a half-written line waits for its end; what is no session is told once', async () => {
  const { box, projects, file } = withOne();
  const watching = new WatchingLoom(box, []);
  await watching.watches();
  const [line = ''] = linesFrom(1, { cwd: box.work, pairs: 2, from: 2 }).split('\n');
  appendFileSync(file, line.slice(0, 40));
  writeFileSync(join(projects, 'list.jsonl'), '{"shopping":"rope"}\n');
  await watching.until('the problem', () => watching.lines().some(({ code }) => code === 'not-a-session'));
  appendFileSync(file, `${line.slice(40)}\n`);
  await watching.until('the whole line', () => watching.statuses().length === 2);
  expect(await watching.stop('SIGINT')).toBe(130);
  expect(promptsOf(box, 1)).toEqual([promptOf(0), promptOf(1)]);
  expect(watching.lines().filter(({ kind }) => kind === 'problem')).toHaveLength(1);
});

test('a database in use is followed too', async () => {
  const box = openSandbox();
  const folder = join(box.home, '.local', 'share', 'goose', 'sessions');
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'sessions.db'));
  database.exec(`PRAGMA journal_mode=WAL;
    CREATE TABLE sessions (id TEXT PRIMARY KEY, description TEXT, working_dir TEXT, created_at TEXT, updated_at TEXT);
    CREATE TABLE messages (id INTEGER PRIMARY KEY, message_id TEXT, session_id TEXT, role TEXT, content_json TEXT,
      created_timestamp INTEGER, timestamp TEXT, tokens INTEGER, metadata_json TEXT);
    INSERT INTO sessions VALUES ('20260210_1', 'Mooring', '/harbour', '2026-02-10 08:00:00', '2026-02-10 08:00:00');`);
  const say = (id: number, text: string) =>
    database
      .prepare("INSERT INTO messages VALUES (?, ?, '20260210_1', 'user', ?, ?, NULL, NULL, NULL)")
      .run(id, `m${id}`, JSON.stringify([{ type: 'text', text }]), 1_770_710_400 + id);
  say(1, 'Tie up the barge');
  const watching = new WatchingLoom(box, ['goose']);
  await watching.watches();
  expect(watching.statuses()).toEqual(['added']);
  say(2, 'Loosen the spring line');
  await watching.until('the new row', () => watching.statuses().length === 2);
  expect(await watching.stop('SIGINT')).toBe(130);
  expect(show(box, '20260210_1').turns.map(({ prompt }) => prompt)).toEqual([
    'Tie up the barge',
    'Loosen the spring line',
  ]);
  database.close();
});

test('it answers in lines, not in one document, and follows no export', () => {
  const box = openSandbox();
  refused(loom(box, ['import', '--watch', '--json']), 2);
  expect(loom(box, ['import', '--watch', 'loom']).code).toBe(2);
});

/** Many processes at once, stopped holders, stale leftovers. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importClaude, listAll, show, succeed, told } from '../support/case-answers.ts';
import { fingerprint, journalBytes, journalLines } from '../support/case-files.ts';
import { loom, loomAsync, openSandbox, programPath } from '../support/case-sandbox.ts';
import { claudeRecords, nativeId, writeMany, writeRecords } from '../support/claude-fixture.ts';

test('sixteen imports of the same 200 files at once: one session each, no event twice, sources untouched', async () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  writeMany(source, { count: 200, cwd: box.work });
  const before = fingerprint(source);
  const runs = await Promise.all(
    Array.from({ length: 16 }, () => loomAsync(box, ['import', 'claude', source, '--json'])),
  );
  for (const run of runs) expect(run.code, told(run)).toBe(0);
  expect(listAll(box)).toHaveLength(200);
  const lines = journalLines(box.store);
  expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
  const per = (type: string) => lines.filter((line) => line.type === type).map((line) => line.stream);
  expect(per('session.started')).toHaveLength(200);
  expect(new Set(per('session.started')).size).toBe(200);
  expect(per('transcript.synced')).toHaveLength(200);
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
  expect(fingerprint(source)).toEqual(before);
});

test('a first index that many build at once disturbs nobody: no warning, nothing left over', async () => {
  const box = openSandbox();
  const at = (n: number) => ['sessions', 'start', '--agent', 'claude-code', '--title', `watch ${n}`, '--json'];
  const starts = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => loomAsync(box, [...at(n), '--quiet'])));
  const [first] = listAll(box);
  const record = ['sessions', 'record', String(first?.id), 'prompt.submitted', '--data', '{"text":"How high?"}'];
  const mixed = await Promise.all(
    starts.flatMap(() => [loomAsync(box, [...record, '--quiet']), loomAsync(box, ['sessions', 'list', '--json'])]),
  );
  for (const run of [...starts, ...mixed]) expect([run.code, run.stderr], told(run)).toEqual([0, '']);
  expect(listAll(box)).toHaveLength(8);
  expect(readdirSync(join(box.store, 'index'))).toHaveLength(2);
});

test('importing twice is importing once: not a journal byte is added', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  writeMany(source, { count: 25, cwd: box.work });
  importClaude(box, source);
  const before = [...journalBytes(box.store).values()].map(String);
  expect(importClaude(box, source).sessions).toMatchObject({ added: 0, updated: 0, unchanged: 25 });
  expect([...journalBytes(box.store).values()].map(String)).toEqual(before);
});

test('a source that grew between and during imports ends whole', async () => {
  const box = openSandbox();
  const file = join(box.root, `${nativeId(1)}.jsonl`);
  for (const pairs of [1, 3, 8]) {
    writeRecords(file, claudeRecords({ sessionId: nativeId(1), cwd: box.work, pairs }));
    const runs = await Promise.all([1, 2, 3].map(() => loomAsync(box, ['import', 'claude', file])));
    for (const run of runs) expect(run.code, told(run)).toBe(0);
    expect(show(box, nativeId(1)).messages).toHaveLength(pairs * 2);
  }
  expect(listAll(box)).toHaveLength(1);
});

test('renames by many at once are all recorded, and one of them is the title', async () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 1, cwd: box.work }));
  const names = Array.from({ length: 10 }, (_, index) => `watch ${index}`);
  const runs = await Promise.all(names.map((name) => loomAsync(box, ['sessions', 'rename', nativeId(1), name])));
  for (const run of runs) expect(run.code, told(run)).toBe(0);
  const renamed = journalLines(box.store).filter((line) => line.type === 'session.renamed');
  expect(renamed.map((line) => line.data['title']).sort()).toEqual(names);
  expect(show(box, nativeId(1)).title).toBe(renamed.at(-1)?.data['title']);
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
});

test('leftovers of other times block nobody', () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 2, cwd: box.work }));
  for (const name of ['loom.pid', 'writer.lock.tmp', 'lock', 'index.lock'])
    writeFileSync(join(box.store, name), '{"pid":1}');
  writeFileSync(join(box.store, 'writer.lock'), 'pid 1', { flag: 'r+' });
  succeed(box, ['sessions', 'pin', nativeId(1)]);
  expect(listAll(box)).toHaveLength(2);
});

test('processes killed at any moment leave a sound store that only grows', async () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 3, cwd: box.work }));
  for (let round = 0; round < 24; round += 1) {
    const before = journalBytes(box.store);
    const child = spawn(process.execPath, [programPath, 'sessions', round % 2 ? 'pin' : 'unpin', nativeId(1)], {
      cwd: box.work,
      env: box.env,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    setTimeout(() => child.kill('SIGKILL'), 20 + round * 12);
    await ended;
    for (const [name, bytes] of before) {
      expect(journalBytes(box.store).get(name)?.subarray(0, bytes.length).equals(bytes), name).toBe(true);
    }
  }
  expect([0, 3]).toContain(loom(box, ['journal', 'verify']).code);
  succeed(box, ['sessions', 'rename', nativeId(1), 'after the storm']);
  expect(show(box, nativeId(1)).title).toBe('after the storm');
});

test('no command but purge rewrites a byte of the journal', () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 3, cwd: box.work }));
  mkdirSync(join(box.work, 'sub'));
  const commands = [
    ['sessions', 'rename', nativeId(1), 'one'],
    ['sessions', 'pin', nativeId(1)],
    ['sessions', 'archive', nativeId(2)],
    ['undo'],
    ['sessions', 'delete', nativeId(3), '--yes'],
    ['sessions', 'restore', nativeId(3)],
    ['index', 'rebuild'],
    ['index', 'drop'],
    ['sessions', 'start', '--title', 'by hand'],
    ['journal', 'verify'],
    ['journal', 'repair'],
    ['sessions', 'export', nativeId(1)],
    ['import', 'claude', join(box.root, 'source')],
  ];
  for (const args of commands) {
    const before = journalBytes(box.store);
    const run = loom(box, args);
    expect(run.code, told(run)).toBe(0);
    for (const [name, bytes] of before) {
      expect(journalBytes(box.store).get(name)?.subarray(0, bytes.length).equals(bytes), args.join(' ')).toBe(true);
    }
  }
});

test('the environment of an agent switches nothing off', () => {
  const box = openSandbox();
  const [file] = writeMany(join(box.root, 'source'), { count: 1, cwd: box.work });
  const env = {
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CI: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    GEMINI_CLI: '1',
  };
  expect(loom(box, ['import', 'claude', String(file)], { env }).code).toBe(0);
  expect(loom(box, ['sessions', 'pin', nativeId(1)], { env }).code).toBe(0);
  expect(listAll(box)).toHaveLength(1);
});

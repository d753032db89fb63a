/** Deleting, restoring, purging, undoing, and what nothing ever does by itself. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, listAll, listIn, refused, show, succeed, told } from '../support/case-answers.ts';
import { filesHolding, journalBytes, journalLines } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import { later, nativeId, toolRound, writeMany, writeRecords, writeSession } from '../support/claude-fixture.ts';

function journal(box: Sandbox): string[] {
  return [...journalBytes(box.store).values()].map(String);
}

function withFour(): Sandbox {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 4, cwd: box.work }));
  return box;
}

test('a deleted session is hidden, listed as deleted, and comes back whole', () => {
  const box = withFour();
  const before = show(box, nativeId(2));
  const run = succeed(box, ['sessions', 'delete', nativeId(2), '--yes']);
  expect(`${run.stdout}${run.stderr}`).toContain('restore');
  expect(listIn(box, box.work)).toHaveLength(3);
  const gone = listIn(box, box.work, '--deleted').find((row) => row.nativeId === nativeId(2));
  expect(gone?.deleted).toBe(true);
  succeed(box, ['index', 'drop']);
  expect(listAll(box)).toHaveLength(3);
  succeed(box, ['sessions', 'restore', nativeId(2)]);
  expect(show(box, nativeId(2))).toEqual(before);
});

test('a deleted session that was archived is restored to the archive first', () => {
  const box = withFour();
  succeed(box, ['sessions', 'archive', nativeId(1)]);
  succeed(box, ['sessions', 'delete', nativeId(1), '--yes']);
  succeed(box, ['sessions', 'restore', nativeId(1)]);
  expect(show(box, nativeId(1))).toMatchObject({ archived: true, deleted: false });
  succeed(box, ['sessions', 'restore', nativeId(1)]);
  expect(show(box, nativeId(1))).toMatchObject({ archived: false, deleted: false });
});

test('a dry run lists what would go and changes nothing', () => {
  const box = withFour();
  const before = journal(box);
  for (const verb of ['delete', 'purge']) {
    const run = succeed(box, ['sessions', verb, nativeId(1), '--dry-run', '--json']);
    expect(run.stdout).toContain(show(box, nativeId(1)).id);
  }
  expect(journal(box)).toEqual(before);
});

test('deleting many by age spares the pinned, and one undo or restore brings them back', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  for (let n = 1; n <= 12; n += 1) {
    const start = later(new Date().toISOString(), -86_400 * (n <= 5 ? 120 : 3));
    writeSession(source, { sessionId: nativeId(n), cwd: box.work, pairs: 1, start });
  }
  importClaude(box, source);
  for (const n of [1, 7]) succeed(box, ['sessions', 'pin', nativeId(n)]);
  const plan = succeed(box, ['sessions', 'delete', '--older-than', '90d', '--dry-run', '--json']).stdout;
  for (const n of [2, 3, 4, 5]) expect(plan).toContain(show(box, nativeId(n)).id);
  for (const n of [1, 6, 7, 12]) expect(plan).not.toContain(show(box, nativeId(n)).id);
  refused(loom(box, ['sessions', 'delete', '--older-than', '90d', '--json']), 6);
  expect(listAll(box)).toHaveLength(12);
  succeed(box, ['sessions', 'delete', '--older-than', '90d', '--yes']);
  expect(listAll(box)).toHaveLength(8);
  for (const n of [2, 3, 4, 5]) succeed(box, ['sessions', 'restore', nativeId(n)]);
  expect(listAll(box)).toHaveLength(12);
});

test('what a person deleted or purged is not imported again, unless asked', () => {
  const box = withFour();
  const source = join(box.root, 'source');
  succeed(box, ['sessions', 'delete', nativeId(1), '--yes']);
  succeed(box, ['sessions', 'purge', nativeId(2), '--yes']);
  for (let round = 0; round < 2; round += 1) {
    const run = succeed(box, ['import', 'claude', source]);
    expect(`${run.stdout}${run.stderr}`).toContain('deleted by you');
    expect(importClaude(box, source).sessions).toMatchObject({ added: 0, skipped: 2, unchanged: 2 });
    expect(listAll(box)).toHaveLength(2);
    succeed(box, ['index', 'drop']);
  }
  answer(box, ['import', 'claude', source, '--revive']);
  expect(listAll(box)).toHaveLength(4);
  expect(show(box, nativeId(2)).messages).toHaveLength(2);
});

const canary = 'QUAYCANARY7731';

function withCanary(): Sandbox {
  const box = withFour();
  const records = toolRound(
    {
      sessionId: nativeId(9),
      cwd: join(box.work, canary),
      prompt: () => `ask ${canary}`,
      answer: () => `say ${canary}`,
    },
    { name: 'Bash', input: { command: `echo ${canary}` }, output: `${canary} `.repeat(9000) },
  );
  const file = join(box.root, canary, `${nativeId(9)}.jsonl`);
  writeRecords(file, [...records, { type: 'custom-title', customTitle: `about ${canary}`, sessionId: nativeId(9) }]);
  importClaude(box, file);
  succeed(box, ['sessions', 'rename', nativeId(9), `renamed ${canary}`]);
  succeed(box, ['sessions', 'list', '--all']);
  return box;
}

test('after a purge no byte of the session is left anywhere in the store', () => {
  const box = withCanary();
  expect(filesHolding(box.store, canary).length).toBeGreaterThan(0);
  const others = [1, 2, 3, 4].map((n) => show(box, nativeId(n)));
  succeed(box, ['sessions', 'purge', nativeId(9), '--yes']);
  expect(filesHolding(box.store, canary)).toEqual([]);
  refused(loom(box, ['sessions', 'show', nativeId(9), '--json']), 4);
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
  succeed(box, ['index', 'rebuild']);
  expect([1, 2, 3, 4].map((n) => show(box, nativeId(n)))).toEqual(others);
  expect(filesHolding(box.store, canary)).toEqual([]);
});

test('a purge also clears what was deleted, closed, or damaged before', () => {
  const box = withCanary();
  succeed(box, ['sessions', 'delete', nativeId(9), '--yes']);
  loom(box, ['sessions', 'show', canary, '--debug']);
  succeed(box, ['sessions', 'purge', nativeId(9), '--yes']);
  expect(filesHolding(box.store, canary)).toEqual([]);
});

test('a purge moves no offset: segments keep their sizes and other lines their bytes', () => {
  const box = withCanary();
  const kept = show(box, nativeId(1)).id;
  const before = journalBytes(box.store);
  succeed(box, ['sessions', 'purge', nativeId(9), '--yes']);
  const after = journalBytes(box.store);
  for (const [name, bytes] of before) {
    const [old, now] = [bytes.toString('utf8').split('\n'), String(after.get(name)).split('\n')];
    old.forEach((line, index) => {
      expect(now[index]?.length, `${name}:${index + 1}`).toBe(line.length);
      if (!line.includes(kept)) return;
      expect(now[index]).toBe(line);
    });
  }
});

test('a purge needs a yes, and cannot be undone', () => {
  const box = withFour();
  const before = journal(box);
  refused(loom(box, ['sessions', 'purge', nativeId(1), '--json']), 6);
  expect(journal(box)).toEqual(before);
  succeed(box, ['sessions', 'purge', nativeId(1), '--yes']);
  const purged = journalLines(box.store).find((line) => line.type === 'session.purged');
  refused(loom(box, ['undo', String(purged?.id), '--json']), 6);
  expect([4, 6]).toContain(loom(box, ['undo', '--json']).code);
  expect([4, 6]).toContain(loom(box, ['sessions', 'restore', nativeId(1), '--json']).code);
});

test('undo takes back the last change, step by step', () => {
  const box = withFour();
  succeed(box, ['sessions', 'rename', nativeId(1), 'second name']);
  succeed(box, ['undo']);
  expect(show(box, nativeId(1)).title).not.toBe('second name');
  const steps: [string, 'pinned' | 'archived' | 'deleted'][] = [
    ['pin', 'pinned'],
    ['archive', 'archived'],
    ['delete', 'deleted'],
  ];
  for (const [verb, flag] of steps) {
    succeed(box, ['sessions', verb, nativeId(2), ...(verb === 'delete' ? ['--yes'] : [])]);
    const run = loom(box, ['undo']);
    expect(run.code, told(run)).toBe(0);
    expect(show(box, nativeId(2))[flag]).toBe(false);
  }
});

test('undo restores the name before, also when that was given by a person', () => {
  const box = withFour();
  succeed(box, ['sessions', 'rename', nativeId(1), 'first name']);
  succeed(box, ['sessions', 'rename', nativeId(1), 'second name']);
  succeed(box, ['undo']);
  expect(show(box, nativeId(1)).title).toBe('first name');
});

test('nothing expires by itself, whatever the clock says', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  writeSession(source, { sessionId: nativeId(1), cwd: box.work, pairs: 1, start: '1971-01-01T00:00:00.000Z' });
  writeSession(source, { sessionId: nativeId(2), cwd: box.work, pairs: 1, start: '2099-01-01T00:00:00.000Z' });
  importClaude(box, source);
  for (const args of [['status'], ['doctor'], ['sessions', 'list'], ['index', 'rebuild']]) loom(box, args);
  expect(listAll(box)).toHaveLength(2);
});

test('a broken configuration touches no session, and is named', () => {
  const box = withFour();
  const folder = join(box.home, '.config', 'loom');
  mkdirSync(folder, { recursive: true });
  for (const text of ['garbage', '{"retention":', '[]', '\u0000']) {
    writeFileSync(join(folder, 'config.json'), text);
    const run = loom(box, ['sessions', 'list', '--json']);
    expect(run.code, told(run)).toBe(0);
    expect(JSON.parse(run.stdout)).toHaveLength(4);
    expect(run.stderr).toContain('config.json');
  }
  expect(readdirSync(folder)).toEqual(['config.json']);
});

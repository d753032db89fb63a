/** A store that lost a part of itself says so, and a repair gets what stands in the way out of it. */
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importClaude, parsed, refused, succeed } from '../support/case-answers.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import { nativeId, writeSession } from '../support/claude-fixture.ts';

interface Check {
  readonly findings: readonly { readonly severity: string; readonly code: string }[];
}

function twoSessions(): Sandbox {
  const box = openSandbox();
  for (const n of [1, 2]) writeSession(join(box.root, 'source'), { sessionId: nativeId(n), cwd: box.work, pairs: 2 });
  importClaude(box, join(box.root, 'source'));
  return box;
}

/** Codes of the errors of a check that must find some. */
function errorsOf(box: Sandbox): string[] {
  const run = loom(box, ['journal', 'verify', '--json']);
  expect(run.code, run.stderr).toBe(3);
  return parsed<Check>(run)
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);
}

test('a journal that is gone is missed beside its transcripts', () => {
  const box = twoSessions();
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
  rmSync(join(box.store, 'journal'), { recursive: true });
  expect(errorsOf(box)).toEqual(['missing-journal', 'orphan-transcript', 'orphan-transcript']);
  rmSync(join(box.store, 'transcripts'), { recursive: true });
  expect(errorsOf(box)).toEqual(['missing-journal']);
});

test('an older journal that was put back is told by an index that saw more', () => {
  const box = twoSessions();
  const older = join(box.root, 'older');
  cpSync(join(box.store, 'journal'), older, { recursive: true });
  succeed(box, ['sessions', 'rename', nativeId(1), 'storm ledger']);
  succeed(box, ['sessions', 'list']);
  rmSync(join(box.store, 'journal'), { recursive: true });
  cpSync(older, join(box.store, 'journal'), { recursive: true });
  expect(errorsOf(box)).toEqual(['index-ahead']);
  // The next command folds what is there; the index then knows no more than the journal.
  succeed(box, ['sessions', 'list']);
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
});

test('a file where the store has a folder is told with its path, and is no bug of loom', () => {
  const box = twoSessions();
  succeed(box, ['memory', 'digest']);
  const [page] = readdirSync(join(box.store, 'projects'));
  const place = join(box.store, 'projects', String(page));
  rmSync(place, { recursive: true });
  writeFileSync(place, '');
  for (const args of [['status'], ['memory', 'digest']]) {
    const error = refused(loom(box, [...args, '--json']), 7);
    expect(error).toMatchObject({ kind: 'storage', message: expect.stringContaining(place) });
  }
});

/** Every file and folder of a store, with its size and time. */
function treeOf(box: Sandbox): readonly string[] {
  return readdirSync(box.store, { recursive: true, encoding: 'utf8' })
    .map((path) => [path, lstatSync(join(box.store, path))] as const)
    .map(([path, { size, mtimeMs }]) => `${path} ${size} ${mtimeMs}`)
    .sort();
}

test.skipIf(process.platform === 'win32')('into a store that others may write to nothing is written at all', () => {
  const box = twoSessions();
  writeSession(join(box.root, 'source'), { sessionId: nativeId(3), cwd: box.work, pairs: 2 });
  rmSync(join(box.store, 'index'), { recursive: true });
  chmodSync(box.store, 0o777);
  const before = treeOf(box);
  for (const args of [['sessions', 'list'], ['memory', 'search', 'tide'], ['status'], ['doctor']]) {
    expect(loom(box, args).stderr).toContain('nothing is written to it until that is mended');
    expect(treeOf(box), args.join(' ')).toEqual(before);
  }
  const source = join(box.root, 'source');
  const prompt = { session_id: 's', cwd: box.work, hook_event_name: 'UserPromptSubmit', prompt: 'tide '.repeat(4000) };
  expect(loom(box, ['hook', 'claude-code'], { input: JSON.stringify(prompt) }).code).toBe(0);
  for (const args of [
    ['import', source],
    ['sessions', 'fork', nativeId(1)],
    ['memory', 'propose', 'Ebb at six'],
    ['index', 'rebuild'],
    ['index', 'drop'],
  ])
    expect(refused(loom(box, [...args, '--json']), 8), args.join(' ')).toMatchObject({ kind: 'unsafe' });
  expect(treeOf(box)).toEqual(before);
  chmodSync(box.store, 0o700);
  expect(succeed(box, ['import', source]).stdout).toContain('1 added');
});

test('an intent that names no erasure stops writers with a hint that helps', () => {
  const box = twoSessions();
  const intent = join(box.store, 'purge.intent');
  writeFileSync(intent, '[]', { mode: 0o600 });
  const rename = ['sessions', 'rename', nativeId(1), 'storm ledger', '--json'];
  const error = refused(loom(box, rename), 3);
  expect(error).toMatchObject({ code: 'purge-intent-damaged', hints: ['loom journal repair'] });
  expect(errorsOf(box)).toEqual(['purge-intent-damaged']);
  expect(loom(box, ['journal', 'repair', '--dry-run']).stdout).toContain('purge.intent');
  expect(existsSync(intent)).toBe(true);
  expect(succeed(box, ['journal', 'repair', '--yes']).stdout).toContain('set aside');
  expect(existsSync(intent)).toBe(false);
  succeed(box, rename);
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
});

test.skipIf(!existsSync('/proc/self'))('a home that cannot be made ends a command with its path', () => {
  const box = twoSessions();
  const run = loom(box, ['import', 'claude', join(box.root, 'source'), '--json'], { env: { LOOM_HOME: '/proc/moor' } });
  expect(refused(run, 7).message).toContain('/proc/moor');
});

test.skipIf(!existsSync('/proc/self'))('a folder of settings or exports that cannot be made ends a command', () => {
  const box = twoSessions();
  const set = loom(box, ['config', 'set', 'sessions.scope', 'all', '--json'], {
    env: { XDG_CONFIG_HOME: '/proc/moor' },
  });
  expect(refused(set, 7).code).toBe('config-not-written');
  const out = ['sessions', 'export', nativeId(1), nativeId(2), '--output', '/proc/moor/out', '--json'];
  expect(refused(loom(box, out), 7).code).toBe('export-not-written');
});

test('an index that was asked for and cannot be written is a failure', () => {
  const box = twoSessions();
  const index = join(box.store, 'index');
  rmSync(index, { recursive: true });
  writeFileSync(index, '');
  expect(refused(loom(box, ['index', 'rebuild', '--json']), 7).code).toBe('index-not-written');
  rmSync(index);
  succeed(box, ['index', 'rebuild']);
  expect(readdirSync(index)).toHaveLength(2);
});

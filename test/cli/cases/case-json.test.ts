/** `--json` is exactly one document, whatever happens. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importClaude, refused, told } from '../support/case-answers.ts';
import { loom, openSandbox, type Run, type Sandbox } from '../support/case-sandbox.ts';
import { nativeId, writeMany } from '../support/claude-fixture.ts';

const commands: readonly (readonly string[])[] = [
  ['status'],
  ['doctor'],
  ['paths'],
  ['schema'],
  ['schema', 'sessions', 'list'],
  ['config', 'list'],
  ['config', 'get', 'no.such'],
  ['config', 'set', 'no.such', '1'],
  ['config', 'unset', 'no.such'],
  ['import', 'claude'],
  ['import', 'claude', '--dry-run'],
  ['import', 'claude', '/no/such'],
  ['import', 'clod'],
  ['import'],
  ['sessions', 'list'],
  ['sessions', 'list', '--all'],
  ['sessions', 'show', nativeId(1)],
  ['sessions', 'show', 'nobody'],
  ['sessions', 'show'],
  ['sessions', 'rename', nativeId(1), 'a name'],
  ['sessions', 'rename', nativeId(1)],
  ['sessions', 'pin', nativeId(1)],
  ['sessions', 'unpin', nativeId(1)],
  ['sessions', 'archive', nativeId(1)],
  ['sessions', 'restore', nativeId(1)],
  ['sessions', 'timeline', nativeId(1)],
  ['sessions', 'prompts'],
  ['sessions', 'export', nativeId(1)],
  ['sessions', 'export', 'nobody'],
  ['sessions', 'delete', nativeId(2), '--dry-run'],
  ['sessions', 'delete', nativeId(2), '--yes'],
  ['sessions', 'purge', nativeId(2)],
  ['sessions', 'purge', nativeId(2), '--dry-run'],
  ['sessions', 'purge', nativeId(2), '--yes'],
  ['sessions', 'start', '--title', 'from the shell'],
  ['sessions', 'close', '@last'],
  ['sessions', 'record', '@last'],
  ['project', 'show'],
  ['project', 'list'],
  ['project', 'merge', 'a', 'b'],
  ['project', 'link', 'nowhere'],
  ['journal', 'verify'],
  ['journal', 'stats'],
  ['journal', 'repair'],
  ['journal', 'tail'],
  ['journal', 'tail', '--derived'],
  ['index', 'status'],
  ['index', 'rebuild'],
  ['index', 'drop'],
  ['undo'],
  ['undo', 'nothing-like-it'],
  ['sessions', 'lst'],
  ['sesions', 'list'],
  ['sessions', 'list', '--nonsense'],
  ['sessions', 'list', '--limit'],
  ['import', 'loom', '/no/such'],
  ['nonsense'],
  ['sessions'],
  ['--nonsense'],
];

/** What is wrong with the answer of a run, if anything. */
function fault(run: Run): string | undefined {
  if (run.code === null || run.code === 1) return 'crashed';
  let document: { error?: unknown } | null;
  try {
    document = JSON.parse(run.stdout);
  } catch {
    return 'not one document';
  }
  const failed = document !== null && document.error !== undefined;
  if (run.code === 0) return failed ? 'an error with exit 0' : undefined;
  return failed || run.code === 3 ? undefined : 'no error document';
}

function runAll(box: Sandbox, env: Record<string, string> = {}): void {
  const faults = commands.flatMap((args) => {
    const run = loom(box, [...args, '--json'], { env });
    const what = fault(run);
    return what === undefined ? [] : [`${what}: ${args.join(' ')} (exit ${run.code})`];
  });
  expect(faults).toEqual([]);
}

test('every command gives one document on an empty store', () => runAll(openSandbox()));

test('every command gives one document on a store with sessions', () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 4, cwd: box.work }));
  runAll(box);
});

test('every command gives one document while the configuration is nonsense', () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 4, cwd: box.work }));
  mkdirSync(join(box.home, '.config', 'loom'), { recursive: true });
  writeFileSync(join(box.home, '.config', 'loom', 'config.json'), '{"no.such":true,');
  runAll(box, { LOOM_DEBUG: '1' });
});

test('a wrong command or flag names the nearest one, exits 2, and shows no configuration', () => {
  const box = openSandbox();
  const wrong: [string[], string][] = [
    [['sessions', 'lst'], 'list'],
    [['sesions', 'list'], 'sessions'],
    [['statsu'], 'status'],
    [['sessions', 'list', '--archivd'], '--archived'],
  ];
  for (const [args, nearest] of wrong) {
    const run = loom(box, args);
    expect(run.code, told(run)).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain(nearest);
    expect(run.stderr).not.toContain(box.home);
    const error = refused(loom(box, [...args, '--json']), 2);
    expect(JSON.stringify(error)).toContain(nearest);
    expect(JSON.stringify(error)).not.toContain(box.home);
  }
});

test('plain errors go to stderr alone and end with the documented code', () => {
  const box = openSandbox();
  const cases: [string[], number][] = [
    [['sessions', 'show', 'nobody'], 4],
    [['sessions', 'show'], 2],
    [['import', 'claude', '/no/such'], 4],
    [['sessions', 'delete', 'nobody', '--yes'], 4],
    [['sessions', 'export', 'nobody'], 4],
    [['import', 'loom', '/no/such'], 4],
  ];
  for (const [args, code] of cases) {
    const run = loom(box, args);
    expect(run.code, told(run)).toBe(code);
    expect(run.stdout, told(run)).toBe('');
    expect(run.stderr.trim(), told(run)).not.toBe('');
    expect(run.stderr, told(run)).not.toMatch(/\n\s+at /);
  }
});

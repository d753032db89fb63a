/** The commands around sessions: status, doctor, paths, schema, configuration, help, demo. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, listAll, listIn, refused, succeed, told } from '../support/case-answers.ts';
import { fingerprint } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox, shell } from '../support/case-sandbox.ts';
import { claudeProjects, nativeId, writeMany, writeSession } from '../support/claude-fixture.ts';

function withThree(): Sandbox {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 3, cwd: box.work }));
  return box;
}

test('loom alone, help and --help show how to begin, and touch nothing', () => {
  const box = openSandbox();
  for (const args of [
    [],
    ['help'],
    ['--help'],
    ['help', 'sessions'],
    ['sessions', '--help'],
    ['help', 'sessions', 'list'],
    ['sessions', 'list', '--help'],
  ]) {
    const run = succeed(box, args);
    expect(run.stdout, args.join(' ')).toContain('sessions');
    for (const line of run.stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  }
  expect(fingerprint(box.root).filter((line) => line.startsWith('store'))).toEqual([]);
});

const everyCommand = [
  'status',
  'demo',
  'import',
  'sessions list',
  'sessions show',
  'sessions rename',
  'sessions pin',
  'sessions unpin',
  'sessions archive',
  'sessions restore',
  'sessions export',
  'sessions delete',
  'sessions purge',
  'sessions timeline',
  'sessions start',
  'sessions record',
  'sessions close',
  'sessions prompts',
  'journal verify',
  'journal repair',
  'journal tail',
  'journal stats',
  'index status',
  'index rebuild',
  'index drop',
  'project show',
  'project list',
  'project link',
  'project merge',
  'config list',
  'config get',
  'config set',
  'config unset',
  'doctor',
  'paths',
  'schema',
  'export',
  'undo',
];

test.each(everyCommand)('%s has help with a usage line', (name) => {
  const box = openSandbox();
  const run = succeed(box, [...name.split(' '), '--help']);
  expect(run.stdout).toMatch(/usage/i);
  expect(run.stdout).toContain(`loom ${name}`);
});

test('help knows topics beside commands', () => {
  const box = openSandbox();
  const run = succeed(box, ['help', 'exit-codes']);
  for (const code of ['0', '2', '3', '4', '5', '6', '7', '8', '9', '74'])
    expect(run.stdout).toMatch(new RegExp(`\\b${code}\\b`));
  refused(loom(box, ['help', 'no-such-topic', '--json']), 2);
});

test('--version names program, platform and node', () => {
  const run = succeed(openSandbox(), ['--version']);
  expect(run.stdout).toMatch(/^loom\/\d+\.\d+\.\d+ \S+ node-v\d+/);
});

test('reading commands on an empty home make no store', () => {
  const box = openSandbox();
  for (const args of [
    ['status'],
    ['sessions', 'list'],
    ['paths'],
    ['config', 'list'],
    ['journal', 'verify'],
    ['journal', 'stats'],
    ['doctor'],
    ['schema'],
  ]) {
    expect([0, 3], args.join(' ')).toContain(loom(box, args).code);
  }
  expect(fingerprint(box.home)).toEqual([]);
});

test('status tells store, project, last sessions and agents found', () => {
  const box = withThree();
  writeSession(claudeProjects(box.home), { sessionId: nativeId(50), cwd: box.work, pairs: 1 });
  const status = answer<object>(box, ['status']);
  const text = JSON.stringify(status);
  expect(text).toContain(box.store);
  expect(text).toContain('claude-code');
  for (const row of listIn(box, box.work)) expect(text).toContain(row.id);
});

test('doctor is content with a sound store', () => {
  const run = loom(withThree(), ['doctor', '--json']);
  expect(run.code, told(run)).toBe(0);
});

test('schema describes the answers that commands give', () => {
  const box = openSandbox();
  for (const name of ['sessions list', 'sessions show', 'import']) {
    const schema = answer<object>(box, ['schema', ...name.split(' ')]);
    expect(JSON.stringify(schema), name).toContain('"type"');
  }
  refused(loom(box, ['schema', 'no-such', '--json']), 2);
});

test('configuration: set, get, origin, unset; unknown keys and wrong values are refused', () => {
  const box = openSandbox();
  const entries = answer<unknown>(box, ['config', 'list', '--origin']);
  expect(JSON.stringify(entries)).toContain('default');
  const keys = [...JSON.stringify(entries).matchAll(/"([a-z]+(?:\.[a-zA-Z]+)+)"/g)].map((match) => String(match[1]));
  expect(keys.length).toBeGreaterThan(0);
  for (const bad of ['no.such.key', '__proto__.x', 'constructor']) {
    const run = loom(box, ['config', 'set', bad, '1', '--json']);
    expect([2, 4], told(run)).toContain(run.code);
    expect([2, 4]).toContain(loom(box, ['config', 'get', bad, '--json']).code);
  }
  for (const key of keys.filter((name) => /age|max|days/i.test(name))) {
    for (const value of ['0', '-1', 'soon']) {
      const run = loom(box, ['config', 'set', key, value, '--json']);
      expect([2, 6], told(run)).toContain(run.code);
    }
  }
});

test('the scope of lists can be configured for good', () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 3, cwd: '/srv/elsewhere' }));
  expect(listIn(box, box.work)).toEqual([]);
  succeed(box, ['config', 'set', 'sessions.scope', 'all']);
  expect(listIn(box, box.work)).toHaveLength(3);
  succeed(box, ['config', 'unset', 'sessions.scope']);
  expect(listIn(box, box.work)).toEqual([]);
});

test('a project cannot configure where things go, what runs, or what is redacted', () => {
  const box = openSandbox();
  mkdirSync(join(box.work, '.loom'));
  const wish = {
    store: '/tmp/elsewhere',
    redaction: { enabled: false },
    retention: { maxAge: '1d' },
    exec: 'rm -rf .',
    paths: { home: '/tmp/x' },
  };
  writeFileSync(join(box.work, '.loom', 'config.json'), JSON.stringify(wish));
  const run = loom(box, ['config', 'list', '--origin', '--json']);
  expect(run.stdout).not.toContain('rm -rf');
  expect(run.stdout).not.toContain('/tmp/elsewhere');
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 1, cwd: box.work }));
  expect(listAll(box)).toHaveLength(1);
});

test('follow-up commands run as printed', () => {
  const box = withThree();
  const printing = [
    ['sessions', 'archive', nativeId(1)],
    ['sessions', 'rename', nativeId(2), "it's a name"],
    ['sessions', 'pin', nativeId(2)],
    ['sessions', 'delete', nativeId(3), '--yes'],
    ['import', 'claude', join(box.root, 'source')],
    ['status'],
    ['doctor'],
    ['sessions', 'show', 'nobody'],
    ['sessions', 'export', nativeId(1), '--output', join(box.root, 'out.md')],
  ];
  for (const args of printing) {
    const run = loom(box, args);
    const printed = `${run.stdout}\n${run.stderr}`.match(/(?<=^|[\s`'"(])loom [a-z][^`\n]*/gm) ?? [];
    for (const line of printed) {
      const command = line.replace(/[`"')\s.;,]+$/, '').split(/ {2,}|, or |; | \(/)[0] ?? '';
      if (/[<>…]|[A-Z]{2,}/.test(command) || / purge /.test(command)) continue;
      const ran = shell(box, command);
      expect(ran.code, `printed by loom ${args.join(' ')}: ${command}\n${ran.stderr}`).toBe(0);
    }
  }
});

test('quiet says nothing but errors, and debug shows no content', () => {
  const box = withThree();
  for (const args of [
    ['sessions', 'pin', nativeId(1)],
    ['import', 'claude', join(box.root, 'source')],
    ['sessions', 'archive', nativeId(2)],
  ]) {
    const run = succeed(box, [...args, '--quiet']);
    expect(run.stderr, args.join(' ')).toBe('');
  }
  expect(loom(box, ['sessions', 'show', 'nobody', '--quiet']).stderr.trim()).not.toBe('');
  expect(loom(box, ['sessions', 'list', '--debug']).stderr).not.toContain('tide gauge');
});

test('the demo tells its story without a home, a store or a network, and leaves nothing', () => {
  const box = openSandbox();
  writeMany(claudeProjects(box.home), { count: 3, cwd: box.work });
  const before = fingerprint(box.root);
  const run = succeed(box, ['demo']);
  expect(run.stdout).toContain('loom import');
  expect(`${run.stdout}${run.stderr}`).toMatch(/\b3\b/);
  expect(fingerprint(box.root)).toEqual(before);
});

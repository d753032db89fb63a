/** Frozen stores under the commands of today: read, written on, and left alone where they are newer than this loom. */
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fingerprint, walk } from '../support/case-files.ts';
import { loom, openSandbox, type Run, type Sandbox } from '../support/case-sandbox.ts';
import { claudeProjects, nativeId, writeSession } from '../support/claude-fixture.ts';
import { commandsOfManifest } from '../support/command-rows.ts';

const STORES = ['format-1', 'format-1-masked', 'format-1-runs'] as const;
const NEWER = 9;

/** A frozen store, copied as an older loom left it. */
function openFrozen(name: (typeof STORES)[number]): Sandbox {
  const box = openSandbox();
  cpSync(fileURLToPath(new URL(`../../journals/${name}/`, import.meta.url)), box.store, { recursive: true });
  for (const path of [box.store, ...walk(box.store)]) chmodSync(path, existsSync(join(path, '.')) ? 0o700 : 0o600);
  writeSession(claudeProjects(box.home), { sessionId: nativeId(1), cwd: box.work, pairs: 1 });
  return box;
}

const told = (run: Run) => `loom ${run.args.join(' ')} → ${run.code}\n${run.stderr}${run.stdout.slice(0, 2000)}`;

function succeed(box: Sandbox, ...args: readonly string[]): Run {
  const run = loom(box, args);
  expect(run.code, told(run)).toBe(0);
  return run;
}

/** The key is no part of what is frozen. */
function expectSound(box: Sandbox): void {
  const run = loom(box, ['journal', 'verify', '--json']);
  const { findings } = JSON.parse(run.stdout) as { findings: { severity: string; code: string; file: string }[] };
  const errors = findings.filter(({ severity }) => severity === 'error').filter(({ code }) => code !== 'missing-file');
  expect(errors, told(run)).toEqual([]);
}

const bytesOf = (box: Sandbox) =>
  readdirSync(join(box.store, 'journal'))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => [name, readFileSync(join(box.store, 'journal', name))] as const);

describe.each(STORES)('the frozen store %s', (name) => {
  it('is verified, listed, shown and exported, and not one of its bytes is changed by that', () => {
    const box = openFrozen(name);
    const before = fingerprint(join(box.store, 'journal'));
    expectSound(box);
    const rows = JSON.parse(succeed(box, 'sessions', 'list', '--all', '--archived', '--json').stdout) as {
      id: string;
    }[];
    for (const { id } of rows) succeed(box, 'sessions', 'show', id, '--json');
    succeed(box, 'export', '--all');
    succeed(box, 'memory', 'search', 'a', '--all');
    expect(fingerprint(join(box.store, 'journal'))).toEqual(before);
  });

  it('is written on by this loom, after the bytes that were there', () => {
    const box = openFrozen(name);
    const before = bytesOf(box);
    succeed(box, 'sessions', 'start', '--native-id', 'pilot', '--title', 'Pilot');
    succeed(box, 'import', 'claude');
    succeed(box, 'sessions', 'rename', 'pilot', 'Pilotage');
    for (const [segment, bytes] of before) {
      const now = readFileSync(join(box.store, 'journal', segment));
      expect(now.subarray(0, bytes.length).equals(bytes), segment).toBe(true);
    }
    succeed(box, 'journal', 'verify');
    expect(succeed(box, 'sessions', 'list', '--all').stdout).toContain('Pilotage');
  });
});

/** Commands that need no store, or that look at one of any format. */
const WITHOUT_STORE: ReadonlySet<string> = new Set([
  ...['config:get', 'config:list', 'config:set', 'config:unset', 'help', 'paths'],
  ...['schema', 'version', 'journal:verify'],
]);
/** They open the store when they are asked something, and here nobody asks. */
const SERVERS: ReadonlySet<string> = new Set(['acp', 'mcp']);
/** A session or a record where a command needs one; what is not there must not be looked for first. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'config:get': ['retention.days'],
  'config:set': ['retention.days', '3'],
  'config:unset': ['retention.days'],
  export: ['--all'],
  hook: ['claude-code'],
  import: ['claude'],
  init: ['--dry-run'],
  'memory:edit': ['abcd', '--text', 'deep'],
  'memory:import': ['-'],
  'memory:propose': ['The quay is deep'],
  'memory:search': ['quay'],
  'memory:supersede': ['abcd', 'The quay is not deep'],
  'project:link': ['one', 'two', '--yes'],
  'project:merge': ['one', 'two', '--yes'],
  'sessions:compare': ['last', 'last~1'],
  'sessions:delete': ['last', '--yes'],
  'sessions:purge': ['last', '--yes'],
  'sessions:record': ['last', 'prompt.submitted', '--data', '{"text":"ebb"}'],
  'sessions:rename': ['last', 'Pilotage'],
  'sessions:start': ['--title', 'Pilot'],
  schema: ['status'],
  ui: ['--plain'],
};
const NEED_ONE = /^(?:sessions|memory|project):(?!list|start|prompts|review|digest|export)/;

function wordsOf(id: string): readonly string[] {
  return WORDS[id] ?? (NEED_ONE.test(id) ? ['last'] : []);
}

describe('a store of a newer format', () => {
  const ids = commandsOfManifest();

  it.each(ids.map((id) => [id.replaceAll(':', ' '), id]))('is left alone by %s', (_, id) => {
    const box = openFrozen('format-1');
    const file = join(box.store, 'store.json');
    writeFileSync(file, `${JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), format: 2 })}\n`);
    chmodSync(file, 0o600);
    const before = fingerprint(box.store);
    const prompt = { session_id: nativeId(2), cwd: box.work, hook_event_name: 'UserPromptSubmit', prompt: 'ebb' };
    const input = id === 'hook' ? JSON.stringify(prompt) : '';
    const through = ['timeout', '--signal=INT', '20'];
    const run = loom(box, [...id.split(':'), ...wordsOf(id)], { input, through });
    if (id === 'hook' || SERVERS.has(id)) expect(run.code, told(run)).toBe(0);
    else if (!WITHOUT_STORE.has(id)) expect(run.code, told(run)).toBe(NEWER);
    else expect([0, 3], told(run)).toContain(run.code);
    expect(fingerprint(box.store), told(run)).toEqual(before);
  });
});

describe('an event of a newer version in a store of this format', () => {
  /** Appends a line with a chain and a sum that are right, as only a newer loom could write it. */
  function withNewerEvent(): Sandbox {
    const box = openFrozen('format-1-runs');
    succeed(box, 'sessions', 'start', '--native-id', 'pilot', '--title', 'Pilot');
    const [segment = ''] = readdirSync(join(box.store, 'journal'))
      .filter((name) => name.endsWith('.jsonl'))
      .slice(-1);
    const path = join(box.store, 'journal', segment);
    const last = readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
    const { id } = JSON.parse(last) as { id: string };
    const next = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    const body = last
      .replace(/,"sum":"[^"]*"\}$/, '')
      .replace('"v":1', '"v":2')
      .replace(/"prev":"[^"]*"/, `"prev":"${id}"`)
      .replace(/"id":"[^"]*"/, `"id":"${next}"`)
      .replace(/"commit":\["[^"]*",\d+,\d+\]/, `"commit":["${next}",0,1]`);
    const sum = createHash('sha256').update(body).digest().subarray(0, 16).toString('base64url');
    writeFileSync(path, `${body},"sum":"${sum}"}\n`, { flag: 'a' });
    return box;
  }

  it('is left out by reading, with a warning, and stops writing with 9', () => {
    const box = withNewerEvent();
    const list = succeed(box, 'sessions', 'list', '--all');
    expect(list.stderr).toMatch(/newer/);
    expect(list.stdout).toContain('Pilot');
    const before = bytesOf(box);
    for (const args of [
      ['sessions', 'rename', 'pilot', 'Pilotage'],
      ['sessions', 'start', '--title', 'Other'],
      ['import', 'claude'],
      ['memory', 'propose', 'The quay is deep'],
      ['journal', 'repair', '--yes'],
    ]) {
      const run = loom(box, args);
      // A session that a newer loom wrote to is named as such.
      if (args.includes('pilot')) expect(run.stderr, told(run)).toContain('a newer loom wrote it');
      else if (args[1] !== 'repair') expect(run.code, told(run)).toBe(NEWER);
      expect(bytesOf(box), told(run)).toEqual(before);
    }
  });
});

describe('an index of another version', () => {
  it.each([
    ['older', 0],
    ['newer', 1_000_000],
  ] as const)('%s: gives way or stays as it is, and the answers are the same', (age, version) => {
    const box = openFrozen('format-1');
    const before = succeed(box, 'sessions', 'list', '--all', '--json').stdout;
    const current = () => readFileSync(join(box.store, 'index', 'current'), 'utf8').trim();
    const name = current();
    const path = join(box.store, 'index', name);
    const bytes = readFileSync(path);
    // The place of `user_version` in the header of every SQLite file.
    bytes.writeUInt32BE(version, 60);
    writeFileSync(path, bytes);
    expect(succeed(box, 'sessions', 'list', '--all', '--json').stdout).toBe(before);
    if (age === 'older') expect(current()).not.toBe(name);
    else expect(readFileSync(path).equals(bytes)).toBe(true);
    succeed(box, 'index', 'rebuild');
    expect(current()).not.toBe(name);
    expect(succeed(box, 'sessions', 'list', '--all', '--json').stdout).toBe(before);
  });
});

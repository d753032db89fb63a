/** The index is a cache: whatever happens to it, the answers stay. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importClaude, listAll, succeed, told } from '../support/case-answers.ts';
import { filesHolding } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox, shell } from '../support/case-sandbox.ts';
import { nativeId, writeSession } from '../support/claude-fixture.ts';

function fiveSessions(): Sandbox {
  const box = openSandbox();
  for (const n of [1, 2, 3, 4, 5])
    writeSession(join(box.root, 'source'), { sessionId: nativeId(n), cwd: box.work, pairs: 2 });
  importClaude(box, join(box.root, 'source'));
  succeed(box, ['sessions', 'rename', nativeId(1), 'storm ledger']);
  succeed(box, ['sessions', 'pin', nativeId(2)]);
  succeed(box, ['sessions', 'archive', nativeId(3)]);
  return box;
}

const reading: readonly (readonly string[])[] = [
  ['status', '--json'],
  ['sessions', 'list'],
  ['sessions', 'list', '--json'],
  ['sessions', 'list', '--all', '--archived', '--json'],
  ['sessions', 'list', '--tree'],
  ['sessions', 'list', '--limit', '2', '--offset', '1', '--json'],
  ['sessions', 'show', nativeId(1), '--json'],
  ['sessions', 'show', 'storm ledger'],
  ['sessions', 'show', '@last~1', '--json'],
  ['sessions', 'timeline', nativeId(2), '--json'],
  ['sessions', 'prompts', '--json'],
  ['sessions', 'export', nativeId(4), '--format', 'json'],
  ['sessions', 'export', nativeId(4), '--format', 'markdown'],
  ['sessions', 'show', 'no-such', '--json'],
  ['project', 'list', '--json'],
  ['project', 'show', '--json'],
  ['journal', 'verify', '--json'],
  ['journal', 'stats', '--json'],
  ['import', 'claude', '--dry-run', '--json'],
];

/** The moment of an export is the one thing in these answers that may differ from run to run. */
const exportStamp = /^(\{"loom":"session-export","v":1),"at":"[^"]*"/;

function answersOf(box: Sandbox): string[] {
  return reading.map((args) => {
    const run = loom(box, args);
    return `${args.join(' ')} → ${run.code}\n${run.stdout.replace(exportStamp, '$1')}`;
  });
}

function databases(box: Sandbox): string[] {
  const folder = join(box.store, 'index');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => join(folder, name));
}

const states: readonly [string, (box: Sandbox) => void][] = [
  ['removed', (box) => rmSync(join(box.store, 'index'), { recursive: true, force: true })],
  ['dropped', (box) => void succeed(box, ['index', 'drop'])],
  [
    'a file where the folder should be',
    (box) => {
      rmSync(join(box.store, 'index'), { recursive: true, force: true });
      writeFileSync(join(box.store, 'index'), 'not a folder');
    },
  ],
  [
    'not writable',
    (box) => {
      rmSync(join(box.store, 'index'), { recursive: true, force: true });
      shell(
        box,
        `mkdir '${box.store}/index'; chmod 0555 '${box.store}/index'; chattr +i '${box.store}/index' 2>/dev/null`,
      );
    },
  ],
];

test.each(states)('every reading command answers byte for byte the same with the index %s', (_name, change) => {
  const box = fiveSessions();
  const expected = answersOf(box);
  change(box);
  try {
    expect(answersOf(box)).toEqual(expected);
  } finally {
    shell(box, `chattr -i '${box.store}/index' 2>/dev/null; chmod 0700 '${box.store}/index'`);
  }
});

const damages: readonly [string, (database: string) => void][] = [
  [
    'overwritten in the middle',
    (database) => {
      const bytes = readFileSync(database);
      bytes.fill(0xa5, Math.floor(bytes.length / 3), Math.floor(bytes.length / 3) + 4096);
      writeFileSync(database, bytes);
    },
  ],
  ['replaced by text', (database) => writeFileSync(database, 'hello\n')],
  ['cut in half', (database) => writeFileSync(database, readFileSync(database).subarray(0, 5000))],
  ['emptied', (database) => writeFileSync(database, '')],
  ['given a false log', (database) => writeFileSync(`${database}-wal`, Buffer.alloc(32768, 0x5a))],
];

test.each(damages)('an index database that was %s is replaced and never believed', (_name, damage) => {
  const box = fiveSessions();
  listAll(box);
  const expected = loom(box, ['sessions', 'list', '--all', '--archived', '--json']).stdout;
  for (const database of databases(box)) damage(database);
  for (let round = 0; round < 2; round += 1) {
    const run = loom(box, ['sessions', 'list', '--all', '--archived', '--json']);
    expect(run.code, told(run)).toBe(0);
    expect(run.stdout).toBe(expected);
    expect(run.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
  }
});

test('a pointer to nothing, or of nonsense, is repaired', () => {
  const box = fiveSessions();
  const expected = listAll(box);
  for (const text of ['01ARZ3NDEKTSV4RRFFQ69G5FAV.sqlite', '../../etc/passwd', '', '\0\0']) {
    writeFileSync(join(box.store, 'index', 'current'), text);
    expect(listAll(box), JSON.stringify(text)).toEqual(expected);
  }
});

test('only the journal and transcripts are needed: attributes live in the journal', () => {
  const box = fiveSessions();
  const all = loom(box, ['sessions', 'list', '--all', '--archived', '--json']).stdout;
  const copy = { ...box, store: join(box.root, 'copy'), env: { ...box.env, LOOM_HOME: join(box.root, 'copy') } };
  shell(
    box,
    `mkdir -m 700 '${copy.store}' && cd '${box.store}' && cp -r journal transcripts store.json key '${copy.store}/'`,
  );
  const run = loom(copy, ['sessions', 'list', '--all', '--archived', '--json']);
  expect(run.code, told(run)).toBe(0);
  expect(run.stdout).toBe(all);
  const archived = listAll(copy, '--archived').find((row) => row.nativeId === nativeId(3));
  expect(archived?.archived).toBe(true);
  expect(listAll(copy).find((row) => row.nativeId === nativeId(2))?.pinned).toBe(true);
});

test('file times are no evidence: touched and copied stores answer at once and are sound', () => {
  const box = fiveSessions();
  const expected = listAll(box);
  shell(
    box,
    `touch '${box.store}'/journal/*; touch -d '+2 days' '${box.store}'/index/*; cp -r '${box.store}' '${box.root}/copy'`,
  );
  const copy = { ...box, env: { ...box.env, LOOM_HOME: join(box.root, 'copy') } };
  for (const place of [box, copy]) {
    expect(listAll(place)).toEqual(expected);
    expect(loom(place, ['journal', 'verify']).code).toBe(0);
  }
});

test('index status, rebuild and drop tell what they did', () => {
  const box = fiveSessions();
  for (const verb of ['status', 'rebuild', 'status', 'drop', 'status']) {
    const run = loom(box, ['index', verb, '--json']);
    expect(run.code, told(run)).toBe(0);
    expect(typeof JSON.parse(run.stdout)).toBe('object');
  }
  expect(listAll(box)).toHaveLength(4);
  const searchOf = (verb: string) => JSON.parse(succeed(box, ['index', verb, '--json']).stdout).search;
  expect(searchOf('rebuild')).toBeNull();
  succeed(box, ['memory', 'search', 'tide', '--all']);
  expect(searchOf('status')).toMatchObject({ behind: 0, documents: expect.any(Number) });
  expect(searchOf('rebuild')).toMatchObject({ behind: 0 });
  succeed(box, ['index', 'drop']);
  expect(searchOf('status')).toBeNull();
});

test('index drop leaves nothing of the conversation in the index folder', () => {
  const box = fiveSessions();
  listAll(box);
  succeed(box, ['index', 'drop']);
  if (existsSync(join(box.store, 'index'))) expect(filesHolding(join(box.store, 'index'), 'tide gauge')).toEqual([]);
});

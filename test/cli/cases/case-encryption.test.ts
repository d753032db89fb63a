/** Exports that are encrypted, and the way back in; with the `age` tool where it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { answer, importClaude, refused, succeed } from '../support/case-answers.ts';
import { loom, openSandbox, programPath, type Sandbox, shell } from '../support/case-sandbox.ts';
import { nativeId, promptOf, writeSession } from '../support/claude-fixture.ts';

const PASSPHRASE = 'lantern tide harbour';

interface Lab {
  readonly box: Sandbox;
  readonly keyFile: string;
  readonly recipient: string;
}

/** A store with one session, and a key. */
async function openLab(): Promise<Lab> {
  const box = openSandbox();
  importClaude(
    box,
    writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 3, title: 'pier log' }),
  );
  const secret = await generateIdentity();
  const keyFile = join(box.root, 'key.txt');
  writeFileSync(keyFile, `# a key\n${secret}\n`);
  return { box, keyFile, recipient: await identityToRecipient(secret) };
}

function otherStore(box: Sandbox, name = 'second'): Sandbox {
  const store = join(box.root, name);
  return { ...box, store, env: { ...box.env, LOOM_HOME: store } };
}

function sessionsOf(box: Sandbox): readonly string[] {
  return answer<{ id: string }[]>(box, ['sessions', 'list', '--all']).map(({ id }) => id);
}

test('a store encrypted to a key is another store again, from a file, from a pipe and as text', async () => {
  const { box, keyFile, recipient } = await openLab();
  const file = join(box.root, 'store.age');
  succeed(box, ['export', '--all', '-r', recipient, '--output', file]);
  expect(readFileSync(file, 'latin1')).not.toContain('pier');
  const text = succeed(box, ['export', '--all', '-r', recipient, '--armor']).stdout;
  expect(text).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----\n/);
  const known = sessionsOf(box);
  const ways = [
    { args: ['import', file], input: undefined },
    { args: ['import', 'loom', '-'], input: readFileSync(file) },
    { args: ['import', 'loom', '-'], input: Buffer.from(text) },
  ];
  for (const [at, { args, input }] of ways.entries()) {
    const other = otherStore(box, `store-${at}`);
    succeed(other, [...args, '--identity', keyFile], input === undefined ? {} : { input });
    expect(sessionsOf(other)).toEqual(known);
  }
});

test('with a passphrase the same, from a descriptor or the environment; another one opens nothing', async () => {
  const { box } = await openLab();
  const file = join(box.root, 'store.age');
  succeed(box, ['export', '--all', '--encrypt', '-o', file], { env: { LOOM_PASSPHRASE: PASSPHRASE } });
  const other = otherStore(box);
  refused(loom(other, ['import', file, '--json'], { env: { LOOM_PASSPHRASE: 'lantern' } }), 3);
  refused(loom(other, ['import', file, '--json']), 2);
  const run = shell(other, `loom import '${file}' --passphrase-fd 3 3<<<'${PASSPHRASE}'`);
  expect(run.code).toBe(0);
  expect(sessionsOf(other)).toEqual(sessionsOf(box));
});

test('without the right key, cut off or changed, an export brings nothing in', async () => {
  const { box, keyFile, recipient } = await openLab();
  const file = join(box.root, 'store.age');
  succeed(box, ['export', '--all', '-r', recipient, '--output', file]);
  const whole = readFileSync(file);
  const [cut, changed, stranger] = ['cut.age', 'changed.age', 'stranger.txt'].map((name) => join(box.root, name));
  writeFileSync(cut as string, whole.subarray(0, whole.length - 20));
  writeFileSync(changed as string, Buffer.concat([whole.subarray(0, -1), Buffer.from([0])]));
  writeFileSync(stranger as string, await generateIdentity());
  const other = otherStore(box);
  refused(loom(other, ['import', cut as string, '-i', keyFile, '--json']), 3);
  refused(loom(other, ['import', changed as string, '-i', keyFile, '--json']), 3);
  refused(loom(other, ['import', file, '-i', stranger as string, '--json']), 3);
  refused(loom(other, ['import', 'loom', '-', '-i', keyFile, '--json'], { input: whole.subarray(0, 400) }), 3);
  refused(loom(other, ['import', file, '--json']), 2);
  expect(sessionsOf(other)).toEqual([]);
});

test('what names a key wrongly writes no file, and a plain one least of all', async () => {
  const { box, keyFile, recipient } = await openLab();
  const target = ['export', '--all', '--output', join(box.root, 'store.age')];
  for (const flags of [
    ['-r', 'age1nobody'],
    ['-R', keyFile],
    ['-R', join(box.root, 'no-file')],
    ['--encrypt'],
    ['--armor'],
    ['--passphrase-fd', '9', '--encrypt'],
    ['-r', recipient, '--passphrase-fd', '0'],
  ]) {
    const run = loom(box, [...target, ...flags]);
    expect(run.code, `${flags.join(' ')}: ${run.stderr}`).toBeGreaterThan(1);
    expect(run.stderr).not.toContain('AGE-SECRET-KEY-1');
  }
  expect(existsSync(join(box.root, 'store.age'))).toBe(false);
  expect(readdirSync(box.root).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('sessions are encrypted in every format, and a folder gets a file each', async () => {
  const { box, keyFile, recipient } = await openLab();
  const folder = join(box.root, 'notes');
  succeed(box, ['sessions', 'export', '--all', '--format', 'jsonl', '-r', recipient, '-o', join(box.root, 'one.age')]);
  const other = otherStore(box);
  succeed(other, ['import', join(box.root, 'one.age'), '-i', keyFile]);
  expect(sessionsOf(other)).toEqual(sessionsOf(box));
  for (const format of ['markdown', 'html', 'json', 'ctx', 'native']) {
    const made = succeed(box, ['sessions', 'export', nativeId(1), '--format', format, '-r', recipient]);
    expect(made.stdout).toMatch(/^age-encryption\.org\/v1\n/);
    expect(made.bytes.toString('latin1')).not.toContain(promptOf(1));
    const document = answer<{ encrypted: string; document: string }>(box, [
      ...['sessions', 'export', nativeId(1), '--format', format, '-r', recipient],
    ]);
    expect(document).toMatchObject({ encrypted: 'recipients', document: expect.stringMatching(/^-----BEGIN AGE/) });
  }
  succeed(box, ['sessions', 'export', nativeId(1), nativeId(1), '-r', recipient, '-o', `${folder}.md`]);
  mkdirSync(folder);
  succeed(box, ['sessions', 'export', '--all', '-r', recipient, '-o', folder]);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\w{16}\.md\.age$/)]);
});

test('a shared memory goes through the same door', async () => {
  const { box, keyFile, recipient } = await openLab();
  const claim = ['memory', 'propose', 'The pier opens at six', '--kind', 'fact'];
  const { id } = answer<{ id: string }>(box, claim);
  succeed(box, ['memory', 'accept', id, '--approved-by', 'Mara', '--evidence', 'the notice at the pier']);
  const file = join(box.root, 'memory.age');
  succeed(box, ['memory', 'export', '-r', recipient, '--to', file]);
  expect(readFileSync(file, 'latin1')).not.toContain('pier');
  refused(loom(box, ['memory', 'import', file, '--json']), 2);
  const read = answer<{ read: number; known: number }>(box, ['memory', 'import', file, '-i', keyFile]);
  expect(read.read).toBe(1);
});

test('the age tool opens what loom wrote, and loom what age wrote', async ({ skip }) => {
  if (spawnSync('age', ['--version']).status !== 0) skip('age is not installed');
  const { box, keyFile, recipient } = await openLab();
  const [mine, theirs] = [join(box.root, 'mine.age'), join(box.root, 'theirs.age')];
  succeed(box, ['export', '--all', '-r', recipient, '-o', mine]);
  const opened = spawnSync('age', ['--decrypt', '-i', keyFile, mine]);
  expect(opened.status).toBe(0);
  expect(opened.stdout.toString()).toContain('"loom":"export"');
  for (const armor of [[], ['--armor']]) {
    spawnSync('age', ['--encrypt', ...armor, '-r', recipient, '-o', theirs], { input: opened.stdout });
    const other = otherStore(box, `store${armor.length}`);
    succeed(other, ['import', theirs, '-i', keyFile]);
    expect(sessionsOf(other)).toEqual(sessionsOf(box));
  }
});

/** Runs the program on a terminal of its own and types an answer at each question; gives all that was seen. */
function onTerminal(box: Sandbox, args: readonly string[], answers: readonly string[]): Promise<string> {
  const command = [process.execPath, programPath, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: box.work, env: box.env });
  const left = [...answers];
  let [seen, asked] = ['', 0];
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString('utf8');
    const questions = seen.match(/:\s\S\[\d+G/g)?.length ?? 0;
    if (questions > asked) child.stdin.write(`${left.shift() ?? ''}\n`);
    asked = Math.max(asked, questions);
  });
  return new Promise((resolve) => child.on('close', () => resolve(seen)));
}

test('on a terminal the passphrase is asked for, twice for a new file, and is not seen', async ({ skip }) => {
  if (spawnSync('script', ['-qec', 'true', '/dev/null']).status !== 0) skip('script is not installed');
  const { box } = await openLab();
  const file = join(box.root, 'typed.age');
  const args = ['export', '--all', '--encrypt', '-o', file];
  expect(await onTerminal(box, args, [PASSPHRASE, 'another'])).toContain('the two passphrases differ');
  expect(existsSync(file)).toBe(false);
  const seen = await onTerminal(box, args, [PASSPHRASE, PASSPHRASE]);
  expect(seen).toContain(`wrote ${file}`);
  expect(seen).not.toContain(PASSPHRASE.slice(0, 7));
  succeed(otherStore(box), ['import', file], { env: { LOOM_PASSPHRASE: PASSPHRASE } });
});

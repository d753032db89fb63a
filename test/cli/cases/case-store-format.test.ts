/** Stores that are newer, older, unsafe or damaged. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importClaude, listAll, parsed, refused, show, succeed, told } from '../support/case-answers.ts';
import { journalBytes } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox, shell } from '../support/case-sandbox.ts';
import { nativeId, writeMany } from '../support/claude-fixture.ts';

function withThree(): Sandbox {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 3, cwd: box.work }));
  return box;
}

function setFormat(box: Sandbox, format: unknown): void {
  const file = join(box.store, 'store.json');
  writeFileSync(file, `${JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), format })}\n`);
}

test('a store of a newer format is left alone by every command but verify and paths', () => {
  const box = withThree();
  for (const format of [2, 99]) {
    setFormat(box, format);
    const before = journalBytes(box.store);
    const commands = [
      ['sessions', 'list'],
      ['sessions', 'show', nativeId(1)],
      ['sessions', 'pin', nativeId(1)],
      ['status'],
      ['export', '--all'],
      ['import', 'claude', join(box.root, 'source')],
      ['index', 'rebuild'],
      ['journal', 'repair'],
      ['sessions', 'purge', nativeId(1), '--yes'],
    ];
    for (const args of commands) refused(loom(box, [...args, '--json']), 9);
    expect(loom(box, ['paths']).code).toBe(0);
    expect([0, 3]).toContain(loom(box, ['journal', 'verify']).code);
    expect(journalBytes(box.store)).toEqual(before);
  }
});

test('a store.json that is nonsense is read past, never overwritten in passing, and made anew by a repair', () => {
  const box = withThree();
  const file = join(box.store, 'store.json');
  for (const text of ['', 'not json', '[]', '{"format":"one"}', '{"format":-1}', '{"format":0}']) {
    writeFileSync(file, text);
    const run = loom(box, ['sessions', 'list', '--all', '--json']);
    expect(run.code, told(run)).toBe(0);
    expect(parsed<unknown[]>(run)).toHaveLength(3);
    expect(run.stderr).toMatch(/^Warning: store\.json .*loom journal repair\n$/);
    expect(refused(loom(box, ['sessions', 'pin', nativeId(1), '--json']), 3).hints).toEqual(['loom journal repair']);
    expect(loom(box, ['journal', 'verify']).code).toBe(3);
    const doctor = loom(box, ['doctor']);
    expect(doctor.code, told(doctor)).toBe(3);
    expect(doctor.stdout).toContain('store.json does not say what it holds');
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
  const [plan, done] = [['--dry-run'], ['--yes']].map((flags) =>
    parsed<object>(loom(box, ['journal', 'repair', ...flags, '--json'])),
  );
  const files = [{ file: 'store.json', fault: 'damaged' }];
  expect(plan).toMatchObject({ applied: false, files, quarantine: null });
  expect(done).toMatchObject({ applied: true, files, quarantine: expect.stringContaining('quarantine') });
  succeed(box, ['sessions', 'pin', nativeId(1)]);
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
});

test('of a store only its journal and transcripts are restored: every session is there, and writing goes on', () => {
  const box = withThree();
  succeed(box, ['sessions', 'pin', nativeId(1)]);
  succeed(box, ['sessions', 'archive', nativeId(2)]);
  succeed(box, ['sessions', 'rename', nativeId(3), 'Low water']);
  const before = listAll(box, '--archived');
  const whole = join(box.root, 'whole');
  renameSync(box.store, whole);
  mkdirSync(box.store, { mode: 0o700 });
  for (const name of ['journal', 'transcripts']) renameSync(join(whole, name), join(box.store, name));
  const read = loom(box, ['sessions', 'list', '--all', '--archived', '--json']);
  expect(parsed<unknown>(read)).toEqual(before);
  expect(read.stderr).toMatch(/^Warning: the store has no store\.json and no key: [^\n]*\n$/);
  const write = succeed(box, ['sessions', 'rename', nativeId(3), 'High water']);
  expect(write.stderr).toContain('made anew; redaction tags will differ');
  expect(show(box, nativeId(3))).toMatchObject({ title: 'High water', project: { id: before[0]?.project?.id } });
  expect(succeed(box, ['sessions', 'list', '--all']).stderr).toBe('');
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
});

test('a home that is a link to a folder is read and written like that folder', () => {
  const box = withThree();
  const real = join(box.root, 'elsewhere');
  renameSync(box.store, real);
  symlinkSync(real, box.store);
  const list = loom(box, ['sessions', 'list', '--all', '--json']);
  expect(parsed<unknown[]>(list)).toHaveLength(3);
  expect(list.stderr).toBe('');
  succeed(box, ['sessions', 'pin', nativeId(1)]);
  for (const args of [['doctor'], ['journal', 'verify']]) {
    const run = loom(box, args);
    expect(run.code, told(run)).toBe(0);
    expect(`${run.stdout}${run.stderr}`).not.toContain('written by other');
  }
  renameSync(join(real, 'journal'), join(box.root, 'journal'));
  symlinkSync(join(box.root, 'journal'), join(real, 'journal'));
  refused(loom(box, ['sessions', 'unpin', nativeId(1), '--json']), 8);
});

function lastSegment(box: Sandbox): string {
  return join(
    box.store,
    'journal',
    String(
      readdirSync(join(box.store, 'journal'))
        .filter((n) => n.endsWith('.jsonl'))
        .sort()
        .at(-1),
    ),
  );
}

test('one damaged journal line hides nothing else, and is located', () => {
  const box = withThree();
  for (const n of [1, 2, 3]) succeed(box, ['sessions', 'rename', nativeId(n), `watch ${n}`]);
  const file = lastSegment(box);
  const text = readFileSync(file, 'latin1');
  const at = text.indexOf('watch 2');
  writeFileSync(file, Buffer.from(`${text.slice(0, at)}wXtch 2${text.slice(at + 7)}`, 'latin1'));
  expect(listAll(box)).toHaveLength(3);
  expect(show(box, nativeId(1)).title).toBe('watch 1');
  expect(show(box, nativeId(3)).title).toBe('watch 3');
  expect(show(box, nativeId(2)).title).not.toBe('wXtch 2');
  const verify = loom(box, ['journal', 'verify', '--json']);
  expect(verify.code, told(verify)).toBe(3);
  expect(verify.stdout).toContain(file.split('/').at(-1));
  expect(loom(box, ['doctor']).code).toBe(3);
  refused(loom(box, ['sessions', 'pin', nativeId(2), '--json']), 3);
  succeed(box, ['sessions', 'pin', nativeId(1)]);
  succeed(box, ['journal', 'repair', '--yes']);
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
  succeed(box, ['sessions', 'pin', nativeId(2)]);
  expect(show(box, nativeId(3)).title).toBe('watch 3');
});

test('a torn last line is no damage: the next write begins a new segment and nothing is cut', () => {
  const box = withThree();
  const file = lastSegment(box);
  const before = readFileSync(file);
  const torn = Buffer.concat([before, Buffer.from('{"v":1,"id":"01TORN')]);
  writeFileSync(file, torn);
  expect(listAll(box)).toHaveLength(3);
  succeed(box, ['sessions', 'rename', nativeId(1), 'after the tear']);
  expect(readFileSync(file).equals(torn)).toBe(true);
  expect(lastSegment(box)).not.toBe(file);
  expect(show(box, nativeId(1)).title).toBe('after the tear');
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
});

test('conflict markers in a segment are skipped and counted, the lines around them are read', () => {
  const box = withThree();
  const file = lastSegment(box);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  lines.splice(lines.length - 1, 0, '<<<<<<< HEAD', '=======', '>>>>>>> other');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const run = loom(box, ['sessions', 'list', '--all', '--json']);
  expect(run.code, told(run)).toBe(0);
  expect(JSON.parse(run.stdout).length).toBeGreaterThanOrEqual(2);
  expect(loom(box, ['journal', 'verify']).code).toBe(3);
});

test('a store others can read is made private or refused; nothing in it is ever wider', () => {
  const box = withThree();
  for (const name of readdirSync(box.store)) expect(modeOf(join(box.store, name)) & 0o077, name).toBe(0);
  expect(modeOf(box.store) & 0o077).toBe(0);
  chmodSync(box.store, 0o777);
  const run = loom(box, ['sessions', 'list', '--json']);
  expect([0, 8], told(run)).toContain(run.code);
  if (run.code === 0) expect(`${run.stderr}${modeOf(box.store) & 0o022}`).not.toBe('18');
});

test('what doctor and verify say to run runs as printed and mends the store', () => {
  const box = withThree();
  chmodSync(box.store, 0o755);
  chmodSync(join(box.store, 'key'), 0o666);
  writeFileSync(join(box.store, 'store.json'), '{');
  const file = lastSegment(box);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"type":"session.started"', '"type":"session.stbrted"'));
  expect(loom(box, ['journal', 'verify']).stderr).toMatch(/^Hint: loom journal repair$/m);
  for (let round = 0; round < 4; round += 1) {
    const { checks } = parsed<{ checks: { status: string; fix?: string }[] }>(loom(box, ['doctor', '--json']));
    const fixes = new Set(checks.flatMap(({ status, fix }) => (status === 'ok' || fix === undefined ? [] : [fix])));
    for (const fix of fixes) expect(shell(box, `${fix.replace(/repair$/, 'repair --yes')}`).code, fix).toBe(0);
  }
  expect(loom(box, ['journal', 'verify']).code).toBe(0);
  expect(loom(box, ['doctor']).code).toBe(0);
});

test('links planted inside the store are not followed', () => {
  const box = withThree();
  const victim = join(box.root, 'victim.txt');
  writeFileSync(victim, 'untouched\n');
  const name = '000002.jsonl';
  symlinkSync(victim, join(box.store, 'journal', name));
  const run = loom(box, ['sessions', 'rename', nativeId(1), 'written where']);
  expect(run.code, told(run)).not.toBe(1);
  expect(readFileSync(victim, 'utf8')).toBe('untouched\n');
});

test('a home that is not absolute, or is a file, is refused with words', () => {
  const box = openSandbox();
  const file = join(box.root, 'a-file');
  writeFileSync(file, 'x');
  const run = loom(box, ['sessions', 'start', '--title', 't', '--json'], { env: { LOOM_HOME: file } });
  expect([2, 7, 8], told(run)).toContain(run.code);
  expect(readFileSync(file, 'utf8')).toBe('x');
});

test('without LOOM_HOME the store is in the user-data folder of the system', () => {
  const box = openSandbox();
  const env = { LOOM_HOME: undefined, XDG_DATA_HOME: undefined };
  expect(loom(box, ['paths', '--json'], { env }).stdout).toContain(join(box.home, '.local', 'share', 'loom'));
  const data = join(box.root, 'data');
  mkdirSync(data);
  const run = loom(box, ['paths', '--json'], { env: { LOOM_HOME: undefined, XDG_DATA_HOME: data } });
  expect(run.stdout).toContain(join(data, 'loom'));
  expect(existsSync(join(box.home, '.local'))).toBe(false);
});

function modeOf(path: string): number {
  return statSync(path).mode;
}

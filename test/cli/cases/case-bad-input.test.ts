/** Hostile and senseless input: a clear report, the right exit code, never a crash, the rest imported. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type ImportReport,
  importClaude,
  listAll,
  parsed,
  refused,
  show,
  succeed,
  told,
} from '../support/case-answers.ts';
import { filesHolding } from '../support/case-files.ts';
import { loom, openSandbox } from '../support/case-sandbox.ts';
import { answerOf, claudeRecords, nativeId, toLines, writeSession, writeSource } from '../support/claude-fixture.ts';

const plan = { sessionId: nativeId(1), cwd: '/srv/harbour', pairs: 2 };

function withLine(line: string | Buffer): Buffer {
  const lines = toLines(claudeRecords(plan)).map((text) => Buffer.from(`${text}\n`));
  const odd = Buffer.concat([Buffer.from(line), Buffer.from('\n')]);
  return Buffer.concat([...lines.slice(0, 2), odd, ...lines.slice(2)]);
}

test('a missing path is not found', () => {
  const box = openSandbox();
  const error = refused(loom(box, ['import', 'claude', join(box.root, 'no-such.jsonl'), '--json']), 4);
  expect(error.message).toContain('no-such.jsonl');
});

const strangers: readonly [string, string | Buffer][] = [
  ['prose', 'The keeper wrote nothing of use here.\nNot even a record.\n'],
  [
    'a picture',
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 91) % 256)),
    ]),
  ],
  ['JSON of something else', '{"name":"lamp","private":true}\n'],
  ['a JSON list', '[1,2,3]\n'],
];

test.each(strangers)('%s is no session of any agent', (_name, content) => {
  const box = openSandbox();
  const file = writeSource(join(box.root, 'stranger.jsonl'), content);
  const run = loom(box, ['import', file, '--json']);
  expect(run.code, told(run)).toBe(2);
  expect(JSON.stringify(parsed(run))).toContain('stranger.jsonl');
  expect(listAll(box)).toEqual([]);
});

test('an empty file, an empty folder and a FIFO end at once with words', () => {
  const box = openSandbox();
  const empty = writeSource(join(box.root, 'empty.jsonl'), '');
  const folder = join(box.root, 'hollow');
  mkdirSync(folder);
  const pipe = join(box.root, 'pipe.jsonl');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  for (const path of [empty, folder, pipe]) {
    const run = loom(box, ['import', 'claude', path, '--json']);
    expect([0, 2, 3], told(run)).toContain(run.code);
    expect(`${run.stdout}${run.stderr}`, told(run)).toContain(path.split('/').at(-1));
    parsed(run);
  }
  expect(listAll(box)).toEqual([]);
});

test('a FIFO and a folder among good files stop nothing', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  writeSession(source, plan);
  expect(spawnSync('mkfifo', [join(source, `${nativeId(2)}.jsonl`)]).status).toBe(0);
  mkdirSync(join(source, `${nativeId(3)}.jsonl`));
  const run = loom(box, ['import', 'claude', source, '--json']);
  expect([0, 3], told(run)).toContain(run.code);
  expect(listAll(box)).toHaveLength(1);
});

const malformed: readonly [string, string | Buffer][] = [
  ['10,000-deep lists', `{"type":"user","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['10,000-deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['100,000 open brackets', '['.repeat(100_000)],
  [
    'invalid UTF-8',
    Buffer.concat([
      Buffer.from('{"type":"user","x":"'),
      Buffer.from([0xff, 0xc0, 0xaf, 0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]),
  ],
  ['zero bytes in a line', Buffer.from(`{"type":"user",\0\0"x":1}`)],
  ['a line of 17 MiB', `{"type":"user","x":"${'z'.repeat(17 * 1024 * 1024)}"}`],
];

test.each(malformed)('%s are counted and the rest is imported', (_name, line) => {
  const box = openSandbox();
  const run = loom(box, [
    'import',
    'claude',
    writeSource(join(box.root, `${plan.sessionId}.jsonl`), withLine(line)),
    '--json',
  ]);
  expect(run.code, told(run)).toBe(0);
  const { records } = parsed<ImportReport>(run);
  expect(records.kept).toBe(4);
  expect(records.malformed + records.skipped).toBeGreaterThanOrEqual(1);
  expect(show(box, plan.sessionId).messages.at(-1)?.text).toBe(answerOf(1));
});

const lawful: readonly [string, string, string][] = [
  [
    '__proto__ and constructor keys',
    '{"type":"lamp","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}',
    '"__proto__":{"polluted":true}',
  ],
  [
    'huge integers',
    '{"type":"lamp","n":123456789012345678901234567890,"m":-0,"e":1e400}',
    '"n":123456789012345678901234567890,"m":-0,"e":1e400',
  ],
  ['lone surrogates', '{"type":"lamp","s":"\\ud83d and \\udc00"}', '\\ud83d and \\udc00'],
  ['duplicate keys', '{"type":"lamp","k":1,"k":2,"k":3}', '"k":1,"k":2,"k":3'],
  ['escaped zero', '{"type":"lamp","s":"a\\u0000b"}', 'a\\u0000b'],
];

test.each(lawful)('%s are kept as they were written', (_name, line, needle) => {
  const box = openSandbox();
  const report = importClaude(box, writeSource(join(box.root, `${plan.sessionId}.jsonl`), withLine(line)));
  expect(report.records).toMatchObject({ kept: 5, malformed: 0 });
  expect(show(box, plan.sessionId).messages).toHaveLength(4);
  expect(filesHolding(join(box.store, 'transcripts'), needle)).toHaveLength(1);
});

const oddBlocks: readonly [string, unknown][] = [
  ['null content', null],
  ['a number', 17],
  ['an object', { text: 'loose' }],
  [
    'blocks of unknown kinds',
    [{ type: 'hologram', data: [1] }, null, 7, 'bare', { type: 'text' }, { type: 'text', text: 'kept words' }],
  ],
  ['surrogate halves and zeros', [{ type: 'text', text: 'half \ud83d zero \u0000 end' }]],
  [
    'names of Object.prototype',
    [
      { type: 'text', text: '__proto__' },
      { type: 'tool_use', id: 'hasOwnProperty', name: 'constructor', input: { ['__proto__']: 1 } },
    ],
  ],
];

test.each(oddBlocks)('message content that is %s breaks no command', (_name, content) => {
  const box = openSandbox();
  const records = claudeRecords(plan);
  const odd = { ...records[1], message: { ...(records[1]?.['message'] as object), content } };
  const lines = toLines([records[0], odd, ...records.slice(2)]);
  importClaude(box, writeSource(join(box.root, `${plan.sessionId}.jsonl`), `${lines.join('\n')}\n`));
  expect(show(box, plan.sessionId).messages.at(-1)?.text).toBe(answerOf(1));
  for (const format of ['markdown', 'json', 'jsonl']) {
    const run = loom(box, ['sessions', 'export', plan.sessionId, '--format', format]);
    expect(run.code, told(run)).toBe(0);
  }
  expect(loom(box, ['sessions', 'timeline', plan.sessionId]).code).toBe(0);
});

test('a line of 12 MB is imported, shown in bounds and exported whole', () => {
  const box = openSandbox();
  const records = claudeRecords({
    ...plan,
    answer: (i) => (i === 0 ? `${'brine '.repeat(2_000_000)}last word` : answerOf(i)),
  });
  importClaude(box, writeSource(join(box.root, `${plan.sessionId}.jsonl`), `${toLines(records).join('\n')}\n`));
  expect(loom(box, ['sessions', 'show', plan.sessionId]).bytes.length).toBeLessThan(200_000);
  expect(loom(box, ['sessions', 'list', '--all']).bytes.length).toBeLessThan(2_000);
  const full = loom(box, ['sessions', 'export', plan.sessionId, '--format', 'markdown', '--mode', 'full']);
  expect(full.code, told(full)).toBe(0);
  expect(full.bytes.length).toBeGreaterThan(12_000_000);
  expect(full.stdout).toContain('last word');
});

test.skipIf(process.env['LOOM_TEST_BIG'] !== '1')(
  'a line of 1 GB is left out in bounded memory (runs with LOOM_TEST_BIG=1)',
  () => {
    const box = openSandbox();
    const file = writeSource(
      join(box.root, `${plan.sessionId}.jsonl`),
      `${toLines(claudeRecords(plan)).join('\n')}\n{"type":"user","x":"`,
    );
    const handle = openSync(file, 'a');
    for (let i = 0; i < 1024; i += 1) writeSync(handle, Buffer.alloc(1024 * 1024, 0x79));
    writeSync(handle, '"}\n');
    closeSync(handle);
    const run = loom(box, ['import', 'claude', file, '--json'], { env: { NODE_OPTIONS: '--max-old-space-size=160' } });
    expect(run.code, told(run)).toBe(0);
    expect(parsed<ImportReport>(run).records.kept).toBe(4);
  },
  120_000,
);

test('a place of an agent that is a link in a circle is told by import, status and doctor, and not called empty', () => {
  const box = openSandbox();
  mkdirSync(join(box.home, '.codex'));
  symlinkSync('sessions', join(box.home, '.codex', 'sessions'));
  const { code, stdout } = loom(box, ['import', 'codex']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('is a link that leads nowhere (ELOOP)')]);
  expect(succeed(box, ['status']).stdout).toContain('1 folder or file cannot be looked at');
  expect(loom(box, ['doctor']).stdout).toMatch(/^warning +codex: 1 of its folders and files cannot be looked at/m);
});

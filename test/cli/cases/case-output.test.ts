/** Streams, pipes, terminals and tables. */
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { importClaude, succeed, told } from '../support/case-answers.ts';
import { loom, openSandbox, type Sandbox, shell } from '../support/case-sandbox.ts';
import { later, nativeId, toolRound, writeMany, writeRecords, writeSession } from '../support/claude-fixture.ts';

const hostile = [
  '\u001b[2J\u001b[1;1Hcleared',
  '\u001b]52;c;aGFyYm91cg==\u0007clip',
  '\u001b]8;;http://reef.test\u001b\\link\u001b]8;;\u001b\\',
  '\u009b31mred\u009d0;t\u009c',
  'over\rwrite\u0008\u0008',
  'bidi \u202e\u2066gpj.exe\u2069\u200f',
  'nul \u0000 bell \u0007 del \u007f vt \u000b ff \u000c',
  'tag \u{e0041}\u{e0042} zero\u200bwidth\ufeff',
] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the point of the test
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

function hostileStore(): Sandbox {
  const box = openSandbox();
  hostile.forEach((text, index) => {
    const base = {
      sessionId: nativeId(index + 1),
      cwd: `/srv/${text}`,
      start: later('2026-04-01T00:00:00.000Z', index * 60),
    };
    const records = toolRound(
      { ...base, prompt: () => text, answer: () => `${text} answered` },
      { name: `Read${text}`, input: { file_path: `/srv/${text}`, command: text }, output: text },
    );
    const titled = index % 2 === 0 ? [{ type: 'custom-title', customTitle: text, sessionId: base.sessionId }] : [];
    writeRecords(join(box.root, 'source', `${base.sessionId}.jsonl`), [...records, ...titled]);
  });
  importClaude(box, join(box.root, 'source'));
  return box;
}

test('nothing hostile in a transcript reaches the terminal through any command', () => {
  const box = hostileStore();
  succeed(box, ['sessions', 'rename', nativeId(2), 'given \u001b[31m\u009b5m name']);
  const per = ['show', 'timeline', 'pin', 'unpin', 'archive', 'restore', 'export'];
  const commands = [
    ['sessions', 'list', '--all'],
    ['sessions', 'list', '--all', '--tree'],
    ['sessions', 'prompts', '--all'],
    ['status'],
    ['project', 'list'],
    ['doctor'],
    ['journal', 'tail'],
    ['journal', 'tail', '--derived'],
    ['journal', 'stats'],
    ['sessions', 'show', '\u001b[31mnobody\u202e'],
    ['import', 'claude', '/no/\u001b[2Jwhere'],
    ['sessions', 'delete', nativeId(3), '--dry-run'],
    ['undo', '--dry-run'],
    ...hostile.flatMap((_, index) =>
      per.map((verb) => ['sessions', verb, nativeId(index + 1)]).slice(0, index < 2 ? 9 : 2),
    ),
  ];
  for (const args of commands) {
    for (const env of [{}, { LOOM_FORCE_TTY: '80' }]) {
      const run = loom(box, args, { env });
      expect(run.code, told(run)).not.toBe(1);
      expect(unsafe.exec(run.stdout)?.[0], `stdout of ${told(run)}`).toBeUndefined();
      expect(unsafe.exec(run.stderr)?.[0], `stderr of ${told(run)}`).toBeUndefined();
    }
  }
});

test('json carries hostile text whole, escaped to printable bytes', () => {
  const box = hostileStore();
  const run = loom(box, ['sessions', 'show', nativeId(1), '--json']);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the point of the test
  expect(run.stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
  const shown = JSON.parse(run.stdout) as { messages: { text: string }[] };
  expect(shown.messages[0]?.text).toBe(hostile[0]);
});

test('colour is only ever a plain style code, and only where it is wanted', () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 3, cwd: box.work }));
  for (const args of [
    ['sessions', 'list'],
    ['sessions', 'show', '@last'],
    ['status'],
    ['help'],
    ['sessions', '--help'],
  ]) {
    expect(loom(box, args, { env: { NO_COLOR: undefined } }).stdout, args.join(' ')).not.toContain('\u001b');
    const forced = loom(box, args, { env: { NO_COLOR: undefined, FORCE_COLOR: '1' } });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the point of the test
    expect(forced.stdout.replace(/\u001b\[[0-9;]*m/g, ''), args.join(' ')).not.toContain('\u001b');
    expect(loom(box, args, { env: { LOOM_FORCE_TTY: '80' } }).stdout, args.join(' ')).not.toContain('\u001b');
  }
});

const titles = [
  '潮位観測所の点検記録を読む',
  '👍👍 done, keeper',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦 family of gauges 👩‍👩‍👧‍👦',
  'plain harbour title',
  'Ａｆｕｌｌｗｉｄｔｈ',
  'x'.repeat(300),
];

function wideStore(): Sandbox {
  const box = openSandbox();
  titles.forEach((title, index) => {
    writeSession(join(box.root, 'source'), { sessionId: nativeId(index + 1), cwd: box.work, pairs: 1, title });
  });
  importClaude(box, join(box.root, 'source'));
  return box;
}

test.each([60, 80, 40, 200])('tables with wide characters fit %i cells and keep their columns', (width) => {
  const box = wideStore();
  const run = succeed(box, ['sessions', 'list'], { env: { LOOM_FORCE_TTY: String(width) } });
  const lines = stripVTControlCharacters(run.stdout).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(titles.length);
  for (const line of lines) expect(stringWidth(line), line).toBeLessThanOrEqual(width);
  expect(run.stdout).not.toContain('\ufffd');
});

test('a very narrow terminal neither crashes nor wraps rows into nonsense', () => {
  const box = wideStore();
  for (const width of ['20', '1', '0', 'wide', '100000']) {
    expect(loom(box, ['sessions', 'list'], { env: { LOOM_FORCE_TTY: width } }).code, width).toBe(0);
    expect(loom(box, ['sessions', 'list'], { env: { COLUMNS: width } }).code, width).toBe(0);
  }
});

test('in a pipe rows are tab-separated, whole, and one line each', () => {
  const box = openSandbox();
  const prompts = [
    'line one\n\n\tline two   end',
    `${'at gauge.read (pier.js:1)\n'.repeat(500)}`,
    'a | pipe \t and tab',
    'x'.repeat(400),
  ];
  prompts.forEach((text, index) => {
    writeSession(join(box.root, 'source'), {
      sessionId: nativeId(index + 1),
      cwd: box.work,
      pairs: 1,
      prompt: () => text,
    });
  });
  importClaude(box, join(box.root, 'source'));
  succeed(box, ['sessions', 'rename', nativeId(4), `${'x'.repeat(399)}!`]);
  const lines = succeed(box, ['sessions', 'list']).stdout.trimEnd().split('\n');
  expect(new Set(lines.map((line) => line.split('\t').length)).size).toBe(1);
  expect([4, 5]).toContain(lines.length);
  expect(lines.some((line) => line.includes(`${'x'.repeat(399)}!`))).toBe(true);
});

test('a reader that stops early ends the program quietly', () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 300, cwd: box.work }));
  const commands = [
    'sessions list',
    'sessions list --json',
    'sessions list --jsonl',
    'export --all',
    'journal tail',
    'sessions show @last',
  ];
  for (const command of commands) {
    for (const reader of ['head -1', 'true', 'head -c 10']) {
      const run = shell(box, `loom ${command} | ${reader} >/dev/null; echo "rc=\${PIPESTATUS[0]}"`);
      expect(run.stdout, `${command} | ${reader}: ${run.stderr}`).toBe('rc=0\n');
      expect(run.stderr, `${command} | ${reader}`).not.toMatch(/EPIPE|at .*:\d+/);
    }
  }
});

test('an answer that cannot be written is exit 74', () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 3, cwd: box.work }));
  for (const command of [
    'sessions list --json',
    'sessions list',
    'sessions show @last',
    'export --all',
    '--version',
    'help',
    'paths --json',
  ]) {
    const run = shell(box, `loom ${command} > /dev/full; echo "rc=$?" >&2`);
    expect(run.stderr, command).toContain('rc=74');
  }
  const renamed = shell(box, `loom sessions rename ${nativeId(1)} 'kept all the same' > /dev/full; echo "rc=$?" >&2`);
  expect(renamed.stderr).toContain('rc=74');
  expect(renamed.stderr.replace('rc=74', '').trim()).not.toBe('');
  expect(succeed(box, ['sessions', 'show', nativeId(1), '--json']).stdout).toContain('kept all the same');
});

test('closed streams crash nothing', () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 3, cwd: box.work }));
  for (const redirection of ['>&-', '2>&-', '<&-', '>&- 2>&- <&-']) {
    const run = shell(box, `loom sessions list --json ${redirection}; echo "rc=$?"`);
    expect(run.stdout, redirection).toMatch(/rc=(0|74)\n$/);
    expect(run.stderr, redirection).not.toMatch(/\n\s+at /);
  }
});

/** Exports, and the way back in. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, listAll, refused, show, succeed, told } from '../support/case-answers.ts';
import { journalBytes } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import {
  answerOf,
  claudeProjects,
  claudeRecords,
  nativeId,
  promptOf,
  toolRound,
  writeMany,
  writeRecords,
  writeSession,
} from '../support/claude-fixture.ts';

function otherStore(box: Sandbox, name = 'second'): Sandbox {
  const store = join(box.root, name);
  return { ...box, store, env: { ...box.env, LOOM_HOME: store } };
}

function withOne(): Sandbox {
  const box = openSandbox();
  importClaude(
    box,
    writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 3, title: 'pier log' }),
  );
  return box;
}

test('markdown labels roles in bold and never with headings of its own', () => {
  const box = openSandbox();
  const plan = {
    sessionId: nativeId(1),
    cwd: box.work,
    pairs: 2,
    answer: () => '# a heading of the answer\n\n```sh\nls\n```',
  };
  importClaude(box, writeSession(join(box.root, 'source'), plan));
  const text = succeed(box, ['sessions', 'export', nativeId(1), '--format', 'markdown']).stdout;
  expect(text).toContain(promptOf(1));
  expect(text).toContain('# a heading of the answer');
  expect(text).not.toMatch(/^#{1,6}\s*\W*(user|assistant|human|claude|you|prompt|answer|agent)\b/im);
  expect(text).toMatch(/^\*\*[^*\n]+\*\*/m);
});

test.each(['markdown', 'html', 'json', 'jsonl'])(
  '%s is the same bytes on stdout and in a file, in every time zone',
  (format) => {
    const box = withOne();
    const args = ['sessions', 'export', nativeId(1), '--format', format];
    const printed = succeed(box, args).stdout;
    const file = join(box.root, `out.${format}`);
    succeed(box, [...args, '--output', file]);
    expect(readFileSync(file, 'utf8')).toBe(printed);
    for (const TZ of ['America/New_York', 'Asia/Kathmandu']) {
      expect(succeed(box, args, { env: { TZ, LC_ALL: 'C' } }).stdout).toBe(printed);
    }
    for (let i = 0; i < 3; i += 1) expect(printed).toContain(answerOf(i));
  },
);

test('json is one document and jsonl one a line', () => {
  const box = withOne();
  JSON.parse(succeed(box, ['sessions', 'export', nativeId(1), '--format', 'json']).stdout);
  const lines = succeed(box, ['sessions', 'export', nativeId(1), '--format', 'jsonl'])
    .stdout.trimEnd()
    .split('\n');
  for (const line of lines) JSON.parse(line);
  expect(lines.length).toBeGreaterThanOrEqual(6);
});

test('an existing file is not overwritten without --force', () => {
  const box = withOne();
  const file = join(box.root, 'mine.md');
  writeFileSync(file, 'my own words');
  refused(loom(box, ['sessions', 'export', nativeId(1), '--output', file, '--json']), 6);
  expect(readFileSync(file, 'utf8')).toBe('my own words');
  succeed(box, ['sessions', 'export', nativeId(1), '--output', file, '--force']);
  expect(readFileSync(file, 'utf8')).toContain(promptOf(0));
});

test('an output that cannot be written is a storage fault and leaves nothing', () => {
  const box = withOne();
  const file = join(box.root, 'no', 'such', 'folder', 'out.md');
  const run = loom(box, ['sessions', 'export', nativeId(1), '--output', file, '--json']);
  expect([4, 7, 74], told(run)).toContain(run.code);
  expect(existsSync(file)).toBe(false);
});

test('modes and formats outside the list are usage errors', () => {
  const box = withOne();
  for (const bad of [
    ['--format', 'docx'],
    ['--mode', 'everything'],
  ]) {
    refused(loom(box, ['sessions', 'export', nativeId(1), ...bad, '--json']), 2);
  }
  for (const mode of ['compact', 'redacted', 'full']) succeed(box, ['sessions', 'export', nativeId(1), '--mode', mode]);
});

test.each(['compact', 'redacted', 'full'])('mode %s keeps every prompt and answer', (mode) => {
  const box = withOne();
  const text = succeed(box, ['sessions', 'export', nativeId(1), '--format', 'markdown', '--mode', mode]).stdout;
  for (let i = 0; i < 3; i += 1) {
    expect(text).toContain(promptOf(i));
    expect(text).toContain(answerOf(i));
  }
});

function rich(box: Sandbox): void {
  const source = claudeProjects(box.home);
  const tool = {
    name: 'Bash',
    input: { command: 'tide --now "6 < 7"' },
    output: 'tide: 3.2 m\n"quoted" \u001b[1m潮\u0000',
  };
  const round = toolRound({ sessionId: nativeId(1), cwd: box.work }, tool);
  writeRecords(join(source, `${nativeId(1)}.jsonl`), [...round, { type: 'novel', n: 9007199254740991, x: '潮' }]);
  for (const n of [1, 2]) {
    const extra = { isSidechain: true, agentId: `b${n}` };
    const records = claudeRecords({
      sessionId: nativeId(1),
      cwd: box.work,
      pairs: 1,
      seed: `b${n}b${n}b${n}b${n}`,
      extra,
    });
    writeRecords(join(source, nativeId(1), 'subagents', `agent-b${n}.jsonl`), records);
  }
  writeSession(source, { sessionId: nativeId(2), cwd: '/srv/far', pairs: 4, title: 'far away' });
  importClaude(box);
  succeed(box, ['sessions', 'rename', nativeId(2), 'renamed far away']);
  succeed(box, ['sessions', 'pin', nativeId(2)]);
}

test('a json export gives the same session in an empty store', () => {
  const box = openSandbox();
  rich(box);
  const second = otherStore(box);
  for (const n of [1, 2]) {
    const file = join(box.root, `${n}.json`);
    succeed(box, ['sessions', 'export', nativeId(n), '--format', 'json', '--mode', 'full', '--output', file]);
    succeed(second, ['import', 'loom', file]);
    const [here, there] = [show(box, nativeId(n)), show(second, nativeId(n))];
    for (const field of [
      'id',
      'nativeId',
      'agent',
      'title',
      'cwd',
      'startedAt',
      'updatedAt',
      'tokens',
      'turns',
      'messages',
      'tools',
    ] as const) {
      expect(there[field], field).toEqual(here[field]);
    }
    expect(there.messages.map((message) => message.role)).toEqual(here.messages.map((message) => message.role));
    const again = succeed(second, ['sessions', 'export', nativeId(n), '--format', 'json', '--mode', 'full']).stdout;
    expect(JSON.parse(again).messages).toEqual(JSON.parse(readFileSync(file, 'utf8')).messages);
  }
  const before = [...journalBytes(second.store).values()].map(String);
  succeed(second, ['import', 'loom', join(box.root, '2.json')]);
  expect([...journalBytes(second.store).values()].map(String)).toEqual(before);
});

test('the whole store goes out and comes back: nothing is added at home, everything in an empty store', () => {
  const box = openSandbox();
  rich(box);
  const text = succeed(box, ['export', '--all']).stdout;
  const before = listAll(box, '--include-subagents');
  const home = loom(box, ['import', 'loom', '-', '--json'], { input: text });
  expect(home.code, told(home)).toBe(0);
  expect(listAll(box, '--include-subagents')).toEqual(before);
  expect(show(box, nativeId(1)).messages).toHaveLength(show(box, nativeId(1)).messages.length);
  const second = otherStore(box);
  const away = loom(second, ['import', 'loom', '-', '--json'], { input: text });
  expect(away.code, told(away)).toBe(0);
  const pick = (rows: ReturnType<typeof listAll>) =>
    rows.map((row) => [row.id, row.nativeId, row.title, row.pinned, row.archived, row.cwd, row.counts, row.tokens]);
  expect(pick(listAll(second, '--include-subagents'))).toEqual(pick(before));
  for (const n of [1, 2]) expect(show(second, nativeId(n)).turns).toEqual(show(box, nativeId(n)).turns);
  expect(loom(second, ['journal', 'verify']).code).toBe(0);
  const grown = [...journalBytes(second.store).values()].map(String);
  expect(loom(second, ['import', 'loom', '-'], { input: text }).code).toBe(0);
  expect([...journalBytes(second.store).values()].map(String)).toEqual(grown);
});

test('an older export brings back no older state', () => {
  const box = openSandbox();
  rich(box);
  const old = succeed(box, ['export', '--all']).stdout;
  succeed(box, ['sessions', 'rename', nativeId(2), 'the newest name']);
  succeed(box, ['sessions', 'unpin', nativeId(2)]);
  expect(loom(box, ['import', 'loom', '-'], { input: old }).code).toBe(0);
  expect(show(box, nativeId(2))).toMatchObject({ title: 'the newest name', pinned: false });
});

test('nonsense given as an export is refused and changes nothing', () => {
  const box = withOne();
  const before = [...journalBytes(box.store).values()].map(String);
  for (const input of ['', 'hello\n', '{"a":1}\n', '[]', '{"format":999}\n', '\u0000\u0001']) {
    const run = loom(box, ['import', 'loom', '-', '--json'], { input });
    expect([0, 2, 3, 9], told(run)).toContain(run.code);
    if (input !== '') expect(run.code, told(run)).not.toBe(0);
  }
  expect([...journalBytes(box.store).values()].map(String)).toEqual(before);
});

test('a session whose source is gone stays whole', () => {
  const box = openSandbox();
  writeMany(claudeProjects(box.home), { count: 3, cwd: box.work });
  importClaude(box);
  const before = show(box, nativeId(1)).messages;
  rmSync(join(box.home, '.claude'), { recursive: true });
  loom(box, ['import', 'claude']);
  succeed(box, ['index', 'rebuild']);
  expect(show(box, nativeId(1)).messages).toEqual(before);
  expect(listAll(box)).toHaveLength(3);
});

test('a source that grew adds only what is new; one that was rewritten keeps what it lost', () => {
  const box = openSandbox();
  const file = join(box.root, `${nativeId(1)}.jsonl`);
  const plan = { sessionId: nativeId(1), cwd: box.work };
  for (let round = 0; round < 3; round += 1)
    importClaude(box, writeRecords(file, claudeRecords({ ...plan, pairs: 2 })));
  const grown = importClaude(box, writeRecords(file, claudeRecords({ ...plan, pairs: 4 })));
  expect(grown.sessions).toMatchObject({ added: 0, updated: 1 });
  expect(show(box, nativeId(1)).messages).toHaveLength(8);
  importClaude(box, writeRecords(file, claudeRecords({ ...plan, pairs: 3 })));
  expect(listAll(box)).toHaveLength(1);
  expect(succeed(box, ['sessions', 'export', nativeId(1), '--format', 'json', '--mode', 'full']).code).toBe(0);
  expect(answer<unknown[]>(box, ['sessions', 'list', '--all'])).toHaveLength(1);
});

test('a resumed copy under a new id does not count the shared turns twice', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  const first = claudeRecords({ sessionId: nativeId(1), cwd: box.work, pairs: 2 });
  writeRecords(join(source, `${nativeId(1)}.jsonl`), first);
  const more = claudeRecords({ sessionId: nativeId(2), cwd: box.work, pairs: 3, seed: nativeId(1) }).slice(4);
  const copy = [...first.map((record) => ({ ...record, sessionId: nativeId(2) })), ...more];
  writeRecords(join(source, `${nativeId(2)}.jsonl`), copy);
  importClaude(box, source);
  const copied = show(box, nativeId(2));
  expect(copied.messages).toHaveLength(6);
  expect(copied.counts['inherited']).toBeGreaterThan(0);
  expect(JSON.stringify(copied.parent)).toContain(show(box, nativeId(1)).id);
});

test('html is one page for several sessions, and a file each in a folder', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  writeMany(source, { count: 2, cwd: box.work });
  importClaude(box, source);
  const page = succeed(box, ['sessions', 'export', '--all', '--format', 'html']).stdout;
  expect(page.match(/<!doctype html>/g)).toHaveLength(1);
  expect(page.match(/<article>/g)).toHaveLength(2);
  expect(page.trimEnd().endsWith('</html>')).toBe(true);
  mkdirSync(join(box.root, 'pages'));
  succeed(box, ['sessions', 'export', '--all', '--format', 'html', '--output', join(box.root, 'pages')]);
  expect(readdirSync(join(box.root, 'pages')).filter((name) => name.endsWith('.html'))).toHaveLength(2);
});

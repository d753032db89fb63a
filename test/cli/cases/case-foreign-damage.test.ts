/** Damage in other people's files: everything sound is kept, everything odd is counted. */
import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ImportReport, importClaude, listAll, parsed, show, told } from '../support/case-answers.ts';
import { filesHolding } from '../support/case-files.ts';
import { loom, openSandbox } from '../support/case-sandbox.ts';
import {
  answerOf,
  claudeRecords,
  nativeId,
  promptOf,
  recordId,
  toLines,
  writeRecords,
  writeSession,
  writeSource,
} from '../support/claude-fixture.ts';

const plan = { sessionId: nativeId(1), cwd: '/srv/harbour', pairs: 20 };

test.each([20, 6, 30])('bad lines after line %i do not end the history', (at) => {
  const box = openSandbox();
  const lines = toLines(claudeRecords(plan));
  const bad = ['{"type":"attachment","payl', '', '42', '{"type":"lamp-check","lumen":12345678901234567890}'];
  lines.splice(at, bad.length, ...bad);
  const report = importClaude(box, writeSource(join(box.root, `${plan.sessionId}.jsonl`), `${lines.join('\n')}\n`));
  expect(report.records).toMatchObject({ malformed: 2, unknown: 1 });
  const shown = show(box, plan.sessionId);
  expect(shown.messages).toHaveLength(36);
  expect(shown.messages.at(-1)?.text).toBe(answerOf(19));
  expect(shown.updatedAt).toBe(claudeRecords(plan).at(-1)?.['timestamp']);
  expect(filesHolding(join(box.store, 'transcripts'), '"lumen":12345678901234567890')).toHaveLength(1);
});

test('record ids shared by two kinds, and a conflicting copy, lose no message', () => {
  const box = openSandbox();
  const records = claudeRecords({ ...plan, pairs: 6 });
  const snapshot = {
    type: 'file-history-snapshot',
    messageId: recordId(plan, 4),
    snapshot: { trackedFileBackups: {} },
  };
  records.splice(4, 0, snapshot);
  records.push({ ...records[7], message: { role: 'user', content: 'a rival wording' } });
  importClaude(box, writeRecords(join(box.root, `${plan.sessionId}.jsonl`), records));
  const shown = show(box, plan.sessionId);
  const expected = Array.from({ length: 6 }, (_, i) => [promptOf(i), answerOf(i)]).flat();
  expect(shown.messages.map((message) => message.text)).toEqual(expected);
  expect(filesHolding(join(box.store, 'transcripts'), 'a rival wording')).toHaveLength(1);
});

const framings: readonly [string, (lines: string[]) => Buffer][] = [
  ['two records on one line', (lines) => Buffer.from(`${lines[0]}${lines[1]}\n${lines.slice(2).join('\n')}\n`)],
  [
    'three records on the last line',
    (lines) => Buffer.from(`${lines.slice(0, 5).join('\n')}\n${lines.slice(5).join('')}\n`),
  ],
  ['CRLF line ends', (lines) => Buffer.from(`${lines.join('\r\n')}\r\n`)],
  ['a byte order mark', (lines) => Buffer.from(`\ufeff${lines.join('\n')}\n`)],
  ['zero bytes at the end', (lines) => Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), Buffer.alloc(4096)])],
  ['no line feed at the end', (lines) => Buffer.from(lines.join('\n'))],
  ['blank lines between records', (lines) => Buffer.from(`\n${lines.join('\n\n \t\n')}\n\n`)],
  [
    'U+2028 and U+0085 inside strings',
    (lines) => Buffer.from(`${lines.join('\n')}\n`.replace('centimetres', 'centi\u2028\u0085metres')),
  ],
];

test.each(framings)('%s costs no message', (_name, frame) => {
  const box = openSandbox();
  const lines = toLines(claudeRecords({ ...plan, pairs: 4 }));
  const report = importClaude(box, writeSource(join(box.root, `${plan.sessionId}.jsonl`), frame(lines)));
  expect(report.sessions).toMatchObject({ added: 1, failed: 0 });
  const shown = show(box, plan.sessionId);
  expect(shown.messages).toHaveLength(8);
  expect(shown.turns).toHaveLength(4);
});

test('an exit marker on an old branch does not become the end of the conversation', () => {
  const box = openSandbox();
  const records = claudeRecords({ ...plan, pairs: 6 });
  const marker = {
    ...records[2],
    uuid: 'late-exit',
    parentUuid: recordId(plan, 2),
    type: 'system',
    message: { role: 'system', content: 'exit' },
  };
  importClaude(box, writeRecords(join(box.root, `${plan.sessionId}.jsonl`), [...records, marker]));
  const shown = show(box, plan.sessionId);
  expect(shown.messages.filter((message) => message.role !== 'system').at(-1)?.text).toBe(answerOf(5));
  expect(shown.turns).toHaveLength(6);
});

test('a file that failed whole is told by exit 3, its neighbours are kept, and a repair is seen even with equal size and time', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  for (const n of [1, 2, 3, 4, 5]) writeSession(source, { ...plan, sessionId: nativeId(n), pairs: 1 });
  const good = toLines(claudeRecords({ ...plan, sessionId: nativeId(6), pairs: 1 })).join('\n');
  const file = writeSource(join(source, `${nativeId(6)}.jsonl`), Buffer.alloc(good.length + 1, 0x7b));
  const { atime, mtime } = statSync(file);
  const first = loom(box, ['import', 'claude', source, '--json']);
  expect(first.code, told(first)).toBe(3);
  expect(parsed<ImportReport>(first).sessions).toMatchObject({ added: 5, failed: 1 });
  expect(`${first.stdout}${first.stderr}`).toContain(nativeId(6));
  writeSource(file, `${good}\n`);
  utimesSync(file, atime, mtime);
  expect(importClaude(box, source).sessions).toMatchObject({ added: 1, failed: 0 });
  expect(listAll(box)).toHaveLength(6);
});

test('a folder of good files with odd ones among them gives every good session', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  for (let n = 1; n <= 20; n += 1) writeSession(source, { ...plan, sessionId: nativeId(n), pairs: 1 });
  writeSource(
    join(source, `${nativeId(40)}.jsonl`),
    Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 37 + 128) % 256)),
  );
  writeSource(join(source, `${nativeId(41)}.jsonl`), '');
  writeSource(join(source, `${nativeId(42)}.jsonl`, 'note.txt'), 'a folder with the name of a file');
  for (const n of [1, 2]) {
    writeRecords(
      join(source, nativeId(3), 'subagents', `agent-a${n}.jsonl`),
      claudeRecords({
        ...plan,
        sessionId: nativeId(3),
        pairs: 1,
        seed: `a${n}a${n}a${n}a${n}`,
        extra: { isSidechain: true, agentId: `a${n}` },
      }),
    );
  }
  const run = loom(box, ['import', 'claude', source, '--json']);
  expect(run.code, told(run)).toBe(3);
  expect(`${run.stdout}${run.stderr}`).toContain(nativeId(40));
  expect(listAll(box)).toHaveLength(20);
  expect(listAll(box, '--include-subagents')).toHaveLength(22);
});

const optional: readonly [string, (record: Record<string, unknown>) => Record<string, unknown>][] = [
  ['usage missing', (r) => ({ ...r, message: { ...(r['message'] as object), usage: undefined } })],
  ['usage null', (r) => ({ ...r, message: { ...(r['message'] as object), usage: null } })],
  ['unknown extra fields', (r) => ({ ...r, weather: { wind: [1, null, { gust: true }] } })],
  ['cwd missing', (r) => ({ ...r, cwd: undefined })],
  ['cwd null', (r) => ({ ...r, cwd: null })],
  ['numeric timestamps', (r) => ({ ...r, timestamp: Date.parse(String(r['timestamp'])) })],
  ['no timestamps', (r) => ({ ...r, timestamp: undefined })],
  ['version and branch of odd types', (r) => ({ ...r, version: 7, gitBranch: ['main'] })],
  ['model null', (r) => ({ ...r, message: { ...(r['message'] as object), model: null } })],
];

test.each(optional)('%s hides no session', (_name, change) => {
  const box = openSandbox();
  const records = claudeRecords({ ...plan, pairs: 2 }).map(change);
  importClaude(box, writeRecords(join(box.root, `${plan.sessionId}.jsonl`), records));
  expect(listAll(box)).toHaveLength(1);
  expect(show(box, plan.sessionId).messages).toHaveLength(4);
});

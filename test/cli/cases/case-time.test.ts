/** Clocks that lie, zones, and order that does not depend on them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importClaude, listAll, listIn, show, succeed } from '../support/case-answers.ts';
import { loom, openSandbox } from '../support/case-sandbox.ts';
import { claudeRecords, later, nativeId, promptOf, writeRecords, writeSession } from '../support/claude-fixture.ts';

const stamps: readonly [string, unknown, string | null][] = [
  ['a zone offset', '2026-04-02T18:30:00.000+08:00', '2026-04-02T10:30:00.000Z'],
  ['no zone', '2026-04-02T10:30:00', '2026-04-02T10:30:00.000Z'],
  ['epoch milliseconds', Date.parse('2026-04-02T10:30:00.000Z'), '2026-04-02T10:30:00.000Z'],
  ['epoch seconds', Date.parse('2026-04-02T10:30:00.000Z') / 1000, '2026-04-02T10:30:00.000Z'],
  ['an empty string', '', null],
  ['prose', 'some time after lunch', null],
  ['an impossible date', '2026-02-31T25:61:00Z', null],
];

test.each(stamps)('a time written with %s is read rightly or not at all', (_name, timestamp, expected) => {
  const box = openSandbox();
  const records = claudeRecords({ sessionId: nativeId(1), cwd: box.work, pairs: 1, extra: { timestamp } });
  importClaude(box, writeRecords(join(box.root, `${nativeId(1)}.jsonl`), records));
  const [row] = listAll(box);
  expect(row?.updatedAt ?? null).toBe(expected);
  expect(show(box, nativeId(1)).messages).toHaveLength(2);
});

test('one wild stamp neither lifts a session to the top nor sinks it', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  const now = Date.now();
  const at = (days: number) => new Date(now - days * 86_400_000).toISOString();
  writeSession(source, { sessionId: nativeId(1), cwd: box.work, pairs: 2, start: at(1) });
  const wild: [number, string, string][] = [
    [2, '2099-01-01T00:00:00.000Z', at(30)],
    [3, '1970-01-01T00:00:00.000Z', at(10)],
  ];
  for (const [n, stamp, start] of wild) {
    const records = claudeRecords({ sessionId: nativeId(n), cwd: box.work, pairs: 3, start });
    const last = { ...records.at(-1), timestamp: stamp };
    writeRecords(join(source, `${nativeId(n)}.jsonl`), [...records.slice(0, -1), last]);
  }
  importClaude(box, source);
  expect(listIn(box, box.work).map((row) => row.nativeId)).toEqual([nativeId(1), nativeId(3), nativeId(2)]);
  expect(show(box, '@last').nativeId).toBe(nativeId(1));
  expect(show(box, nativeId(2)).messages.at(-1)?.at).toBe('2099-01-01T00:00:00.000Z');
});

test('turns keep the order of the conversation when clocks step back or stand still', () => {
  const box = openSandbox();
  const records = claudeRecords({ sessionId: nativeId(1), cwd: box.work, pairs: 5 });
  const steps = [0, -120, 1, 1, 1, -3600, 5, 5, 4, 3];
  const stepped = records.map((record, i) => ({
    ...record,
    timestamp: later('2026-03-03T10:00:00.000Z', steps[i] ?? 0),
  }));
  importClaude(box, writeRecords(join(box.root, `${nativeId(1)}.jsonl`), stepped));
  const prompts = () =>
    show(box, nativeId(1))
      .messages.filter((m) => m.role === 'user' || m.role === 'prompt')
      .map((m) => m.text);
  const expected = [0, 1, 2, 3, 4].map(promptOf);
  expect(prompts()).toEqual(expected);
  succeed(box, ['index', 'rebuild']);
  expect(prompts()).toEqual(expected);
  const { startedAt, updatedAt } = show(box, nativeId(1));
  expect(String(startedAt) <= String(updatedAt)).toBe(true);
});

test('times in JSON are ISO in UTC in every zone', () => {
  const box = openSandbox();
  importClaude(box, writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 2 }));
  const expected = loom(box, ['sessions', 'show', nativeId(1), '--json']).stdout;
  for (const TZ of ['Pacific/Kiritimati', 'America/St_Johns']) {
    expect(loom(box, ['sessions', 'show', nativeId(1), '--json'], { env: { TZ } }).stdout).toBe(expected);
  }
  for (const locale of ['tr_TR.UTF-8', 'C', 'ar_EG.UTF-8']) {
    expect(
      loom(box, ['sessions', 'show', nativeId(1), '--json'], { env: { LC_ALL: locale, LANG: locale } }).stdout,
    ).toBe(expected);
  }
  expect(JSON.parse(expected).startedAt).toBe('2026-02-10T08:00:00.000Z');
});

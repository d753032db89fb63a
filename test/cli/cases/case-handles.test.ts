/** How a session is named on the command line. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, listAll, refused, show, succeed, told } from '../support/case-answers.ts';
import { journalBytes } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox, shell } from '../support/case-sandbox.ts';
import { later, nativeId, writeSession } from '../support/claude-fixture.ts';

const twins = ['0badcafe-1111-4b4b-8c8c-7d7d7d7d7d7d', '0badcafe-2222-4b4b-8c8c-7d7d7d7d7d7d'] as const;

function withSessions(ids: readonly string[]): Sandbox {
  const box = openSandbox();
  ids.forEach((sessionId, index) => {
    const start = later('2026-05-01T10:00:00.000Z', index * 3600);
    writeSession(join(box.root, 'source'), { sessionId, cwd: box.work, pairs: 1, start, seed: `${index}eafbeef` });
  });
  importClaude(box, join(box.root, 'source'));
  return box;
}

test('every printed form of an id names its session', () => {
  const box = withSessions([nativeId(1), nativeId(2), ...twins]);
  const rows = listAll(box);
  expect(new Set(rows.map((row) => row.shortId)).size).toBe(4);
  for (const row of rows) {
    for (const handle of [row.id, row.shortId, row.nativeId, row.id.slice(0, -1)]) {
      expect(show(box, handle).id, handle).toBe(row.id);
    }
    expect(row.shortId.length).toBeGreaterThanOrEqual(4);
  }
});

test('a unique prefix of a native id is enough, one shared by two lists both', () => {
  const box = withSessions(twins);
  expect(show(box, twins[0].slice(0, 12)).nativeId).toBe(twins[0]);
  const run = loom(box, ['sessions', 'show', '0badcafe', '--json']);
  refused(run, 4);
  for (const row of listAll(box)) expect(run.stdout, told(run)).toContain(row.shortId);
  const plain = loom(box, ['sessions', 'show', '0badcafe']);
  expect(plain.code).toBe(4);
  expect(plain.stdout).toBe('');
});

test('a prefix shorter than four characters names nothing', () => {
  const box = withSessions([nativeId(1)]);
  const [row] = listAll(box);
  refused(loom(box, ['sessions', 'show', String(row?.id).slice(0, 3), '--json']), 4);
});

test('last, @last and last~1 follow the time of the last activity', () => {
  const box = withSessions([nativeId(1), nativeId(2), nativeId(3)]);
  expect(show(box, '@last').nativeId).toBe(nativeId(3));
  expect(show(box, 'last').nativeId).toBe(nativeId(3));
  expect(show(box, 'last~1').nativeId).toBe(nativeId(2));
  expect(show(box, '@last~2').nativeId).toBe(nativeId(1));
  refused(loom(box, ['sessions', 'show', '@last~3', '--json']), 4);
});

test('a title shared by two sessions names neither, and nothing is changed by guessing', () => {
  const box = withSessions([nativeId(1), nativeId(2), nativeId(3)]);
  for (const n of [1, 2]) succeed(box, ['sessions', 'rename', nativeId(n), 'harbour setup']);
  succeed(box, ['sessions', 'rename', nativeId(3), 'night watch']);
  expect(show(box, 'night watch').nativeId).toBe(nativeId(3));
  const before = [...journalBytes(box.store).values()].map(String);
  const commands = [['show'], ['delete', '--yes'], ['archive'], ['pin'], ['purge', '--yes'], ['export']];
  for (const [verb, ...flags] of commands) {
    refused(loom(box, ['sessions', String(verb), 'harbour setup', ...flags, '--json']), 4);
  }
  expect([...journalBytes(box.store).values()].map(String)).toEqual(before);
});

test('an unknown handle is named, with the nearest ones', () => {
  const box = withSessions([nativeId(1)]);
  succeed(box, ['sessions', 'rename', nativeId(1), 'night watch']);
  for (const handle of ['nihgt watch', '99999999-9999-4999-8999-999999999999', 'nope', '@nobody']) {
    expect(refused(loom(box, ['sessions', 'show', handle, '--json']), 4).message).toContain(handle);
  }
  expect(loom(box, ['sessions', 'show', 'nihgt watch']).stderr).toMatch(
    new RegExp(`night watch|${listAll(box)[0]?.id}`),
  );
  expect([2, 4]).toContain(loom(box, ['sessions', 'show', '', '--json']).code);
});

test('titles stay in their project; full ids do not', () => {
  const box = withSessions([nativeId(1)]);
  succeed(box, ['sessions', 'rename', nativeId(1), 'night watch']);
  const elsewhere = { cwd: box.home };
  refused(loom(box, ['sessions', 'show', 'night watch', '--json'], elsewhere), 4);
  expect(answer<{ nativeId: string }>(box, ['sessions', 'show', 'night watch', '--all'], elsewhere).nativeId).toBe(
    nativeId(1),
  );
  expect(show(box, nativeId(1), elsewhere).nativeId).toBe(nativeId(1));
});

test('flags may stand before or after the handle, and -- ends them', () => {
  const box = withSessions([nativeId(1)]);
  const expected = loom(box, ['sessions', 'show', nativeId(1), '--json']).stdout;
  expect(loom(box, ['sessions', 'show', '--json', nativeId(1)]).stdout).toBe(expected);
  expect(loom(box, ['sessions', 'show', '--json', '--', nativeId(1)]).stdout).toBe(expected);
  succeed(box, ['sessions', 'rename', nativeId(1), '--', '-starts with a dash']);
  expect(listAll(box)[0]?.title).toBe('-starts with a dash');
});

test('stdin is neither read nor awaited', () => {
  const box = withSessions([nativeId(1)]);
  expect(JSON.parse(loom(box, ['sessions', 'list', '--json'], { input: 'stray words\n' }).stdout)).toHaveLength(1);
  const looped = shell(box, "printf 'a\\nb\\n' | while read x; do loom sessions list --json >/dev/null; echo $x; done");
  expect(looped.stdout).toBe('a\nb\n');
});

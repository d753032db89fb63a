/** What the retention settings take, and only when a person asks. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, listAll, refused, succeed } from '../support/case-answers.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import { nativeId, writeSession } from '../support/claude-fixture.ts';

const NOW = '2026-06-01T12:00:00.000Z';
const AT_NOW = { env: { LOOM_TEST_NOW: NOW } };

/** Six sessions: three used in May, one in March that is pinned, two in February. */
function shelf(): Sandbox {
  const box = openSandbox();
  const days = ['2026-05-30', '2026-05-29', '2026-05-28', '2026-03-01', '2026-02-02', '2026-02-01'];
  for (const [index, day] of days.entries()) {
    const plan = { sessionId: nativeId(index + 1), cwd: box.work, pairs: 1, start: `${day}T08:00:00.000Z` };
    importClaude(box, writeSession(join(box.root, 'source'), plan));
  }
  succeed(box, ['sessions', 'pin', nativeId(4)]);
  return box;
}

test('nothing expires until the settings say so and a person asks', () => {
  const box = shelf();
  expect(answer(box, ['sessions', 'delete', '--expired', '--yes'], AT_NOW)).toMatchObject({ changed: 0 });
  succeed(box, ['config', 'set', 'retention.days', '30d']);
  expect(listAll(box)).toHaveLength(6);
  const plan = answer<{ changed: number }>(box, ['sessions', 'delete', '--expired', '--dry-run'], AT_NOW);
  expect(plan).toMatchObject({ dryRun: true, sessions: [{ result: 'changed' }, { result: 'changed' }] });
  expect(listAll(box)).toHaveLength(6);
  refused(loom(box, ['sessions', 'delete', '--expired', '--json'], AT_NOW), 6);
  expect(answer(box, ['sessions', 'delete', '--expired', '--yes'], AT_NOW)).toMatchObject({ changed: 2 });
  expect(listAll(box).map((row) => row.nativeId)).toEqual([1, 2, 3, 4].map(nativeId));
});

test('a clock that jumped ahead takes nothing', () => {
  const box = shelf();
  succeed(box, ['config', 'set', 'retention.days', '30']);
  const later = { env: { LOOM_TEST_NOW: '2027-06-01T12:00:00.000Z' } };
  const error = refused(loom(box, ['sessions', 'delete', '--expired', '--yes', '--json'], later), 6);
  expect(error.code).toBe('retention-doubtful');
  expect(listAll(box)).toHaveLength(6);
});

test('archiving by age leaves what is pinned in the list', () => {
  const box = shelf();
  succeed(box, ['config', 'set', 'retention.archiveAfter', '30d']);
  expect(answer(box, ['sessions', 'archive', '--expired'], AT_NOW)).toMatchObject({ changed: 2 });
  expect(listAll(box)).toHaveLength(4);
});

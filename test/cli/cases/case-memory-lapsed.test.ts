/** A session that goes on is told which of the memory it was shown holds no longer. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, listAll, parsed, succeed } from '../support/case-answers.ts';
import { loom, openSandbox } from '../support/case-sandbox.ts';
import { claudeRecords, nativeId, writeRecords } from '../support/claude-fixture.ts';

const ASSERTED = ['--approved-by', 'Mara', '--evidence', 'harbour log'] as const;

test('memory that was shown to a session, or inherited by its fork, and gave way since is named when either is resumed', () => {
  const box = openSandbox();
  const plan = { sessionId: nativeId(1), cwd: box.work, pairs: 2 };
  importClaude(box, writeRecords(join(box.root, 'one.jsonl'), claudeRecords(plan)));
  const id = listAll(box)[0]?.id ?? '';
  const memory = answer<{ id: string }>(box, [
    'memory',
    'propose',
    'The lamp turns every 12 s',
    '--accept',
    ...ASSERTED,
  ]).id;
  succeed(box, ['memory', 'search', 'lamp turns', '--for-session', id]);
  succeed(box, ['sessions', 'fork', id]);
  const fork = listAll(box).find((row) => row.id !== id)?.id ?? '';
  const codes = (handle: string) => {
    const run = loom(box, ['sessions', 'resume', handle, '--dry-run', '--json']);
    return parsed<{ findings: { code: string; message: string }[] }>(run).findings.filter(({ message }) =>
      message.includes(memory),
    );
  };
  expect([codes(id), codes(fork)]).toEqual([[], []]);
  succeed(box, ['memory', 'supersede', memory, 'The lamp turns every 14 s', ...ASSERTED]);
  expect(codes(id)).toMatchObject([{ code: 'memory-superseded' }]);
  expect(codes(fork)).toMatchObject([{ code: 'memory-superseded' }]);
});

/** Looking into sessions and the journal, and sessions kept by hand. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, listAll, listIn, show, succeed, told } from '../support/case-answers.ts';
import { journalLines } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import {
  answerOf,
  nativeId,
  promptOf,
  toolRound,
  writeMany,
  writeRecords,
  writeSession,
} from '../support/claude-fixture.ts';

function withThree(): Sandbox {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 3, cwd: box.work }));
  return box;
}

test('journal tail and stats tell every event, and lines are the journal’s own', () => {
  const box = withThree();
  succeed(box, ['sessions', 'rename', nativeId(1), 'the last thing']);
  const lines = succeed(box, ['journal', 'tail', '--jsonl'])
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ type: 'session.renamed', data: { title: 'the last thing' } });
  const two = answer<{ type: string }[]>(box, ['journal', 'tail', '--limit', '2']);
  expect(two).toHaveLength(2);
  expect(JSON.stringify(answer(box, ['journal', 'stats']))).toContain(String(journalLines(box.store).length));
});

test('journal tail --derived adds prompts that the import did not store', () => {
  const box = withThree();
  const types = (...flags: string[]) =>
    succeed(box, ['journal', 'tail', '--limit', '1000', '--jsonl', ...flags]).stdout;
  expect(types()).not.toContain('prompt.submitted');
  expect(types('--derived').match(/"prompt\.submitted"/g)).toHaveLength(3);
});

test('a timeline is in order and names tools and prompts', () => {
  const box = openSandbox();
  const tool = { name: 'Read', input: { file_path: join(box.work, 'gauge.ts') }, output: 'const level = 3' };
  importClaude(
    box,
    writeRecords(join(box.root, `${nativeId(1)}.jsonl`), toolRound({ sessionId: nativeId(1), cwd: box.work }, tool)),
  );
  const timeline = JSON.stringify(answer(box, ['sessions', 'timeline', nativeId(1)]));
  for (const type of ['session.started', 'prompt.submitted', 'tool.']) expect(timeline).toContain(type);
  expect(timeline.indexOf('session.started')).toBeLessThan(timeline.indexOf('tool.'));
  expect(show(box, nativeId(1)).tools).toEqual({ Read: 1 });
  expect(show(box, nativeId(1)).files.map((file) => file.path)).toEqual([join(box.work, 'gauge.ts')]);
});

test('show pairs each prompt with its answer', () => {
  const box = openSandbox();
  importClaude(box, writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 5 }));
  const shown = show(box, nativeId(1));
  expect(shown.turns).toHaveLength(5);
  shown.turns.forEach((turn, i) => {
    expect(JSON.stringify(turn.prompt)).toContain(promptOf(i));
    expect(JSON.stringify(turn.answer)).toContain(answerOf(i));
  });
  expect(shown.messages.map((message) => message.text)).toEqual(
    [0, 1, 2, 3, 4].flatMap((i) => [promptOf(i), answerOf(i)]),
  );
  expect(shown.counts).toMatchObject({ prompts: 5, answers: 5, toolCalls: 0 });
  expect(shown.tokens).toMatchObject({ input: 55, output: 25, cacheRead: 10, cacheWrite: 5 });
});

test('prompts lists what people asked, per project', () => {
  const box = withThree();
  const text = succeed(box, ['sessions', 'prompts']).stdout;
  expect(text).toContain(promptOf(0));
  expect(answer<unknown[]>(box, ['sessions', 'prompts'])).toHaveLength(3);
  expect(answer<unknown[]>(box, ['sessions', 'prompts'], { cwd: box.home })).toEqual([]);
});

test('a session begun by hand is recorded, closed, and listed', () => {
  const box = openSandbox();
  const begun = answer<{ id: string }>(box, ['sessions', 'start', '--title', 'paint the mole', '--agent', 'codex']);
  expect(show(box, begun.id)).toMatchObject({ title: 'paint the mole', agent: 'codex', status: 'active' });
  succeed(box, ['sessions', 'close', begun.id]);
  expect(show(box, begun.id).status).toBe('closed');
  expect(listIn(box, box.work).map((row) => row.id)).toEqual([begun.id]);
  const again = loom(box, ['sessions', 'close', begun.id, '--json']);
  expect([0, 6], told(again)).toContain(again.code);
});

test('a native id given at the start is the session that an import later finds', () => {
  const box = openSandbox();
  const begun = answer<{ id: string }>(box, ['sessions', 'start', '--agent', 'claude', '--native-id', nativeId(1)]);
  importClaude(box, writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 2 }));
  expect(listAll(box).map((row) => row.id)).toEqual([begun.id]);
  expect(show(box, begun.id).messages).toHaveLength(4);
});

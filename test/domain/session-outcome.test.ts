import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../src/domain/session-outcome.ts';
import { renderOutcome } from '../../src/domain/session-outcome-markdown.ts';
import { call, conversationOf, message, result, turns } from './context-fixture.ts';

const garden = conversationOf([
  message('p1', 'prompt', 'Make the watering plan survive a frost'),
  message('a1', 'answer', [
    {
      type: 'text',
      text: 'Thinking about it.\n\n**Decision:** keep the plan in one file\n```\nDecision: not this one\n```',
    },
  ]),
  message('c1', 'answer', [call('t1', 'Read', { file_path: 'plan.ts' }), call('t2', 'Edit', { file_path: 'plan.ts' })]),
  message('r1', 'toolResult', [result('t1'), result('t2')]),
  message('c2', 'answer', [call('t3', 'Bash', { command: 'npm test' })]),
  message('r2', 'toolResult', [result('t3', 'Tests 2 failed | 5 passed\nbye', true)]),
  message('p2', 'prompt', "Don't touch the seed list"),
  message('a2', 'answer', 'We decided against a database.'),
  message('c3', 'answer', [call('t4', 'Bash', { command: 'rm -r seeds' })]),
  message('r3', 'toolResult', [result('t4', "The user doesn't want to proceed with this tool use.", true)]),
  message('c4', 'answer', [
    call('t5', 'Bash', { command: 'npm test' }),
    call('t6', 'Bash', { command: 'git commit -m "frost"' }),
    call('t7', 'TodoWrite', {
      todos: [
        { content: 'Write the page', status: 'pending' },
        { content: 'Test it', status: 'completed' },
      ],
    }),
  ]),
  message('r4', 'toolResult', [result('t5', '7 passed'), result('t6', '[main 1a2b3c4] frost'), result('t7')]),
  message('p3', 'prompt', 'Now the page'),
  message('c5', 'answer', [call('t8', 'Write', { file_path: 'page.ts' })]),
  message('a3', 'answer', 'Shall it be green?'),
]);

describe('what came of a session', () => {
  const outcome = outcomeOf(garden);

  it('has the goal and what was asked then', () => {
    expect(outcome.goal).toEqual({
      text: 'Make the watering plan survive a frost',
      by: 'person',
      turn: 1,
      messageIds: ['p1'],
    });
    expect(outcome.asked.map(({ text, turn }) => [text, turn])).toEqual([
      ["Don't touch the seed list", 2],
      ['Now the page', 3],
    ]);
  });

  it('has decisions only where someone called it one, and none from code', () => {
    expect(outcome.decisions).toEqual([
      { text: 'Decision: keep the plan in one file', by: 'agent', turn: 1, messageIds: ['a1'] },
    ]);
  });

  it('has what was ruled out, and by whom', () => {
    expect(outcome.rejected.map(({ text, by, turn }) => [text, by, turn])).toEqual([
      ["Don't touch the seed list", 'person', 2],
      ['We decided against a database.', 'agent', 2],
      ['refused Bash rm -r seeds', 'person', 2],
    ]);
  });

  it('counts edits and reads of files, the failed ones not', () => {
    expect(outcome.paths).toEqual([
      { path: 'plan.ts', reads: 1, edits: 1, turn: 1, messageIds: ['c1'] },
      { path: 'page.ts', reads: 0, edits: 1, turn: 3, messageIds: ['c5'] },
    ]);
  });

  it('has each command once with its last end and the line that tells it', () => {
    expect(
      outcome.commands.map(({ command, kind, status, runs, detail }) => [command, kind, status, runs, detail]),
    ).toEqual([
      ['rm -r seeds', 'other', 'error', 1, "The user doesn't want to proceed with this tool use."],
      ['npm test', 'test', 'ok', 2, '7 passed'],
      ['git commit -m "frost"', 'commit', 'ok', 1, '[main 1a2b3c4] frost'],
    ]);
  });

  it('has what is open: a question, a call without result, things to do', () => {
    expect(outcome.open.map(({ text, turn }) => [text, turn])).toEqual([
      ['the agent asked: Shall it be green?', 3],
      ['interrupted: Write page.ts', 3],
      ['to do: Write the page', 2],
    ]);
  });

  it('of the first turns knows nothing of the later ones', () => {
    const first = outcomeOf(garden, { through: 1 });
    expect([first.turns, first.through, first.asked]).toEqual([1, 'r2', []]);
    expect(first.open.map(({ text }) => text)).toEqual(['failed last: npm test — Tests 2 failed | 5 passed']);
  });

  it('has a prompt that nobody answered', () => {
    const { open } = outcomeOf(conversationOf([...turns(1), message('p9', 'prompt', 'And then?')]));
    expect(open).toEqual([{ text: 'not answered: And then?', by: 'person', turn: 2, messageIds: ['p9'] }]);
  });

  it('names a message of the conversation in every line', () => {
    const ids = new Set(garden.messages.map(({ id }) => id));
    const { goal, asked, decisions, rejected, paths, commands, open, last } = outcome;
    const lines = [goal, last, ...asked, ...decisions, ...rejected, ...paths, ...commands, ...open];
    for (const line of lines) {
      expect(line?.messageIds.length).toBeGreaterThan(0);
      expect(line?.messageIds.every((id) => ids.has(id))).toBe(true);
    }
  });

  it('is empty of an empty session', () => {
    expect(outcomeOf(conversationOf([]))).toMatchObject({ turns: 0, through: null, goal: null, last: null, open: [] });
  });
});

describe('a summary by rules', () => {
  const outcome = outcomeOf(garden);

  it('tells each line with its turn and its records', () => {
    const text = renderOutcome(outcome, { most: 10_000, stale: ['plan.ts was changed'], proposals: ['Seeds stay'] });
    expect(text).toContain('- Make the watering plan survive a frost [turn 1, p1]');
    expect(text).toContain('- `npm test` ok (2 runs) — 7 passed [turn 2, c4 r4]');
    expect(text).toContain('**What may be stale**\n- plan.ts was changed');
    expect(text).toContain('**Memory proposals awaiting review**\n- Seeds stay');
    expect(text).not.toMatch(/^#/m);
  });

  it.each([100, 200, 400, 800, 1600])('never has more than %i characters, and says what it lacks', (most) => {
    const text = renderOutcome(outcomeOf(conversationOf(turns(80))), { most });
    expect(text.length).toBeLessThanOrEqual(most);
    if (most >= 400) expect(text).toMatch(/\*\*Then asked\*\* \(\d+ of 79\)/);
  });

  it('quotes what the agent wrote itself, as its own words', () => {
    const text = renderOutcome(outcome, { most: 4000, ownSummary: '**Goal**\n# Plan' });
    expect(text).toContain('> **Goal**\n> # Plan');
  });

  it('is the same again', () => {
    expect(renderOutcome(outcomeOf(garden), { most: 900 })).toBe(renderOutcome(outcome, { most: 900 }));
  });
});

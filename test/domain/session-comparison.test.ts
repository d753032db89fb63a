import { describe, expect, it } from 'vitest';
import { compareSessions } from '../../src/domain/session-comparison.ts';
import type { SessionView } from '../../src/domain/session-view.ts';
import { call, conversationOf, done, type Line } from './conversation-fixture.ts';

const at = (minute: number) => `2026-03-01T09:${String(minute).padStart(2, '0')}:00.000Z` as Line['at'] & string;

const shared: readonly Line[] = [
  { id: 'p1', kind: 'prompt', says: 'Plan the beds', at: at(0) },
  { id: 'a1', kind: 'answer', says: 'Planned', at: at(1) },
];

const usage = (input: number, output: number) => ({ input, output, cacheRead: 0, cacheWrite: 0 });

const parent: readonly Line[] = [
  ...shared,
  { id: 'p2', kind: 'prompt', says: 'Sow roses', at: at(2) },
  {
    id: 'c2',
    kind: 'answer',
    content: [call('t2', 'Edit', { file_path: 'roses.ts' })],
    model: 'weaver-1',
    at: at(3),
    usage: usage(10, 2),
  },
  { id: 'r2', kind: 'toolResult', content: [done('t2')], at: at(4) },
  {
    id: 'b2',
    kind: 'answer',
    content: [call('t3', 'Read', { file_path: 'soil.ts' })],
    model: 'weaver-1',
    at: at(5),
    usage: usage(5, 1),
  },
  { id: 'r3', kind: 'toolResult', content: [done('t3', 'gone', true)], at: at(12) },
];

const child: readonly Line[] = [
  ...shared,
  { id: 'q2', kind: 'prompt', says: 'Sow tulips', at: at(20) },
  {
    id: 'd2',
    kind: 'answer',
    content: [call('u2', 'Edit', { file_path: 'roses.ts' }), call('u3', 'Bash', { command: 'npm test' })],
    model: 'weaver-2',
    at: at(21),
  },
  { id: 's2', kind: 'toolResult', content: [done('u2'), done('u3', '3 tests passed')], at: at(22) },
];

function viewOf(id: string, ancestors: readonly string[] = []): SessionView {
  return { id, shortId: id, agent: 'claude-code', title: id, ancestors } as unknown as SessionView;
}

const compare = (a: readonly Line[], b: readonly Line[], ancestors: readonly string[] = ['parent']) =>
  compareSessions(
    { view: viewOf('parent'), conversation: conversationOf(a) },
    { view: viewOf('child', ancestors), conversation: conversationOf(b) },
  );

describe('two sessions that come from one', () => {
  it('part after the last message that both hold', () => {
    expect(compare(parent, child)).toMatchObject({ ancestor: 'parent', forkPoint: { at: 'a1', turn: 1 } });
    expect(compare(parent, shared).b).toMatchObject({ goal: null, prompts: [], durationMs: null });
  });

  it('are told apart by goals, tools, costs, models and time after that', () => {
    const { a, b } = compare(parent, child);
    expect(a).toMatchObject({
      goal: 'Sow roses',
      counts: { prompts: 1, answers: 2, toolCalls: 2 },
      tools: { Edit: { ok: 1, error: 0, interrupted: 0 }, Read: { ok: 0, error: 1, interrupted: 0 } },
      tokens: { input: 15, output: 3 },
      models: ['weaver-1'],
      durationMs: 10 * 60_000,
    });
    expect(b).toMatchObject({
      goal: 'Sow tulips',
      models: ['weaver-2'],
      checks: [{ command: 'npm test', status: 'ok' }],
    });
  });

  it('share paths, or have them for themselves', () => {
    const { paths } = compare(parent, child);
    expect(paths).toEqual([{ path: 'roses.ts', in: 'both', a: { reads: 0, edits: 1 }, b: { reads: 0, edits: 1 } }]);
  });

  it('share no message by its place alone', () => {
    const placed = (text: string): readonly Line[] => [
      ...shared,
      { id: 'line:3', kind: 'prompt', says: text, at: at(5) },
    ];
    expect(compare(placed('Left'), placed('Right')).forkPoint).toMatchObject({ at: 'a1' });
    expect(compare(placed('Same'), placed('Same')).forkPoint).toMatchObject({ at: 'line:3' });
  });
});

it('strangers share nothing and are told from their beginnings', () => {
  const compared = compare(parent, child, []);
  expect(compared).toMatchObject({ ancestor: null, forkPoint: null, a: { goal: 'Plan the beds' } });
});

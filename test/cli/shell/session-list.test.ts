import { expect, it } from 'vitest';
import { renderSessionList } from '../../../src/cli/render/session-list.ts';
import type { Screen } from '../../../src/cli/screen.ts';
import type { SessionView } from '../../../src/domain/session-view.ts';

const plain = { terminal: false, width: 80, now: 0, paint: new Proxy({}, { get: () => (text: string) => text }) };

function row(more: object): SessionView {
  return {
    shortId: '7k3m',
    sortAt: '2026-03-01T09:00:00.000Z',
    agent: 'mini-me',
    project: null,
    worktree: null,
    title: 'Plant the oaks',
    counts: { prompts: 1, errors: 0 },
    ...more,
  } as unknown as SessionView;
}

it('a list says how many errors a session met, beside its other marks, and nothing where there were none', () => {
  const rows = [row({}), row({ pinned: true, counts: { prompts: 1, errors: 3 } })];
  const [calm = '', troubled = ''] = renderSessionList(rows, plain as unknown as Screen).split('\n');
  expect(calm).not.toContain('⚠');
  expect(troubled).toContain('pinned ⚠ 3 errors');
});

import { describe, expect, test } from 'vitest';
import { planRetention } from '../../src/domain/session-retention.ts';
import type { SessionView } from '../../src/domain/session-view.ts';
import { formatInstant } from '../../src/kernel/instant.ts';

const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;

function bake(id: number, daysAgo: number, more: Partial<SessionView> = {}): SessionView {
  const sortAt = formatInstant(NOW - daysAgo * DAY);
  return { id: String(id).padStart(16, '0'), sortAt, pinned: false, status: 'closed', ...more } as SessionView;
}

function taken(views: readonly SessionView[], rule: Parameters<typeof planRetention>[1]): readonly number[] {
  return planRetention(views, rule, NOW).expired.map((view) => Number(view.id));
}

describe('retention', () => {
  const shelf = [bake(1, 1), bake(2, 20), bake(3, 40), bake(4, 50)];

  test('takes nothing where no rule is set', () => {
    expect(taken(shelf, { days: 'never', maxSessions: 'never' })).toEqual([]);
  });

  test('takes sessions whose last activity is older than the days', () => {
    expect(taken(shelf, { days: 30, maxSessions: 'never' })).toEqual([3, 4]);
  });

  test('takes the oldest ones beyond the number', () => {
    expect(taken(shelf, { days: 'never', maxSessions: 3 })).toEqual([4]);
  });

  test('never takes a pinned or an active session', () => {
    const views = [bake(1, 1), bake(2, 40, { pinned: true }), bake(3, 50, { status: 'active' })];
    expect(taken(views, { days: 30, maxSessions: 1 })).toEqual([]);
  });

  test('doubts a plan that takes more than half of many sessions', () => {
    const views = [bake(1, 1), ...[2, 3, 4, 5].map((id) => bake(id, 90))];
    expect(planRetention(views, { days: 30, maxSessions: 'never' }, NOW).doubt).toBe('more-than-half');
  });

  test('doubts a plan when even the newest session is past its days: the clock may be wrong', () => {
    expect(planRetention([bake(1, 90)], { days: 30, maxSessions: 'never' }, NOW).doubt).toBe('old-store');
  });
});

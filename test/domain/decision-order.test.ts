import { describe, expect, test } from 'vitest';
import { isOutdated, noteDecision } from '../../src/domain/decision-order.ts';
import type { IsoTime } from '../../src/kernel/ids.ts';

const MONDAY = '2026-03-02T10:00:00.000Z' as IsoTime;
const TUESDAY = '2026-03-03T10:00:00.000Z' as IsoTime;

function decidedHere(...events: { type: string; at: IsoTime }[]): Map<string, IsoTime> {
  const last = new Map<string, IsoTime>();
  for (const event of events) noteDecision(last, event);
  return last;
}

describe('decisions that arrive from another store', () => {
  test('an older one about the same thing is outdated', () => {
    const last = decidedHere({ type: 'session.renamed', at: TUESDAY });
    expect(isOutdated({ type: 'session.renamed', at: MONDAY }, last)).toBe(true);
  });

  test('a newer one is not', () => {
    const last = decidedHere({ type: 'session.renamed', at: MONDAY });
    expect(isOutdated({ type: 'session.renamed', at: TUESDAY }, last)).toBe(false);
  });

  test('deleting, archiving and restoring are about the same thing; titles and pins are not', () => {
    const last = decidedHere({ type: 'session.restored', at: TUESDAY });
    expect(isOutdated({ type: 'session.archived', at: MONDAY }, last)).toBe(true);
    expect(isOutdated({ type: 'session.pinned', at: MONDAY }, last)).toBe(false);
  });

  test('facts are never outdated', () => {
    const last = decidedHere({ type: 'session.renamed', at: TUESDAY });
    expect(isOutdated({ type: 'session.linked', at: MONDAY }, last)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { keptAsRead } from '../../src/app/offer-summary.ts';
import type { KeepReport } from '../../src/app/ports/transcripts.ts';
import type { HeldRecord } from '../../src/app/read-source.ts';

const RECORD: HeldRecord = {
  bytes: new Uint8Array(),
  value: { say: 'glaze' },
  sourceLine: 1,
  at: null,
  key: undefined,
};
const REPORT: KeepReport = { keptLength: 70, lines: 1, redactions: {}, blobs: 0 };

describe('a summary may be made from the records in memory', () => {
  it('when each of them was kept as it was read', () => {
    const { value, sourceLine, at } = RECORD;
    expect(keptAsRead([RECORD], REPORT)).toEqual({ records: [{ value, sourceLine, at }], keptLength: 70 });
  });

  it('but not when something was redacted', () => {
    expect(keptAsRead([RECORD], { ...REPORT, redactions: { password: 1 } })).toBeUndefined();
  });

  it('nor when a string was split off', () => {
    expect(keptAsRead([RECORD], { ...REPORT, blobs: 1 })).toBeUndefined();
  });

  it('nor when the transcript holds other lines too, or the records are not held', () => {
    expect(keptAsRead([RECORD], { ...REPORT, lines: 2 })).toBeUndefined();
    expect(keptAsRead(undefined, REPORT)).toBeUndefined();
  });
});

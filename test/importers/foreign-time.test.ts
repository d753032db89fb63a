import { describe, expect, it } from 'vitest';
import { readForeignTime } from '../../src/importers/foreign-time.ts';

describe('a time another tool wrote', () => {
  it.each([
    ['loom form', '2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.000Z'],
    ['an offset', '2026-03-01T11:00:00.5+02:00', '2026-03-01T09:00:00.500Z'],
    ['microseconds', '2026-03-01T09:00:00.123456Z', '2026-03-01T09:00:00.123Z'],
    ['epoch seconds', 1772355600, '2026-03-01T09:00:00.000Z'],
    ['epoch milliseconds', 1772355600123, '2026-03-01T09:00:00.123Z'],
    ['epoch milliseconds as text', '1772355600123', '2026-03-01T09:00:00.123Z'],
    ['a leap day', '2028-02-29T24:00:00Z', '2028-03-01T00:00:00.000Z'],
    ['the far future', '9999-01-01T00:00:00Z', '9999-01-01T00:00:00.000Z'],
  ])('in %s becomes UTC', (_, written, iso) => {
    expect(readForeignTime(written)).toEqual({ iso, zoneless: false });
  });

  it('without a zone is read as UTC, and says so', () => {
    expect(readForeignTime('2026-03-01T09:00:00')).toEqual({ iso: '2026-03-01T09:00:00.000Z', zoneless: true });
  });

  it.each([
    [''],
    ['yesterday'],
    [null],
    [{}],
    [0],
    [Number.NaN],
    ['2026-13-45T00:00:00Z'],
    ['2026-02-30T10:00:00Z'],
    ['2026-04-31'],
    ['2026-03-00T09:00:00.000Z'],
    ['2026-03-01T24:30:00Z'],
    ['2026-03-01T09:00:00+99:00'],
    [42],
    [-5],
    [1e300],
    ['1.5'],
  ])('is unknown for %j', (written) => {
    expect(readForeignTime(written)).toBeNull();
  });
});

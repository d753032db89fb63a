import { describe, expect, it } from 'vitest';
import { formatInstant, instantMillis, parseInstant } from '../../src/kernel/instant.ts';
import { fc } from '../support/properties.ts';

describe('an instant', () => {
  it('comes back from the form that is kept, whenever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (millis) => {
        const iso = formatInstant(millis);
        expect(iso).toHaveLength(24);
        expect(instantMillis(iso)).toBe(millis);
        expect(parseInstant(iso)).toEqual({ millis: Date.parse(iso), zoned: true });
      }),
    );
  });

  it('is the same however it is written', () => {
    const millis = Date.parse('2026-03-01T10:20:59.120Z');
    for (const text of [
      '2026-03-01T10:20:59.120Z',
      '2026-03-01t10:20:59.12z',
      '2026-03-01 10:20:59.120 Z',
      '2026-03-01T12:20:59.120+02:00',
      '2026-03-01T05:50:59.120-0430',
      '2026-03-01T10:20:59,120999Z',
    ])
      expect(parseInstant(text), text).toEqual({ millis, zoned: true });
    expect(parseInstant('2026-03-01T10:20:59.120')).toEqual({ millis, zoned: false });
  });

  it('is none where a part is out of its range or no number, in whatever form', () => {
    for (const text of [
      '2026-13-01T10:20:59.120Z',
      '2026-00-01T10:20:59.120Z',
      '2026-03-32T10:20:59.120Z',
      '2026-03-01T25:20:59.120Z',
      '2026-03-01T10:60:59.120Z',
      '2026-03-01T10:20:61.120Z',
      '2026-03-01T1x:20:59.120Z',
      '2026-03-01T10:20:59.12xZ',
      '2026/03/01T10:20:59.120Z',
      '2026-13-01',
      'now',
      '',
    ])
      expect(parseInstant(text), text).toBeUndefined();
    expect(() => instantMillis('now' as never)).toThrow(TypeError);
  });
});

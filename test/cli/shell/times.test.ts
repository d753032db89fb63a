import { describe, expect, it } from 'vitest';
import { parseWhen, showTime } from '../../../src/cli/times.ts';
import type { IsoTime } from '../../../src/kernel/ids.ts';
import { formatInstant } from '../../../src/kernel/instant.ts';
import { LoomError } from '../../../src/kernel/loom-error.ts';

const NOW = Date.UTC(2026, 2, 10, 12, 0, 0);
const earlier = (millis: number): IsoTime => formatInstant(NOW - millis);
const terminal = { terminal: true, now: NOW };
const HOUR = 3_600_000;

describe('showing a time', () => {
  it('is relative on a terminal up to 30 days, and a date beyond', () => {
    expect(showTime(earlier(5_000), terminal)).toBe('just now');
    expect(showTime(earlier(59 * 60_000), terminal)).toBe('59m ago');
    expect(showTime(earlier(3 * HOUR), terminal)).toBe('3h ago');
    expect(showTime(earlier(48 * HOUR), terminal)).toBe('2d ago');
    expect(showTime(earlier(31 * 24 * HOUR), terminal)).toBe('2026-02-07');
  });

  it('is a date for a time in the future', () => {
    expect(showTime(earlier(-48 * HOUR), terminal)).toBe('2026-03-12');
  });

  it('is ISO in a pipe, and empty for no time', () => {
    expect(showTime(earlier(HOUR), { terminal: false, now: NOW })).toBe('2026-03-10T11:00:00.000Z');
    expect(showTime(null, terminal)).toBe('');
  });
});

describe('reading --since and --until', () => {
  const when = (text: string): string => parseWhen('since', text, NOW);

  it('reads spans before now', () => {
    expect(when('2d')).toBe('2026-03-08T12:00:00.000Z');
    expect(when('90m')).toBe('2026-03-10T10:30:00.000Z');
    expect(when('1w ago')).toBe('2026-03-03T12:00:00.000Z');
  });

  it('reads days from local midnight', () => {
    expect(when('today')).toBe('2026-03-10T00:00:00.000Z');
    expect(when('Yesterday')).toBe('2026-03-09T00:00:00.000Z');
    expect(when('2026-01-31')).toBe('2026-01-31T00:00:00.000Z');
  });

  it('reads ISO instants with their zone', () => {
    expect(when('2026-01-31T10:00:00Z')).toBe('2026-01-31T10:00:00.000Z');
    expect(when('2026-01-31T10:00+02:00')).toBe('2026-01-31T08:00:00.000Z');
  });

  it.each(['', 'tomorrowish', '2026-13-01', '2026-02-31', '2x', '-3d'])('refuses %j and names the flag', (text) => {
    expect(() => when(text)).toThrow(LoomError);
    expect(() => when(text)).toThrow(/^--since is no time/);
  });
});

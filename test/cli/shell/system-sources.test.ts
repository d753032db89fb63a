import { decodeTime, isValid } from 'ulid';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mintWith, systemClock, systemRandomness } from '../../../src/cli/system-sources.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the sources of time and chance', () => {
  it('mint ids that any ULID library reads, with the time in them', () => {
    const now = Date.UTC(2026, 6, 1);
    const mint = mintWith(() => now, systemRandomness());
    const ids = Array.from({ length: 100 }, mint);
    for (const id of ids) expect({ valid: isValid(id), time: decodeTime(id) }).toEqual({ valid: true, time: now });
    expect(new Set(ids).size).toBe(100);
  });

  it('stand still and repeat themselves for tests that ask for it', () => {
    vi.stubEnv('LOOM_TEST_NOW', '2026-07-01T00:00:00.000Z');
    vi.stubEnv('LOOM_TEST_SEED', 'swallow');
    expect(systemClock()).toBe(Date.UTC(2026, 6, 1));
    const [first, second] = [systemRandomness(), systemRandomness()];
    const one = first(10);
    expect(Buffer.from(second(10))).toEqual(Buffer.from(one));
    expect(Buffer.from(first(10))).not.toEqual(Buffer.from(one));
  });
});

import { describe, expect, it } from 'vitest';
import { testRedactor } from './test-redactor.ts';

const redactor = testRedactor();

/** JSON with far more secrets than any text has, and ordinary strings behind it. */
function denseJson(count: number): string {
  const dense = Array.from({ length: count }, (_, at) => `token is a1b2c3d4x${at}`);
  const calm = Array.from({ length: 4000 }, (_, at) => `the tide comes and goes, ${at} times a day`);
  return JSON.stringify({ dense, calm, last: 'the password is harbour-Violet-29' });
}

describe('JSON of more secrets than can be looked at', () => {
  const text = denseJson(5000);
  const redacted = redactor.redact(text);
  const parsed = JSON.parse(redacted.text) as { dense: string[]; calm: string[]; last: string };

  it('stays JSON in which each of them is hidden', () => {
    expect(parsed.dense).toHaveLength(5000);
    expect(parsed.dense.filter((one) => /a1b2c3d4x/.test(one))).toEqual([]);
    expect(redacted.rules['dense']).toBeGreaterThan(0);
  });

  it('is looked at as any other, some way behind them', () => {
    expect(parsed.calm.at(-1)).toBe('the tide comes and goes, 3999 times a day');
    expect(parsed.last).toMatch(/^the password is \[redacted:[a-z-]+:[0-9a-f]{8}\]$/);
  });

  it('does not change the second time', () => {
    expect(redactor.redact(redacted.text).text).toBe(redacted.text);
  });
});

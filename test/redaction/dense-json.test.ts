import { describe, expect, it } from 'vitest';
import { NotJson } from '../../src/redaction/json-scalars.ts';
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

describe('a string that only begins like JSON', () => {
  it('is tried without gathering a stack, which later errors have', () => {
    expect(new NotJson('expected a value', 3).stack).not.toMatch(/\n +at /);
    expect(new Error('later').stack).toMatch(/\n +at /);
  });

  it('is redacted as any other', () => {
    for (const text of [
      '[note] password=harbour-Violet-29 ]',
      '{x password=harbour-Violet-29 }',
      '"a" password=harbour-Violet-29 "',
    ])
      expect(redactor.redact(text).text).not.toContain('harbour-Violet-29');
  });
});

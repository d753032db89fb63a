import { describe, expect, it } from 'vitest';
import { cleanData, dataText, fence, fitData, MOST_ANSWER } from '../../src/mcp/data-fence.ts';
import { testRedactor } from '../redaction/test-redactor.ts';

describe('what an answer is wrapped in', () => {
  it('ends with a mark that the text cannot hold', () => {
    const first = fence('hello');
    const mark = /<loom-data (\w+)>/.exec(first)?.[1] ?? '';
    const second = fence(first);
    expect(mark).toMatch(/^[0-9a-f]{18}$/);
    expect(second.trimEnd().endsWith(`</loom-data ${mark}>`)).toBe(false);
  });

  it('shortens the list that may be shortened and counts what it left out', () => {
    const rows = Array.from({ length: 500 }, (_, row) => ({ row, text: 'x'.repeat(400) }));
    const fitted = fitData({ rows }, 'rows');
    expect(dataText(fitted, 'rows').length).toBeLessThanOrEqual(MOST_ANSWER + 100);
    expect((fitted['rows'] as unknown[]).length + Number(fitted['leftOut'])).toBe(500);
    expect(fitData({ rows: [1] }, 'rows')).toEqual({ rows: [1] });
  });

  it('redacts text, shows what hides, and leaves handles as they are', () => {
    const app = { redactor: testRedactor() };
    const token = ['ghp', 'Q7mZ2kP9xW4vB8nR3tY6uL1dF5gH0jS2aC4e'].join('_');
    const clean = cleanData(app, {
      id: 'abc:toolu_1',
      text: `key ${token} \u202e!`,
      none: undefined,
      more: [{ n: 1 }],
    });
    expect(clean).toMatchObject({ id: 'abc:toolu_1', more: [{ n: 1 }] });
    expect(JSON.stringify(clean)).not.toContain(token);
    expect(JSON.stringify(clean)).toContain('<U+202E>');
    expect(clean).not.toHaveProperty('none');
  });
});

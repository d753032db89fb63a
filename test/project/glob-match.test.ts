import { describe, expect, it } from 'vitest';
import { globMatcher } from '../../src/project/glob-match.ts';

describe('a pattern', () => {
  it('means what it says', () => {
    const fits = (glob: string, ...paths: string[]) => paths.map((path) => globMatcher(glob)(path));
    expect(fits('*.md', 'a.md', 'b/a.md', '.md', 'a.mdx')).toEqual([true, false, true, false]);
    expect(fits('**/*.md', 'a.md', 'b/a.md', 'c/b/a.md', 'a.txt')).toEqual([true, true, true, false]);
    expect(fits('rules/**', 'rules/a', 'rules/b/c', 'rule/a', 'rules')).toEqual([true, true, false, false]);
    expect(fits('a?c/(x)', 'abc/(x)', 'a/c/(x)', 'ac/(x)')).toEqual([true, false, false]);
  });

  it('cannot be made to take long', () => {
    const start = performance.now();
    expect(globMatcher(`${'*a'.repeat(90)}b`)('a'.repeat(255))).toBe(false);
    expect(globMatcher(`${'**/'.repeat(60)}b`)('a/'.repeat(2000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

import { expect, it } from 'vitest';
import { makeOnce } from '../../src/kernel/make-once.ts';

it('makes nothing before it is asked, and then only once', () => {
  let made = 0;
  const kiln = makeOnce(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  kiln();
  kiln();
  expect(made).toBe(1);
});

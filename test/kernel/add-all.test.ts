import { expect, it } from 'vitest';
import { addAll } from '../../src/kernel/add-all.ts';

it('a list takes more items than fit on the stack', () => {
  const into = ['first'];
  addAll(into, new Array<string>(300_000).fill('more'));
  expect(into).toHaveLength(300_001);
});

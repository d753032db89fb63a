import { expect, it } from 'vitest';
import { countOf } from '../../src/kernel/count-of.ts';

it.each([
  [0, 'file', undefined, '0 files'],
  [1, 'file', undefined, '1 file'],
  [2, 'file', undefined, '2 files'],
  [1, 'folder or file', 'folders or files', '1 folder or file'],
  [3, 'folder or file', 'folders or files', '3 folders or files'],
])('%i of %s is written as people write it', (count, one, many, written) => {
  expect(countOf(count, one, many)).toBe(written);
});

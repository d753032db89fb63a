import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBelow, isWithin } from '../../src/files/folder-bounds.ts';

const garden = join(sep, 'home', 'mara', 'garden');

describe('a path', () => {
  it.each([['beds'], ['beds', 'north'], ['..beds'], ['...'], ['..beds', 'north']])(
    '%s lies in its folder',
    (...names) => {
      const path = join(garden, ...names);
      expect([isBelow(path, garden), isWithin(path, garden)]).toEqual([true, true]);
    },
  );

  it('lies in the root of all folders', () => {
    expect([isBelow(garden, sep), isWithin(sep, sep), isBelow(sep, sep)]).toEqual([true, true, false]);
  });

  it('that is the folder is within it, and not below it', () => {
    expect([isBelow(garden, garden), isWithin(garden, garden), isWithin(garden + sep, garden)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each([
    join(garden, '..'),
    `${garden}er`,
    join(garden, '..', 'gardens', 'beds'),
    join(garden, 'beds', '..', '..', 'shed'),
    sep,
  ])('%s does not lie in it', (path) => {
    expect([isBelow(path, garden), isWithin(path, garden)]).toEqual([false, false]);
  });
});

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../src/files/find-program.ts';
import { removeFolder } from '../support/remove-folder.ts';

function openRoot() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loom-program-')));
  onTestFinished(() => removeFolder(root));
  const program = (...names: readonly string[]): string => {
    const path = join(root, ...names);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o755);
    return path;
  };
  return { root, program, env: (...folders: readonly string[]) => ({ PATH: folders.join(delimiter) }) };
}

test('a program is looked for in absolute folders of PATH alone, in their order', () => {
  const { root, program, env } = openRoot();
  program('work', 'tide');
  const first = program('first', 'tide');
  program('second', 'tide');
  const before = process.cwd();
  process.chdir(join(root, 'work'));
  onTestFinished(() => process.chdir(before));
  const path = env('', '.', './', '../work', join(root, 'none'), join(root, 'first'), join(root, 'second'));
  expect(findProgram(['tide'], path)).toBe(first);
  expect(findProgram(['tide'], env('', '.', '../work'))).toBeUndefined();
});

test('folders that are to be avoided bring no program, and what cannot be run is none', () => {
  const { root, program, env } = openRoot();
  program('work', 'tide');
  program('work', 'bin', 'tide');
  const path = env(join(root, 'work'), join(root, 'work', 'bin'));
  expect(findProgram(['tide'], path, { exactly: [undefined, join(root, 'work')] })).toBe(
    join(root, 'work', 'bin', 'tide'),
  );
  expect(findProgram(['tide'], path, { root: join(root, 'work') })).toBeUndefined();
  expect(findProgram(['tide'], path, { root: '/' })).toBe(join(root, 'work', 'tide'));
  chmodSync(join(root, 'work', 'tide'), 0o644);
  mkdirSync(join(root, 'work', 'bin', 'ebb'));
  expect(findProgram(['tide', 'ebb'], path)).toBe(join(root, 'work', 'bin', 'tide'));
});

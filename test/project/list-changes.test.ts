import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, makeRepository } from './git-fixture.ts';
import { type Garden, makeGarden, writeProgram } from './snapshot-fixture.ts';

async function dirtyOf(garden: Garden) {
  const { git: state, left } = await garden.take();
  return { dirty: state?.dirty.map(({ path, state: how }) => `${how} ${path}`), left, operation: state?.operation };
}

function withBeans(): Garden {
  const garden = makeGarden();
  garden.write('beans.txt', 'runner beans\n');
  garden.commit();
  return garden;
}

it.each(['--assume-unchanged', '--skip-worktree'])('lists a file under %s once its bytes differ', async (flag) => {
  const garden = withBeans();
  garden.git('update-index', flag, 'beans.txt');
  expect((await dirtyOf(garden)).dirty).toEqual([]);
  garden.write('beans.txt', 'broad beans\n');
  expect((await dirtyOf(garden)).dirty).toEqual(['modified beans.txt']);
});

it('misses a file that is taken as unchanged, and not one that is not to be in the checkout', async () => {
  const garden = withBeans();
  garden.git('update-index', '--assume-unchanged', 'beans.txt');
  rmSync(join(garden.root, 'beans.txt'));
  expect((await dirtyOf(garden)).dirty).toEqual(['deleted beans.txt']);
  garden.git('update-index', '--no-assume-unchanged', 'beans.txt');
  garden.git('update-index', '--skip-worktree', 'beans.txt');
  expect((await dirtyOf(garden)).dirty).toEqual([]);
});

it('takes a conflict within a submodule for a change, and for no conflict of the project', async () => {
  const garden = makeGarden();
  const shed = makeRepository(join(garden.base, 'shed'));
  writeFileSync(join(shed, 'rake.txt'), 'wood');
  git(shed, 'add', '-A');
  git(shed, 'commit', '-q', '-m', 'rake');
  garden.git('submodule', 'add', '-q', shed, 'shed');
  garden.commit();
  const inside = join(garden.root, 'shed');
  for (const [branch, text] of [
    ['side', 'iron'],
    ['other', 'tin'],
  ] as const) {
    git(inside, 'checkout', '-q', '-b', branch, 'HEAD@{0}');
    writeFileSync(join(inside, 'rake.txt'), text);
    git(inside, 'commit', '-q', '-a', '-m', text);
    if (branch === 'side') git(inside, 'checkout', '-q', 'HEAD~1');
  }
  expect(() => git(inside, 'merge', 'side')).toThrow();
  const { git: state } = await garden.take();
  expect(state?.unmerged).toBeUndefined();
  expect(state?.operation).toBeUndefined();
  expect(state?.dirty.map(({ path, state: how }) => `${how} ${path}`)).toContain('modified shed/rake.txt');
});

it('runs no program that a repository within the project names', async () => {
  const garden = makeGarden();
  const nested = makeRepository(join(garden.root, 'nursery'));
  const mark = join(garden.base, 'ran');
  const program = join(garden.base, 'sow');
  writeProgram(program, `touch '${mark}'; cat`);
  writeFileSync(join(nested, '.gitattributes'), '* filter=sow\n');
  writeFileSync(join(nested, 'pot.txt'), 'x');
  git(nested, 'add', '-A');
  git(nested, 'commit', '-q', '-m', 'pots');
  git(nested, 'config', 'filter.sow.clean', program);
  git(nested, 'config', 'core.fsmonitor', program);
  writeFileSync(join(nested, 'pot.txt'), 'y');
  expect((await dirtyOf(garden)).dirty).toEqual(['untracked nursery/', 'modified nursery/pot.txt']);
  expect(existsSync(mark)).toBe(false);
});

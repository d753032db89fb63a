import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProjectSnapshot } from '../../src/events/snapshot-data.ts';
import { git, makeRepository } from './git-fixture.ts';
import { changes, compareAfter, type Garden, makeGarden } from './snapshot-fixture.ts';

/** A repository with a few beds in it. */
function makeBeds(): Garden {
  const garden = makeGarden();
  for (const name of ['beans', 'carrots', 'leeks']) garden.write(`${name}.txt`, `${name}\n`.repeat(10));
  garden.commit();
  return garden;
}

describe('a checkout compared with what a snapshot says of it', () => {
  it('is the same when nothing happened', async () => {
    const garden = makeBeds();
    expect(await compareAfter(garden, () => undefined)).toEqual({
      head: 'same',
      commits: [],
      commitCount: 0,
      paths: [],
      left: [],
    });
  });

  it('lists the commits since, newest first, and the paths whose bytes they changed', async () => {
    const garden = makeBeds();
    const comparison = await compareAfter(garden, () => {
      garden.write('beans.txt', 'dwarf beans\n');
      garden.commit('dwarf beans');
      rmSync(join(garden.root, 'leeks.txt'));
      garden.write('peas.txt', 'peas\n');
      garden.commit('peas for nectar-pea');
    });
    expect(comparison).toMatchObject({ head: 'ahead', commitCount: 2, left: [] });
    expect(comparison.commits.map(({ subject }) => subject)).toEqual(['peas for [masked]', 'dwarf beans']);
    expect(comparison.commits[0]?.id).toBe(garden.git('rev-parse', 'HEAD'));
    expect(changes(comparison)).toEqual({ 'beans.txt': 'changed', 'leeks.txt': 'deleted', 'peas.txt': 'added' });
    expect(comparison.paths[0]).toMatchObject({
      before: garden.snapshots.digestContent('beans\n'.repeat(10)),
      after: garden.snapshots.digestContent('dwarf beans\n'),
      dirtyThen: false,
      dirtyNow: false,
    });
  });

  it('sees a dirty file, an untracked one and a deleted one', async () => {
    const garden = makeBeds();
    const comparison = await compareAfter(garden, () => {
      garden.write('beans.txt', 'x');
      garden.write('new.txt', 'y');
      rmSync(join(garden.root, 'leeks.txt'));
    });
    expect(comparison.head).toBe('same');
    expect(changes(comparison)).toEqual({ 'beans.txt': 'changed', 'leeks.txt': 'deleted', 'new.txt': 'added' });
    expect(comparison.paths.every(({ dirtyNow, dirtyThen }) => dirtyNow && !dirtyThen)).toBe(true);
  });

  it('finds nothing changed when what was dirty is staged, committed or amended as it was', async () => {
    const garden = makeBeds();
    garden.write('beans.txt', 'dirty\n');
    garden.write('new.txt', 'new\n');
    const comparison = await compareAfter(garden, () => {
      garden.commit('all of it');
      garden.git('commit', '-q', '--amend', '-m', 'said better');
    });
    expect(comparison).toMatchObject({ head: 'ahead', commitCount: 1 });
    expect(changes(comparison)).toEqual({ 'beans.txt': 'same', 'new.txt': 'same' });
  });

  it('sees what was dirty change, go and be put back', async () => {
    const garden = makeBeds();
    for (const name of ['beans', 'carrots', 'leeks']) garden.write(`${name}.txt`, 'dirty\n');
    garden.write('scrap.txt', 'scrap\n');
    const comparison = await compareAfter(garden, () => {
      garden.write('beans.txt', 'dirtier\n');
      garden.git('checkout', '-q', 'carrots.txt');
      rmSync(join(garden.root, 'scrap.txt'));
    });
    expect(changes(comparison)).toEqual({
      'beans.txt': 'changed',
      'carrots.txt': 'changed',
      'leeks.txt': 'same',
      'scrap.txt': 'deleted',
    });
  });

  it('takes a file that was changed and changed back for the same, whatever its times', async () => {
    const garden = makeBeds();
    const comparison = await compareAfter(garden, () => {
      garden.write('beans.txt', 'other\n');
      garden.commit('away');
      garden.write('beans.txt', 'beans\n'.repeat(10));
      garden.commit('and back');
      utimesSync(join(garden.root, 'carrots.txt'), 1, 1);
    });
    expect(comparison).toMatchObject({ head: 'ahead', commitCount: 2, paths: [] });
  });

  it('takes other line ends of the same text for the same', async () => {
    const garden = makeBeds();
    const comparison = await compareAfter(garden, () => {
      garden.write('beans.txt', 'beans\r\n'.repeat(10));
    });
    expect(changes(comparison)).toEqual({ 'beans.txt': 'same' });
  });

  it('tells a renamed file as one, committed or only moved', async () => {
    const garden = makeBeds();
    const comparison = await compareAfter(garden, () => {
      garden.git('mv', 'beans.txt', 'runner-beans.txt');
      garden.commit('renamed');
      renameSync(join(garden.root, 'leeks.txt'), join(garden.root, 'alliums.txt'));
    });
    expect(comparison.paths).toEqual([
      expect.objectContaining({ path: 'alliums.txt', change: 'renamed', from: 'leeks.txt' }),
      expect.objectContaining({ path: 'runner-beans.txt', change: 'renamed', from: 'beans.txt' }),
    ]);
  });

  it('says that history was rewritten when the old commit is no ancestor any more', async () => {
    const garden = makeBeds();
    garden.write('beans.txt', 'one\n');
    garden.commit('to be amended');
    const comparison = await compareAfter(garden, () => {
      garden.write('beans.txt', 'two\n');
      garden.git('commit', '-q', '-a', '--amend', '-m', 'amended');
    });
    expect(comparison).toMatchObject({ head: 'rewritten', commitCount: 1 });
    expect(changes(comparison)).toEqual({ 'beans.txt': 'changed' });
  });

  it('says that HEAD went back', async () => {
    const garden = makeBeds();
    garden.write('beans.txt', 'one\n');
    garden.commit();
    const comparison = await compareAfter(garden, () => {
      garden.git('reset', '-q', '--hard', 'HEAD~1');
    });
    expect(comparison).toMatchObject({ head: 'behind', commits: [], commitCount: 0 });
    expect(changes(comparison)).toEqual({ 'beans.txt': 'changed' });
  });

  it('compares nothing with a commit that is gone, and says so', async () => {
    const garden = makeBeds();
    const then = { ...(await garden.take()), git: { head: 'b'.repeat(40), branch: 'main', dirty: [] } };
    garden.write('beans.txt', 'x');
    const comparison = await garden.snapshots.compare(then, await garden.take());
    expect(comparison).toMatchObject({ head: 'gone', commits: [] });
    expect(changes(comparison)).toEqual({ 'beans.txt': 'unknown' });
    expect(comparison.left).not.toEqual([]);
  });

  it('follows another branch, and a detached HEAD', async () => {
    const garden = makeBeds();
    garden.git('branch', 'side');
    garden.write('beans.txt', 'main only\n');
    garden.commit();
    const comparison = await compareAfter(garden, () => {
      garden.git('checkout', '-q', '--detach', 'side');
    });
    expect(comparison.head).toBe('behind');
    expect(changes(comparison)).toEqual({ 'beans.txt': 'changed' });
  });

  it('compares with no commits at all', async () => {
    const garden = makeGarden({ commits: 0 });
    garden.write('seed.txt', 'poppy\n');
    garden.write('soil.txt', 'loam\n');
    const comparison = await compareAfter(garden, () => {
      garden.write('soil.txt', 'clay\n');
      garden.commit('first');
    });
    expect(comparison).toMatchObject({ head: 'ahead', commitCount: 1 });
    expect(changes(comparison)).toEqual({ 'seed.txt': 'same', 'soil.txt': 'changed' });
  });

  it('does not call history rewritten where it was cut off', async () => {
    const origin = makeBeds();
    const clone = join(origin.base, 'clone');
    git(origin.base, 'clone', '-q', '--depth', '1', `file://${origin.root}`, clone);
    const then = await origin.take(clone);
    for (const name of ['a', 'b', 'c']) {
      origin.write('beans.txt', name);
      origin.commit(name);
    }
    git(clone, 'fetch', '-q', '--depth', '1');
    git(clone, 'reset', '-q', '--hard', 'origin/main');
    const comparison = await origin.snapshots.compare(then, await origin.take(clone));
    expect(comparison.head).toBe('unknown');
    expect(changes(comparison)).toEqual({ 'beans.txt': 'changed' });
  });

  it('compares submodules by the commit they are at', async () => {
    const garden = makeBeds();
    const shed = makeRepository(join(garden.base, 'shed'), { commits: 2 });
    garden.git('submodule', 'add', '-q', shed, 'shed');
    garden.commit();
    const comparison = await compareAfter(garden, () => {
      git(join(garden.root, 'shed'), 'checkout', '-q', 'HEAD~1');
    });
    expect(changes(comparison)).toEqual({ shed: 'changed' });
  });

  it('tells a conflict apart from what it does not know', async () => {
    const garden = makeBeds();
    const comparison = await compareAfter(garden, () => {
      garden.git('checkout', '-q', '-b', 'side');
      garden.write('beans.txt', 'side\n');
      garden.commit();
      garden.git('checkout', '-q', 'main');
      garden.write('beans.txt', 'main\n');
      garden.commit();
      expect(() => garden.git('merge', 'side')).toThrow();
    });
    expect(changes(comparison)).toEqual({ 'beans.txt': 'changed' });
  });

  it('does not know what became of a dirty file that is too large to digest', async () => {
    const garden = makeBeds();
    garden.write('big.bin', Buffer.alloc(1024 * 1024 + 1));
    const comparison = await compareAfter(garden, () => undefined);
    expect(changes(comparison)).toEqual({ 'big.bin': 'unknown' });
    expect(comparison.left).toEqual([{ code: 'large-files', count: 1, paths: ['big.bin'] }]);
  });

  it('knows of a large file that two commits have differently', async () => {
    const garden = makeBeds();
    garden.write('big.bin', Buffer.alloc(1024 * 1024 + 1));
    garden.commit();
    const comparison = await compareAfter(garden, () => {
      garden.write('big.bin', Buffer.alloc(1024 * 1024 + 1, 1));
      garden.commit();
    });
    expect(changes(comparison)).toEqual({ 'big.bin': 'changed' });
    expect(comparison.left).toEqual([]);
  });

  it('compares names that are no UTF-8, hold line feeds or secrets', async () => {
    const garden = makeBeds();
    const odd = Buffer.concat([Buffer.from('caf'), Buffer.from([0xe9])]);
    garden.write('two\nlines.txt', 'one');
    garden.write('nectar-rose.txt', 'one');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(Buffer.concat([Buffer.from(`${garden.root}/`), odd]), 'one');
    garden.commit();
    const comparison = await compareAfter(garden, () => {
      garden.write('two\nlines.txt', 'two');
      garden.write('nectar-rose.txt', 'two');
      garden.commit();
      writeFileSync(Buffer.concat([Buffer.from(`${garden.root}/`), odd]), 'two');
    });
    expect(changes(comparison)).toEqual({
      '[masked].txt': 'changed',
      'caf\udce9': 'changed',
      'two\nlines.txt': 'changed',
    });
  });

  it('counts what a bound kept out, then or now', async () => {
    const garden = makeGarden({ limits: { dirtyPaths: 3 } });
    for (const name of ['a', 'b', 'c', 'd', 'e']) garden.write(name, name);
    const comparison = await compareAfter(garden, () => garden.commit());
    expect(comparison.left).toMatchObject([{ code: 'dirty-paths', count: expect.any(Number) }]);
  });

  it('knows nothing outside git', async () => {
    const garden = makeBeds();
    const plain = join(garden.base, 'plain');
    mkdirSync(plain);
    const then = await garden.take(plain);
    expect(await garden.snapshots.compare(then, await garden.take(plain))).toEqual({
      head: 'unknown',
      commits: [],
      commitCount: 0,
      paths: [],
      left: [],
    });
  });

  it('says why nothing was compared when git could not be asked', async () => {
    const garden = makeBeds();
    const then = await garden.take();
    const blind: ProjectSnapshot = { ...then, git: null, left: [{ code: 'git-missing', count: 1 }] };
    expect(await garden.snapshots.compare(blind, await garden.take())).toMatchObject({
      head: 'unknown',
      left: [{ code: 'git-missing', count: 1 }],
    });
  });

  it('changes nothing in the repository', async () => {
    const { readTree } = await import('./git-fixture.ts');
    const garden = makeBeds();
    garden.write('beans.txt', 'x');
    const then = await garden.take();
    utimesSync(join(garden.root, 'leeks.txt'), 1, 1);
    const before = readTree(garden.base);
    await garden.snapshots.compare(
      { ...then, git: { head: garden.git('rev-parse', 'HEAD~1'), dirty: [] } },
      await garden.take(),
    );
    await garden.snapshots.inferHead(garden.root, { at: then.at, branch: 'main' });
    expect(readTree(garden.base)).toEqual(before);
  });
});

describe('files looked at by themselves', () => {
  it('are told by what they are', async () => {
    const garden = makeBeds();
    const { makePipe } = await import('./git-fixture.ts');
    makePipe(join(garden.root, 'hose'));
    garden.write('big', Buffer.alloc(1024 * 1024 + 1));
    const path = (name: string) => join(garden.root, name);
    const contents = await garden.snapshots.contents(['beans.txt', 'gone', 'hose', 'big', '.git'].map(path));
    expect(
      Object.fromEntries([...contents].map(([file, content]) => [file.slice(garden.root.length + 1), content])),
    ).toEqual({
      'beans.txt': { state: 'file', digest: garden.snapshots.digestContent('beans\n'.repeat(10)) },
      gone: { state: 'gone' },
      hose: { state: 'other' },
      big: { state: 'large' },
      '.git': { state: 'other' },
    });
  });

  it('are read as a commit holds them', async () => {
    const garden = makeBeds();
    const commit = garden.git('rev-parse', 'HEAD');
    garden.write('beans.txt', 'later\n');
    garden.commit();
    const contents = await garden.snapshots.committed(garden.root, { commit, paths: ['beans.txt', 'never.txt'] });
    expect(Object.fromEntries(contents)).toEqual({
      'beans.txt': { state: 'file', digest: garden.snapshots.digestContent('beans\n'.repeat(10)) },
      'never.txt': { state: 'gone' },
    });
    const lost = await garden.snapshots.committed(garden.root, { commit: 'b'.repeat(40), paths: ['beans.txt'] });
    expect([...lost.values()]).toEqual([{ state: 'unreadable' }]);
  });

  it('abbreviated commits are found when the repository holds them', async () => {
    const garden = makeBeds();
    const head = garden.git('rev-parse', 'HEAD');
    const blob = garden.git('rev-parse', 'HEAD:beans.txt');
    const ids = [head.slice(0, 7), 'abcdef0', blob.slice(0, 9), head, '--all', 'HEAD'];
    expect(await garden.snapshots.findCommits(garden.root, ids)).toEqual([head]);
  });
});

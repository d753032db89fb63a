import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { snapshotDocument } from '../../src/events/snapshot-schemas.ts';
import { git, makePipe, makeRepository } from './git-fixture.ts';
import { type Garden, makeGarden, writeAt, writeProgram } from './snapshot-fixture.ts';

async function gitOf(garden: Garden, folder?: string) {
  const { git: state } = await garden.take(folder);
  if (state === null) throw new Error('no git state');
  return state;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

describe('the git state of a snapshot', () => {
  it('names commit and branch, and nothing dirty in a clean checkout', async () => {
    const garden = makeGarden();
    expect(await gitOf(garden)).toEqual({ head: garden.git('rev-parse', 'HEAD'), branch: 'main', dirty: [] });
  });

  it('fits the schema of its document', async () => {
    const garden = makeGarden();
    garden.write('AGENTS.md', 'Water at dawn.\n');
    const snapshot = await garden.take();
    expect(snapshotDocument.safeParse({ v: 1, snapshot })).toMatchObject({ success: true });
  });

  it('lists what is modified, added, deleted, renamed and untracked, in path order, with digests of the files there are', async () => {
    const garden = makeGarden();
    for (const name of ['beans', 'carrots', 'leeks', 'onions']) garden.write(`${name}.txt`, `${name} `.repeat(20));
    garden.commit();
    garden.write('beans.txt', 'runner beans\n');
    garden.write('apples.txt', 'pippin\n');
    garden.git('add', 'apples.txt');
    rmSync(join(garden.root, 'carrots.txt'));
    garden.git('mv', 'leeks.txt', 'spring-onions.txt');
    garden.write('notes/today.txt', 'rain\n');
    const { dirty } = await gitOf(garden);
    const digest = expect.stringMatching(/^[\w-]{22}$/);
    expect(dirty).toEqual([
      { path: 'apples.txt', state: 'added', digest },
      { path: 'beans.txt', state: 'modified', digest },
      { path: 'carrots.txt', state: 'deleted' },
      { path: 'notes/today.txt', state: 'untracked', digest },
      { path: 'spring-onions.txt', state: 'renamed', from: 'leeks.txt', digest },
    ]);
    expect(dirty[1]?.digest).toBe(garden.snapshots.digestContent('runner beans\n'));
  });

  it('has no commit before the first one', async () => {
    const garden = makeGarden({ commits: 0 });
    garden.write('seed.txt', 'x');
    const state = await gitOf(garden);
    expect(state).toMatchObject({ branch: 'main', dirty: [{ path: 'seed.txt', state: 'untracked' }] });
    expect(state).not.toHaveProperty('head');
  });

  it('says that HEAD is detached', async () => {
    const garden = makeGarden({ commits: 2 });
    garden.git('checkout', '-q', 'HEAD~1');
    const state = await gitOf(garden);
    expect(state).toMatchObject({ detached: true, head: garden.git('rev-parse', 'HEAD') });
    expect(state).not.toHaveProperty('branch');
  });

  it('says that a repository is bare, and lists no files of it', async () => {
    const garden = makeGarden();
    const bare = join(garden.base, 'bare.git');
    git(garden.base, 'clone', '-q', '--bare', garden.root, bare);
    expect(await gitOf(garden, bare)).toEqual({
      head: garden.git('rev-parse', 'HEAD'),
      branch: 'main',
      bare: true,
      dirty: [],
    });
  });

  it('says that a clone is shallow, and how far it is from its upstream', async () => {
    const garden = makeGarden({ commits: 3 });
    const clone = join(garden.base, 'clone');
    git(garden.base, 'clone', '-q', '--depth', '1', `file://${garden.root}`, clone);
    git(clone, 'commit', '-q', '--allow-empty', '-m', 'own');
    expect(await gitOf(garden, clone)).toMatchObject({
      shallow: true,
      upstream: { name: 'origin/main', ahead: 1, behind: 0 },
    });
  });

  it('sees a linked worktree as its own checkout', async () => {
    const garden = makeGarden();
    const tree = join(garden.base, 'greenhouse');
    garden.git('worktree', 'add', '-q', '-b', 'glass', tree);
    writeFileSync(join(tree, 'tomato.txt'), 'red');
    const snapshot = await garden.take(tree);
    expect(snapshot.git).toMatchObject({ branch: 'glass', dirty: [{ path: 'tomato.txt' }] });
    expect(snapshot.where).toMatchObject({ root: tree, worktree: 'greenhouse', mainRoot: garden.root });
    expect((await gitOf(garden)).dirty).toEqual([]);
  });

  it('takes a submodule for the commit it is at, and lists what differs in it', async () => {
    const garden = makeGarden();
    const shed = makeRepository(join(garden.base, 'shed'), { commits: 2 });
    garden.git('submodule', 'add', '-q', shed, 'shed');
    garden.commit();
    const inside = join(garden.root, 'shed');
    expect((await gitOf(garden)).dirty).toEqual([]);
    writeFileSync(join(inside, 'rake.txt'), 'dirty inside');
    const rake = { path: 'shed/rake.txt', state: 'untracked', digest: garden.snapshots.digestContent('dirty inside') };
    expect((await gitOf(garden)).dirty).toEqual([rake]);
    git(inside, 'checkout', '-q', 'HEAD~1');
    const head = git(inside, 'rev-parse', 'HEAD');
    expect((await gitOf(garden)).dirty).toEqual([{ path: 'shed', state: 'submodule', digest: head }, rake]);
  });

  it('takes an untracked repository inside the project for the commit it is at, and lists what differs in it', async () => {
    const garden = makeGarden();
    const nested = makeRepository(join(garden.root, 'nursery'));
    writeFileSync(join(nested, 'pot.txt'), 'x');
    expect((await gitOf(garden)).dirty).toEqual([
      { path: 'nursery/', state: 'untracked', digest: git(nested, 'rev-parse', 'HEAD') },
      { path: 'nursery/pot.txt', state: 'untracked', digest: garden.snapshots.digestContent('x') },
    ]);
  });

  it('keeps names with line feeds, spaces, quotes and bytes that are no UTF-8 apart and readable', async () => {
    const garden = makeGarden();
    garden.write('a b\n"c".txt', 'one');
    const odd = Buffer.concat([Buffer.from(`${garden.root}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]);
    writeFileSync(odd, 'two');
    const { dirty } = await gitOf(garden);
    expect(dirty).toEqual([
      { path: 'a b\n"c".txt', state: 'untracked', digest: garden.snapshots.digestContent('one') },
      { path: 'caf\udce9.txt', state: 'untracked', digest: garden.snapshots.digestContent('two') },
    ]);
  });

  it('leaves out what the user ignores everywhere, and heeds no other setting of theirs', async () => {
    const garden = makeGarden();
    const canary = join(garden.base, 'canary');
    const evil = writeProgram(join(garden.base, 'evil'), `echo ran >> '${canary}'`);
    writeAt(garden.home, '.config/git/ignore', '*.swp\n');
    garden.write('bed.swp', 'x');
    garden.write('bed.bak', 'x');
    expect((await gitOf(garden)).dirty.map(({ path }) => path)).toEqual(['bed.bak']);
    writeAt(garden.home, 'mine', '*.bak\n');
    writeAt(garden.home, '.gitconfig', `[core]\n\texcludesFile = ~/mine\n\tfsmonitor = ${evil}\n`);
    expect((await gitOf(garden)).dirty.map(({ path }) => path)).toEqual(['bed.swp']);
    expect(existsSync(canary)).toBe(false);
  });

  it('shows names redacted', async () => {
    const garden = makeGarden();
    garden.write('nectar-rose.txt', 'x');
    expect((await gitOf(garden)).dirty).toMatchObject([{ path: '[masked].txt' }]);
  });

  it('digests where a link leads, not what lies there', async () => {
    const garden = makeGarden();
    symlinkSync('/etc/passwd', join(garden.root, 'link'));
    const before = (await gitOf(garden)).dirty[0]?.digest;
    rmSync(join(garden.root, 'link'));
    garden.write('link', '/etc/passwd');
    const after = (await gitOf(garden)).dirty[0]?.digest;
    expect(before).toMatch(/^[\w-]{22}$/);
    expect(after).not.toBe(before);
  });
});

describe('an operation in progress', () => {
  function conflict(garden: Garden): void {
    garden.write('bed.txt', 'roses\n');
    garden.commit('roses');
    garden.git('checkout', '-q', '-b', 'side', 'HEAD~1');
    garden.write('bed.txt', 'tulips\n');
    garden.commit('tulips');
  }

  function attempt(garden: Garden, ...args: readonly string[]): void {
    expect(() => garden.git(...args)).toThrow();
  }

  it.each([
    ['merge', ['merge', 'main']],
    ['rebase', ['rebase', 'main']],
    ['cherry-pick', ['cherry-pick', 'main']],
  ] as const)('is told: %s, with the unmerged path', async (operation, command) => {
    const garden = makeGarden();
    conflict(garden);
    attempt(garden, ...command);
    const state = await gitOf(garden);
    expect(state).toMatchObject({ operation, unmerged: ['bed.txt'] });
    expect(state.dirty).toMatchObject([{ path: 'bed.txt', state: 'unmerged' }]);
  });

  it('is told: revert', async () => {
    const garden = makeGarden();
    conflict(garden);
    garden.write('bed.txt', 'lilies\n');
    garden.commit('lilies');
    attempt(garden, 'revert', '--no-edit', 'HEAD~1');
    expect(await gitOf(garden)).toMatchObject({ operation: 'revert' });
  });

  it('is told: bisect', async () => {
    const garden = makeGarden({ commits: 4 });
    garden.git('bisect', 'start', 'HEAD', 'HEAD~3');
    expect(await gitOf(garden)).toMatchObject({ operation: 'bisect' });
  });

  it('is told: am', async () => {
    const garden = makeGarden();
    conflict(garden);
    const patch = garden.git('format-patch', '-1', 'main', '-o', garden.base);
    attempt(garden, 'am', '-q', patch);
    expect(await gitOf(garden)).toMatchObject({ operation: 'am' });
  });

  it('is over once it is aborted', async () => {
    const garden = makeGarden();
    conflict(garden);
    attempt(garden, 'merge', 'main');
    garden.git('merge', '--abort');
    expect(await gitOf(garden)).not.toHaveProperty('operation');
  });
});

describe('the bounds of a snapshot', () => {
  it('lists 2,000 dirty paths and counts the rest', async () => {
    const garden = makeGarden();
    for (let n = 0; n < 2010; n += 1) garden.write(`beds/${String(n).padStart(4, '0')}.txt`, `${n}`);
    const { git: state, left } = await garden.take();
    expect(state?.dirty).toHaveLength(2000);
    expect(left).toMatchObject([{ code: 'dirty-paths', count: 10 }]);
    expect(left[0]?.paths?.[0]).toBe('beds/2000.txt');
  });

  it('lists a file of more than 1 MiB without a digest, and says so', async () => {
    const garden = makeGarden();
    garden.write('big.bin', Buffer.alloc(1024 * 1024 + 1));
    garden.write('fits.bin', Buffer.alloc(1024 * 1024));
    const { git: state, left } = await garden.take();
    expect(state?.dirty).toMatchObject([{ path: 'big.bin' }, { path: 'fits.bin', digest: expect.any(String) }]);
    expect(state?.dirty[0]).not.toHaveProperty('digest');
    expect(left).toEqual([{ code: 'large-files', count: 1, paths: ['big.bin'] }]);
  });

  it('stops digesting when the time is up, and says so', async () => {
    const garden = makeGarden({ limits: { digestTime: 0 } });
    garden.write('bed.txt', 'x');
    const { git: state, left } = await garden.take();
    expect(state?.dirty).toEqual([{ path: 'bed.txt', state: 'untracked' }]);
    expect(left).toMatchObject([{ code: 'time', count: 1 }]);
  });

  it.skipIf(isRoot())('names a file that cannot be read (not run as root, who reads everything)', async () => {
    const garden = makeGarden();
    execFileSync('chmod', ['000', garden.write('locked.txt', 'x')]);
    expect((await garden.take()).left).toEqual([{ code: 'unreadable-files', count: 1, paths: ['locked.txt'] }]);
  });

  it('does not wait for a pipe among the files', async () => {
    const garden = makeGarden();
    makePipe(join(garden.root, 'hose'));
    garden.write('bed.txt', 'x');
    expect((await gitOf(garden)).dirty).toMatchObject([{ path: 'bed.txt' }]);
  });

  it('says that git is missing', async () => {
    const garden = makeGarden({ env: { PATH: '/nowhere' } });
    expect(await garden.take()).toMatchObject({ git: null, left: [{ code: 'git-missing', count: 1 }] });
  });

  it('says that git took too long, and kills it', async () => {
    const slow = makeGarden();
    writeProgram(join(slow.base, 'slow/git'), 'exec /bin/sleep 600');
    const garden = makeGarden({ limits: { gitTime: 200 }, env: { PATH: join(slow.base, 'slow') } });
    const start = performance.now();
    expect(await garden.take()).toMatchObject({ git: null, left: [{ code: 'time', count: 1 }] });
    expect(performance.now() - start).toBeLessThan(120_000);
  });

  it('says that a git that knows less failed', async () => {
    const old = makeGarden();
    writeProgram(join(old.base, 'old/git'), 'echo "error: unknown option" >&2; exit 129');
    const garden = makeGarden({ env: { PATH: join(old.base, 'old') } });
    expect(await garden.take()).toMatchObject({ git: null, left: [{ code: 'git-failed', count: 1 }] });
  });

  it('has nothing to say of git outside of it', async () => {
    const garden = makeGarden();
    const plain = join(garden.base, 'plain');
    mkdirSync(plain);
    expect(await garden.take(plain)).toMatchObject({ git: null, left: [], where: { cwd: plain } });
    expect(await garden.take(join(garden.base, 'gone'))).toMatchObject({ git: null, where: { missing: true } });
  });
});

describe('a hostile repository', () => {
  it('never has its programs run', async () => {
    const garden = makeGarden();
    const canary = join(garden.base, 'canary');
    const evil = writeProgram(join(garden.base, 'evil'), `echo ran >> '${canary}'; cat`);
    garden.write('bed.txt', 'roses\n');
    garden.write('.gitattributes', '*.txt filter=evil diff=evil\n*.md filter=worse\n');
    garden.commit();
    for (const [name, value] of [
      ['core.fsmonitor', evil],
      ['core.hooksPath', join(garden.base, 'hooks')],
      ['core.pager', evil],
      ['pager.status', 'true'],
      ['diff.external', evil],
      ['diff.evil.command', evil],
      ['diff.evil.textconv', evil],
      ['filter.evil.clean', evil],
      ['filter.evil.smudge', evil],
      ['filter.evil.process', evil],
      ['filter.evil.required', 'true'],
      ['core.sshCommand', evil],
      ['core.askPass', evil],
      ['log.showSignature', 'true'],
      ['gpg.program', evil],
    ] as const)
      garden.git('config', name, value);
    const included = writeAt(garden.base, 'more.config', `[filter "worse"]\n\tclean = ${evil}\n`);
    garden.git('config', 'include.path', included);
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction'])
      writeProgram(join(garden.base, 'hooks', hook), `echo ran >> '${canary}'`);
    writeProgram(join(garden.root, 'bin/git'), `echo ran >> '${canary}'`);
    garden.write('bed.txt', 'tulips\n');
    garden.write('notes.md', 'x');
    const then = await garden.take();
    garden.write('bed.txt', 'lilies\n');
    const now = await garden.take();
    const comparison = await garden.snapshots.compare(then, now);
    await garden.snapshots.inferHead(garden.root, { at: now.at });
    await garden.snapshots.committed(garden.root, { commit: now.git?.head ?? '', paths: ['bed.txt'] });
    expect(now.git?.dirty.map(({ path }) => path)).toContain('bed.txt');
    expect(comparison.paths).toContainEqual(expect.objectContaining({ path: 'bed.txt', change: 'changed' }));
    expect(existsSync(canary)).toBe(false);
    // A git that is not held back would have run them.
    execFileSync('git', ['status'], { cwd: garden.root, stdio: 'pipe' });
    expect(existsSync(canary)).toBe(true);
  });

  it('whose filter cannot be switched off is not asked', async () => {
    const garden = makeGarden();
    const canary = join(garden.base, 'canary');
    const evil = writeProgram(join(garden.base, 'evil'), `echo ran >> '${canary}'; cat`);
    writeFileSync(join(garden.root, '.git/config'), `[filter "a=b"]\n\tclean = ${evil}\n`, { flag: 'a' });
    garden.write('.gitattributes', '*.txt filter=a=b\n');
    garden.write('bed.txt', 'x');
    expect(await garden.take()).toMatchObject({ git: null, left: [{ code: 'git-failed' }] });
    expect(existsSync(canary)).toBe(false);
  });

  it('whose settings are larger than is read here has its programs run no more than another', async () => {
    const garden = makeGarden();
    const canary = join(garden.base, 'canary');
    const evil = writeProgram(join(garden.base, 'evil'), `echo ran >> '${canary}'; cat`);
    garden.write('bed.txt', 'roses\n');
    garden.write('.gitattributes', '*.txt filter=evil\n');
    garden.commit();
    const padding = `# ${'x'.repeat(98)}\n`.repeat(50_000);
    writeFileSync(join(garden.root, '.git/config'), `${padding}[filter "evil"]\n\tclean = ${evil}\n`, { flag: 'a' });
    // As long as before: only a look at the content tells that it changed.
    garden.write('bed.txt', 'tulip\n');
    expect((await gitOf(garden)).dirty.map(({ path }) => path)).toContain('bed.txt');
    expect(existsSync(canary)).toBe(false);
  });

  it('cannot lead elsewhere with its settings', async () => {
    const garden = makeGarden();
    const other = join(garden.base, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'private.txt'), 'x');
    garden.git('config', 'core.worktree', other);
    expect((await gitOf(garden)).dirty).toEqual([]);
  });

  it('is not asked with a git of its own', async () => {
    const garden = makeGarden();
    const canary = join(garden.base, 'canary');
    const own = join(garden.root, 'bin');
    writeProgram(join(own, 'git'), `echo ran >> '${canary}'`);
    const seen = makeGarden({ env: { PATH: own } });
    await seen.snapshots.take(garden.root);
    expect(existsSync(canary)).toBe(false);
  });

  it('fetches nothing that is missing', async () => {
    const garden = makeGarden();
    garden.write('bed.txt', 'roses\n');
    garden.commit();
    const canary = join(garden.base, 'canary');
    const evil = writeProgram(join(garden.base, 'evil'), `echo ran >> '${canary}'`);
    garden.git('config', 'uploadpack.allowFilter', 'true');
    const clone = join(garden.base, 'clone');
    git(garden.base, 'clone', '-q', '--filter=blob:none', `file://${garden.root}`, clone);
    garden.write('bed.txt', 'tulips\n');
    const tip = garden.commit();
    git(clone, 'fetch', '-q');
    git(clone, 'config', 'remote.origin.uploadpack', evil);
    git(clone, 'config', 'protocol.file.allow', 'always');
    const then = await garden.snapshots.take(clone);
    const committed = await garden.snapshots.committed(clone, { commit: tip, paths: ['bed.txt'] });
    expect(then.git).not.toBeNull();
    expect([...committed.values()]).not.toContainEqual(expect.objectContaining({ state: 'file' }));
    expect(existsSync(canary)).toBe(false);
  });
});

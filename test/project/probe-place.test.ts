import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createPlaceProbe } from '../../src/project/probe-place.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { git, gitEnv, makePipe, makeRepository, makeTempFolder, readTree } from './git-fixture.ts';

const scratch = makeTempFolder();
afterAll(() => removeFolder(scratch));

function folder(...names: readonly string[]): string {
  const path = join(scratch, ...names);
  mkdirSync(path, { recursive: true });
  return path;
}

function probe(cwd: string, env: Record<string, string> = gitEnv(join(scratch, 'nobody'))) {
  return createPlaceProbe({ env }).probe(cwd, { rootCommits: true });
}

function inode(path: string): string {
  const stats = statSync(path, { bigint: true });
  return `${stats.dev}:${stats.ino}`;
}

describe('a checkout', () => {
  test('shows root, git directory, root commit, origin, branch and head from any subfolder', () => {
    const root = makeRepository(folder('orchard'), { commits: 2, origin: 'git@example.org:mia/orchard.git' });
    const below = folder('orchard', 'trees', 'pear');
    expect(probe(below)).toEqual({
      cwd: below,
      realCwd: below,
      root,
      gitDir: inode(join(root, '.git')),
      rootCommits: [git(root, 'rev-list', '--max-parents=0', 'HEAD')],
      origin: 'example.org/mia/orchard',
      branch: 'main',
      head: git(root, 'rev-parse', 'HEAD'),
    });
  });

  test('costs no git process unless root commits are asked for', () => {
    const root = makeRepository(folder('silent'));
    const seen = createPlaceProbe({ env: { PATH: '/nowhere' } }).probe(root);
    expect(seen).toMatchObject({ root, branch: 'main' });
    expect(seen).not.toHaveProperty('rootCommits');
  });

  test('is still seen when there is no git on PATH', () => {
    const root = makeRepository(folder('gitless'));
    const seen = probe(root, { PATH: '/nowhere' });
    expect(seen.root).toBe(root);
    expect(seen).not.toHaveProperty('rootCommits');
  });

  test('finds its head among packed refs, and detached', () => {
    const root = makeRepository(folder('packed'));
    git(root, 'pack-refs', '--all');
    const head = git(root, 'rev-parse', 'HEAD');
    expect(existsSync(join(root, '.git/refs/heads/main'))).toBe(false);
    expect(probe(root)).toMatchObject({ branch: 'main', head });
    git(root, 'checkout', '-q', '--detach');
    const detached = probe(root);
    expect(detached.head).toBe(head);
    expect(detached).not.toHaveProperty('branch');
  });

  test('without a commit has a branch, but no head and no root commit', () => {
    const root = makeRepository(folder('empty'), { commits: 0 });
    const seen = probe(root);
    expect(seen).toMatchObject({ root, branch: 'main', gitDir: inode(join(root, '.git')) });
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['head']));
    expect(seen).not.toHaveProperty('rootCommits');
  });

  test('lists old and new roots after an orphan branch, and none of a stash', () => {
    const root = makeRepository(folder('rerooted'));
    const first = git(root, 'rev-parse', 'HEAD');
    writeFileSync(join(root, 'untracked.txt'), 'left here');
    git(root, 'stash', '-q', '--include-untracked');
    git(root, 'checkout', '-q', '--orphan', 'fresh');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'again');
    expect(probe(root).rootCommits).toEqual([first, git(root, 'rev-parse', 'HEAD')].sort());
  });

  test('that is shallow does not pretend to know its root', () => {
    const source = makeRepository(folder('deep'), { commits: 3 });
    git(scratch, 'clone', '-q', '--depth', '1', `file://${source}`, 'shallow');
    const seen = probe(join(scratch, 'shallow'));
    expect(seen.origin).toBe(source);
    expect(seen).not.toHaveProperty('rootCommits');
  });
});

describe('worktrees and submodules', () => {
  test('a linked worktree shares the git directory and names itself and its main checkout', () => {
    const root = makeRepository(folder('main-co'));
    git(root, 'worktree', 'add', '-q', '../wt-lilac');
    const main = probe(root);
    const linked = probe(join(scratch, 'wt-lilac'));
    expect(linked).toMatchObject({
      root: join(scratch, 'wt-lilac'),
      worktree: 'wt-lilac',
      mainRoot: root,
      branch: 'wt-lilac',
    });
    expect([linked.gitDir, linked.rootCommits, linked.head]).toEqual([main.gitDir, main.rootCommits, main.head]);
  });

  test('a worktree whose repository is gone is a root without git facts', () => {
    const root = makeRepository(folder('leaving'));
    git(root, 'worktree', 'add', '-q', '../wt-stays');
    rmSync(root, { recursive: true });
    const path = join(scratch, 'wt-stays');
    expect(probe(path)).toEqual({ cwd: path, realCwd: path, root: path, worktree: 'wt-stays' });
  });

  test('a worktree that cannot be read further stands for no repository of its own', () => {
    const root = makeRepository(folder('lily'));
    git(root, 'worktree', 'add', '-q', '../wt-unread');
    writeFileSync(join(root, '.git/worktrees/wt-unread/commondir'), '../'.repeat(2000));
    const path = join(scratch, 'wt-unread');
    expect(probe(path)).toEqual({ cwd: path, realCwd: path, root: path, worktree: 'wt-unread' });
  });

  test('a removed worktree in the folder where agents make them still shows its repository', () => {
    const root = makeRepository(folder('busy'));
    const path = join(root, '.claude/worktrees/calm-otter');
    git(root, 'worktree', 'add', '-q', path);
    const before = probe(path);
    git(root, 'worktree', 'remove', '--force', path);
    const { gitDir, rootCommits } = before;
    const gone = { worktree: 'calm-otter', mainRoot: root, gitDir, rootCommits, missing: true };
    expect(probe(join(path, 'src'))).toEqual({ cwd: join(path, 'src'), ...gone });
    expect(before).toMatchObject({ worktree: 'calm-otter', mainRoot: root });
  });

  test('a submodule owns itself', () => {
    const library = makeRepository(folder('flour'));
    const root = makeRepository(folder('mill'));
    git(root, 'submodule', 'add', '-q', library, 'vendor/flour');
    const seen = probe(join(root, 'vendor', 'flour'));
    expect(seen.root).toBe(join(root, 'vendor', 'flour'));
    expect(seen.gitDir).toBe(inode(join(root, '.git/modules/vendor/flour')));
    expect(seen).not.toHaveProperty('worktree');
  });
});

describe('odd repositories', () => {
  test('a repository rooted at the home folder does not own its subfolders', () => {
    const home = makeRepository(folder('home', 'mia'));
    const notes = folder('home', 'mia', 'notes');
    const env = gitEnv(home);
    expect(probe(notes, env)).toEqual({ cwd: notes, realCwd: notes });
    expect(probe(home, env).root).toBe(home);
  });

  test('a bare repository is a place of its own', () => {
    const root = makeRepository(folder('shelf'));
    git(scratch, 'clone', '-q', '--bare', root, 'shelf-bare.git');
    const bare = join(scratch, 'shelf-bare.git');
    expect(probe(join(bare, 'objects'))).toMatchObject({ root: bare, gitDir: inode(bare), branch: 'main' });
  });

  test('the inside of .git belongs to its checkout', () => {
    const root = makeRepository(folder('inside'));
    expect(probe(join(root, '.git', 'objects')).root).toBe(root);
  });

  test('an empty .git folder and a .git pipe are no repository', () => {
    const hollow = folder('hollow');
    mkdirSync(join(hollow, '.git'));
    expect(probe(hollow)).toEqual({ cwd: hollow, realCwd: hollow });
    const piped = folder('piped');
    makePipe(join(piped, '.git'));
    expect(probe(piped)).toEqual({ cwd: piped, realCwd: piped });
  });

  test('a pipe in place of HEAD or config keeps nobody waiting', () => {
    const root = makeRepository(folder('clogged'));
    rmSync(join(root, '.git', 'config'));
    makePipe(join(root, '.git', 'config'));
    const seen = createPlaceProbe({ env: {} }).probe(root);
    expect(seen).toMatchObject({ root, branch: 'main' });
    expect(seen).not.toHaveProperty('origin');
  });

  test('a HEAD that points outside refs is not followed', () => {
    const root = makeRepository(folder('devious'));
    writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/../../secret\n');
    writeFileSync(join(root, 'secret'), 'a'.repeat(40));
    const seen = createPlaceProbe({ env: {} }).probe(root);
    expect(seen).not.toHaveProperty('head');
    expect(seen).not.toHaveProperty('branch');
  });

  test('settings and tools of the repository are not run', () => {
    const root = makeRepository(folder('booby'));
    const trap = join(root, 'git');
    writeFileSync(trap, `#!/bin/sh\ntouch ${join(scratch, 'sprung')}\n`);
    chmodSync(trap, 0o755);
    git(root, 'config', 'core.fsmonitor', trap);
    git(root, 'config', 'core.pager', trap);
    const env = {
      ...gitEnv(scratch),
      PATH: `${root}::.:${process.env['PATH']}`,
      GIT_DIR: '/nowhere',
      GIT_EXTERNAL_DIFF: trap,
    };
    const seen = createPlaceProbe({ env, cwd: root }).probe(root, { rootCommits: true });
    expect(seen.rootCommits).toEqual([git(root, 'rev-parse', 'HEAD')]);
    expect(existsSync(join(scratch, 'sprung'))).toBe(false);
  });

  test('looking changes no byte of the repository', () => {
    const root = makeRepository(folder('untouched'));
    cpSync(root, join(scratch, 'untouched-before'), { recursive: true });
    probe(root);
    expect(readTree(root)).toEqual(readTree(join(scratch, 'untouched-before')));
  });
});

describe('paths', () => {
  test('a folder without git is itself', () => {
    const path = folder('plain', 'sub');
    expect(probe(path)).toEqual({ cwd: path, realCwd: path });
  });

  test('a symbolic link keeps its typed name and shows the real folder', () => {
    const real = folder('real');
    symlinkSync(real, join(scratch, 'link'));
    expect(probe(join(scratch, 'link'))).toEqual({ cwd: join(scratch, 'link'), realCwd: real });
  });

  test('a missing folder, a relative path and a path with NUL are missing', () => {
    for (const cwd of [join(scratch, 'never'), 'some/where', '/tmp/\0'])
      expect(probe(cwd)).toEqual({ cwd, missing: true });
  });

  test('a loop of links and a file are neither there nor missing', () => {
    symlinkSync('loop', join(scratch, 'loop'));
    writeFileSync(join(scratch, 'file'), '');
    for (const name of ['loop', 'file']) expect(probe(join(scratch, name))).toEqual({ cwd: join(scratch, name) });
  });

  test('a Windows path is foreign, except inside WSL, where it gets its Linux name', () => {
    const wsl = { ...gitEnv(scratch), WSL_DISTRO_NAME: 'Ubuntu' };
    const seen = (cwd: string) => probe(cwd, wsl).realCwd;
    expect(probe('C:\\Users\\u\\repo')).toEqual({ cwd: 'C:\\Users\\u\\repo', missing: true });
    expect(seen('C:\\Users\\u\\repo')).toBe('/mnt/c/Users/u/repo');
    expect(seen('\\\\wsl.localhost\\ubuntu\\nowhere\\u\\r2')).toBe('/nowhere/u/r2');
    expect(seen('\\\\wsl$\\Ubuntu\\nowhere\\r2')).toBe('/nowhere/r2');
    expect(seen('\\\\wsl.localhost\\Debian\\nowhere\\r2')).toBeUndefined();
    expect(probe('C:\\nowhere', { ...wsl, WSL_DISTRO_NAME: '' }).realCwd).toBeUndefined();
    const real = folder('wsl-home');
    expect(seen(`\\\\wsl.localhost\\Ubuntu${real.replaceAll('/', '\\')}`)).toBe(real);
  });
});

describe('commits that are looked for', () => {
  test('are missing only where the repository holds them in no way', () => {
    const root = makeRepository(folder('lost'), { commits: 2 });
    const head = git(root, 'rev-parse', 'HEAD');
    const absent = '1'.repeat(40);
    const look = createPlaceProbe({ env: gitEnv(scratch) });
    git(root, 'checkout', '-q', '--orphan', 'anew');
    git(root, 'branch', '-q', '-D', 'main');
    expect(look.missingCommits(root, [head, absent])).toEqual([absent]);
    expect(look.missingCommits(root, [absent])).toEqual([absent]);
    expect(look.missingCommits(folder('no-repository'), [absent])).toEqual([]);
    expect(createPlaceProbe({ env: { PATH: '/nowhere' } }).missingCommits(root, [absent])).toEqual([]);
  });
});

/** Which session belongs to which project, and under which id. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importClaude, listAll, listIn, show } from '../support/case-answers.ts';
import { filesHolding } from '../support/case-files.ts';
import { git, loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import {
  claudeProjects,
  claudeRecords,
  nativeId,
  writeRecords,
  writeSession,
  writeSource,
} from '../support/claude-fixture.ts';

function folder(box: Sandbox, ...names: string[]): string {
  const path = join(box.work, ...names);
  mkdirSync(path, { recursive: true });
  return path;
}

function repository(box: Sandbox, name: string, options: { commit?: boolean } = {}): string {
  const path = folder(box, name);
  git(box, path, 'init', '-q', '-b', 'main');
  if (options.commit !== false) git(box, path, 'commit', '-q', '--allow-empty', '-m', `begin ${name}`);
  return path;
}

function importAt(box: Sandbox, ...places: readonly string[]): void {
  const files = places.map((cwd, index) =>
    writeSession(join(box.root, 'source'), { sessionId: nativeId(index + 1), cwd, pairs: 1 }),
  );
  importClaude(box, ...files);
}

function natives(box: Sandbox, cwd: string): string[] {
  return listIn(box, cwd)
    .map((row) => row.nativeId)
    .sort();
}

test('the session id is the frozen digest of agent and native id', () => {
  const box = openSandbox();
  importAt(box, folder(box, 'quay'));
  const digest = createHash('sha256')
    .update(JSON.stringify(['claude-code', nativeId(1)]))
    .digest();
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  let bits = 0n;
  for (const byte of digest.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  const expected = Array.from({ length: 16 }, (_, i) => alphabet[Number((bits >> BigInt(75 - 5 * i)) & 31n)]).join('');
  expect(listAll(box)[0]?.id).toBe(expected);
});

test('folders whose names differ only in separators are different projects', () => {
  const box = openSandbox();
  const places = ['pier_1', 'pier-1', 'pier.1', 'pier 1', 'pier/1'].map((name) => folder(box, name));
  importAt(box, ...places);
  places.forEach((place, index) => {
    expect(natives(box, place), place).toEqual([nativeId(index + 1)]);
  });
  expect(new Set(listAll(box).map((row) => row.project?.id)).size).toBe(places.length);
});

test('the working folder comes from the records, never from the name of the source folder', () => {
  const box = openSandbox();
  const long = `/srv/${'very-long-harbour-name/'.repeat(11)}dock`;
  const places = ['/srv/tide.log', '/srv/tide log', long];
  places.forEach((cwd, index) => {
    writeSession(claudeProjects(box.home, '-srv-tide-log'), { sessionId: nativeId(index + 1), cwd, pairs: 1 });
  });
  importClaude(box);
  const rows = listAll(box);
  expect(rows.map((row) => row.cwd).sort()).toEqual([...places].sort());
  expect(new Set(rows.map((row) => row.project?.id)).size).toBe(3);
});

test('a source folder that yields no session is told with its place', () => {
  const box = openSandbox();
  mkdirSync(claudeProjects(box.home), { recursive: true });
  const run = loom(box, ['import', 'claude', '--json']);
  expect(`${run.stdout}${run.stderr}`).toContain('.claude');
});

test('git init, the first commit and a new root commit keep the sessions of a folder', () => {
  const box = openSandbox();
  const place = folder(box, 'ledger');
  importAt(box, place);
  const project = listIn(box, place)[0]?.project?.id;
  const steps = [
    ['init', '-q'],
    ['commit', '-q', '--allow-empty', '-m', 'a'],
    ['checkout', '-q', '--orphan', 'other'],
  ];
  for (const step of [...steps, ['commit', '-q', '--allow-empty', '-m', 'b']]) {
    git(box, place, ...step);
    expect(natives(box, place), step.join(' ')).toEqual([nativeId(1)]);
  }
  expect(listIn(box, place)[0]?.project?.id).toBe(project);
});

test('repositories without commits share nothing', () => {
  const box = openSandbox();
  const [a, b] = [repository(box, 'buoy', { commit: false }), repository(box, 'beacon', { commit: false })];
  importAt(box, a, b);
  expect(natives(box, a)).toEqual([nativeId(1)]);
  expect(natives(box, b)).toEqual([nativeId(2)]);
});

test('equal base names are different projects, and a subfolder of a repository belongs to it', () => {
  const box = openSandbox();
  const [work, play] = [repository(box, 'work/api'), repository(box, 'play/api')];
  const sub = folder(box, 'work/api/packages/web');
  importAt(box, sub, play);
  expect(natives(box, work)).toEqual([nativeId(1)]);
  expect(natives(box, sub)).toEqual([nativeId(1)]);
  expect(natives(box, play)).toEqual([nativeId(2)]);
});

test('a path prefix is not containment', () => {
  const box = openSandbox();
  const [app, two, sub] = [folder(box, 'app'), folder(box, 'app-two'), folder(box, 'app/sub')];
  importAt(box, app, two, sub);
  expect(natives(box, app)).toContain(nativeId(1));
  expect(natives(box, app)).not.toContain(nativeId(2));
  expect(natives(box, two)).toEqual([nativeId(2)]);
});

test('a session that moves between folders is one session, listed in each project it touched', () => {
  const box = openSandbox();
  const [outer, inner] = [folder(box, 'dev'), repository(box, 'dev/lib')];
  const records = claudeRecords({ sessionId: nativeId(9), cwd: outer, pairs: 4 });
  const moved = records.map((record, index) => (index >= 3 && index < 6 ? { ...record, cwd: inner } : record));
  importClaude(box, writeRecords(join(box.root, 'source', `${nativeId(9)}.jsonl`), moved));
  expect(natives(box, outer)).toEqual([nativeId(9)]);
  expect(natives(box, inner)).toEqual([nativeId(9)]);
  expect(listAll(box)).toHaveLength(1);
  const shown = show(box, nativeId(9));
  expect([...shown.cwds].sort()).toEqual([outer, inner].sort());
  expect(shown.cwd).toBe(outer);
  expect(shown.messages).toHaveLength(8);
});

test('a session of a removed worktree stays listed in its repository', () => {
  const box = openSandbox();
  const main = repository(box, 'main-checkout');
  const tree = join(box.work, 'lilac-tree');
  git(box, main, 'worktree', 'add', '-q', tree);
  importAt(box, tree);
  git(box, main, 'worktree', 'remove', '--force', tree);
  const [row] = listIn(box, main);
  expect(row?.nativeId).toBe(nativeId(1));
  expect(JSON.stringify(row?.worktree)).toContain('lilac-tree');
});

test('a renamed repository keeps its sessions', () => {
  const box = openSandbox();
  const before = repository(box, 'old-name');
  importAt(box, before);
  const after = join(box.work, 'new-name');
  renameSync(before, after);
  expect(natives(box, after)).toEqual([nativeId(1)]);
});

test('two clones of one origin are one project; a fork with another origin is not', () => {
  const box = openSandbox();
  const [one, two, fork] = ['one', 'two', 'fork'].map((name) => join(box.work, name)) as [string, string, string];
  const origin = repository(box, 'upstream');
  for (const place of [one, two, fork]) git(box, box.work, 'clone', '-q', origin, place);
  for (const place of [one, two]) git(box, place, 'remote', 'set-url', 'origin', 'https://mara:pw@git.test/h/log.git');
  git(box, fork, 'remote', 'set-url', 'origin', 'https://git.test/other/log.git');
  importAt(box, one, two, fork);
  expect(natives(box, one)).toEqual([nativeId(1), nativeId(2)]);
  expect(natives(box, fork)).toEqual([nativeId(3)]);
  expect(filesHolding(box.store, 'mara:pw')).toEqual([]);
});

test('a repository at the home folder does not own the folders below it', () => {
  const box = openSandbox();
  git(box, box.home, 'init', '-q');
  git(box, box.home, 'commit', '-q', '--allow-empty', '-m', 'dotfiles');
  const notes = join(box.home, 'notes');
  mkdirSync(notes);
  importAt(box, notes, box.home);
  expect(natives(box, notes)).toEqual([nativeId(1)]);
  expect(natives(box, box.home)).toEqual([nativeId(2)]);
});

test('a submodule is a project of its own', () => {
  const box = openSandbox();
  const [outer, library] = [repository(box, 'outer'), repository(box, 'library')];
  git(box, outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
  importAt(box, outer, join(outer, 'lib'));
  expect(natives(box, outer)).toEqual([nativeId(1)]);
  expect(natives(box, join(outer, 'lib'))).toContain(nativeId(2));
  expect(natives(box, join(outer, 'lib'))).not.toContain(nativeId(1));
});

test('a folder reached by a link is the folder, also after it moved and the link follows', () => {
  const box = openSandbox();
  const real = repository(box, 'real');
  const link = join(box.work, 'link');
  symlinkSync('real', link);
  importAt(box, link, real);
  expect(natives(box, link)).toEqual([nativeId(1), nativeId(2)]);
  expect(natives(box, real)).toEqual([nativeId(1), nativeId(2)]);
  renameSync(real, join(box.work, 'moved'));
  unlinkSync(link);
  symlinkSync('moved', link);
  expect(natives(box, link)).toEqual([nativeId(1), nativeId(2)]);
});

test('a link loop is an error with words, not a hang', () => {
  const box = openSandbox();
  importAt(box, folder(box, 'quay'));
  const loop = join(box.work, 'loop');
  symlinkSync('loop', loop);
  const run = loom(box, ['sessions', 'list', '--project', loop, '--json']);
  expect([2, 4]).toContain(run.code);
  expect(run.stdout).toContain('"error"');
});

test('paths of other systems are kept as they are and stay apart', () => {
  const box = openSandbox();
  const places = [
    '/mnt/c/Users/mara/log',
    'C:\\Users\\mara\\log',
    '\\\\wsl.localhost\\Ubuntu\\home\\mara\\log',
    '/home/mara/log',
  ];
  importAt(box, ...places);
  const rows = listAll(box);
  expect(rows.map((row) => row.cwd).sort()).toEqual([...places].sort());
  expect(new Set(rows.map((row) => row.project?.id)).size).toBe(4);
});

test('a moved store answers as before and names its own place nowhere', () => {
  const box = openSandbox();
  importAt(box, folder(box, 'quay'), folder(box, 'mole'));
  const before = show(box, nativeId(1));
  const moved = {
    ...box,
    store: join(box.root, 'elsewhere'),
    env: { ...box.env, LOOM_HOME: join(box.root, 'elsewhere') },
  };
  renameSync(box.store, moved.store);
  expect(show(moved, nativeId(1))).toEqual(before);
  expect(listAll(moved)).toHaveLength(2);
  expect(filesHolding(moved.store, `${box.store}/`)).toEqual([]);
  expect(filesHolding(moved.store, `${moved.store}/`)).toEqual([]);
});

test('a store reached by a link is the same store', () => {
  const box = openSandbox();
  importAt(box, folder(box, 'quay'));
  const link = join(box.root, 'store-link');
  symlinkSync(box.store, link);
  const linked = { ...box, env: { ...box.env, LOOM_HOME: link } };
  const run = loom(linked, ['sessions', 'list', '--all', '--json']);
  if (run.code === 8) return;
  expect(JSON.parse(run.stdout)).toEqual(listAll(box));
});

test('the folder of a session may be gone or never have been here', () => {
  const box = openSandbox();
  const place = folder(box, 'gone');
  importAt(box, place, '/nowhere/at/all');
  rmSync(place, { recursive: true });
  expect(listAll(box)).toHaveLength(2);
  expect(show(box, nativeId(1)).cwd).toBe(place);
  writeSource(join(place, 'back.txt'), 'again');
  expect(natives(box, place)).toEqual([nativeId(1)]);
});

/** Empties the git folder in place, so that the next repository has its inode. */
function replaceRepository(box: Sandbox, path: string): void {
  const gitDir = join(path, '.git');
  const { ino } = statSync(gitDir);
  for (const name of readdirSync(gitDir)) rmSync(join(gitDir, name), { recursive: true });
  git(box, path, 'init', '-q', '-b', 'main');
  git(box, path, 'commit', '-q', '--allow-empty', '-m', 'begin another');
  expect(statSync(gitDir).ino).toBe(ino);
}

test('a repository that took the place and the inode of another is not that project, and nothing resumes there', () => {
  const box = openSandbox();
  const quay = repository(box, 'quay');
  importAt(box, quay);
  replaceRepository(box, quay);
  const run = loom(box, ['sessions', 'resume', nativeId(1), '--json'], { cwd: quay });
  expect(run.code, run.stdout).toBe(24);
});

test('a repository that began anew from an orphan branch is the same project', () => {
  const box = openSandbox();
  const quay = repository(box, 'quay');
  importAt(box, quay);
  git(box, quay, 'checkout', '-q', '--orphan', 'anew');
  git(box, quay, 'commit', '-q', '--allow-empty', '-m', 'begin anew');
  git(box, quay, 'branch', '-q', '-D', 'main');
  expect(natives(box, quay)).toEqual([nativeId(1)]);
});

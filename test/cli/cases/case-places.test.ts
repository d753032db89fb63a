/** Sessions in folders that are linked, removed, left and ambiguous. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, listIn, refused, succeed } from '../support/case-answers.ts';
import { journalBytes } from '../support/case-files.ts';
import { git, loom, openSandbox, type Sandbox, shell } from '../support/case-sandbox.ts';
import { nativeId, writeSession } from '../support/claude-fixture.ts';

function startIn(box: Sandbox, cwd: string): string {
  return answer<{ id: string }>(box, ['sessions', 'start'], { cwd }).id;
}

function run(box: Sandbox, script: string): string {
  const { code, stdout, stderr } = shell(box, script);
  expect(code, stderr).toBe(0);
  return stdout;
}

function countAt(box: Sandbox, path: string): number {
  return JSON.parse(run(box, `cd ${path} && loom sessions list --json`)).length;
}

function linkedFolder(): { box: Sandbox; real: string; link: string } {
  const box = openSandbox();
  const [real, link] = [join(box.work, 'real'), join(box.work, 'ln')];
  mkdirSync(real);
  symlinkSync('real', link);
  run(box, `cd ${link} && loom sessions start && cd ${real} && loom sessions start`);
  return { box, real, link };
}

function pointAt(link: string, target: string): void {
  rmSync(link);
  symlinkSync(target, link);
}

test('a home that is no folder is told as such, by whatever reads or writes', () => {
  const box = openSandbox();
  for (const home of [join(box.home, 'a file'), join(box.home, 'x'.repeat(300))]) {
    if (home.endsWith('file')) writeFileSync(home, '');
    const env = { HOME: home, LOOM_HOME: undefined };
    for (const args of [['sessions', 'list'], ['status'], ['doctor'], ['sessions', 'start']])
      expect(refused(loom(box, [...args, '--json'], { env }), 7)).toMatchObject({
        kind: 'storage',
        hints: [expect.stringContaining('loom paths')],
      });
  }
});

test('a folder that moved is found under the link that follows it', () => {
  const { box, real, link } = linkedFolder();
  expect(countAt(box, link)).toBe(2);
  const moved = join(box.work, 'new');
  renameSync(real, moved);
  pointAt(link, 'new');
  expect(countAt(box, link)).toBe(2);
  expect(countAt(box, moved)).toBe(0);
  run(box, `cd ${link} && loom sessions start`);
  for (const path of [link, moved]) expect(countAt(box, path), path).toBe(3);
  rmSync(join(box.store, 'index'), { recursive: true });
  expect(countAt(box, moved)).toBe(3);
});

test('a link that is pointed at another folder takes no sessions there', () => {
  const { box, real, link } = linkedFolder();
  const other = join(box.work, 'other');
  mkdirSync(other);
  pointAt(link, 'other');
  expect(countAt(box, link)).toBe(0);
  run(box, `cd ${link} && loom sessions start`);
  expect([countAt(box, link), countAt(box, other), countAt(box, real)]).toEqual([1, 1, 2]);
});

test('a folder that takes the place of the link to it keeps its sessions', () => {
  const { box, real, link } = linkedFolder();
  rmSync(link);
  renameSync(real, link);
  expect(countAt(box, link)).toBe(2);
});

test('a PWD that names another folder is not believed', () => {
  const { box, link } = linkedFolder();
  const lone = join(box.work, 'lone');
  mkdirSync(lone);
  for (const PWD of [link, 'ln', '', join(lone, '../ln')]) {
    expect(answer(box, ['sessions', 'list'], { cwd: lone, env: { PWD } }), PWD).toEqual([]);
  }
});

function worktrees(): { box: Sandbox; main: string; tree: string } {
  const box = openSandbox();
  const [main, tree] = [join(box.work, 'main-co'), join(box.work, 'wt-lilac')];
  mkdirSync(main);
  git(box, main, 'init', '-q');
  git(box, main, 'commit', '-q', '--allow-empty', '-m', 'seed');
  git(box, main, 'worktree', 'add', '-q', tree);
  return { box, main, tree };
}

interface Row {
  readonly id: string;
  readonly worktree: string | null;
  readonly worktreeRemoved: boolean;
  readonly project: { readonly name: string; readonly path: string };
}

test('a worktree that was removed is said to be, and its project is the main checkout', () => {
  const { box, main, tree } = worktrees();
  const id = startIn(box, tree);
  const here = { id, worktree: 'wt-lilac', project: { name: 'main-co', path: main } };
  expect(answer<Row[]>(box, ['sessions', 'list'], { cwd: main })).toMatchObject([{ ...here, worktreeRemoved: false }]);
  git(box, main, 'worktree', 'remove', tree);
  const before = journalBytes(box.store);
  expect(answer<Row[]>(box, ['sessions', 'list'], { cwd: main })).toMatchObject([{ ...here, worktreeRemoved: true }]);
  expect(answer(box, ['sessions', 'show', id])).toMatchObject({ ...here, worktreeRemoved: true });
  expect(answer<{ last: Row[] }>(box, ['status'], { cwd: main }).last[0]?.worktreeRemoved).toBe(true);
  for (const args of [
    ['show', id],
    ['list', '--all'],
  ]) {
    expect(loom(box, ['sessions', ...args]).stdout).toMatch(/worktree:? +wt-lilac \(removed\)/);
  }
  const exported = answer<{ sessions: { session: Row }[] }>(box, ['sessions', 'export', id, '--format', 'json']);
  expect(exported.sessions[0]?.session).toMatchObject({ ...here, worktreeRemoved: true });
  expect(journalBytes(box.store)).toEqual(before);
  git(box, main, 'worktree', 'add', '-q', tree, 'wt-lilac');
  expect(answer(box, ['sessions', 'show', id])).toMatchObject({ worktreeRemoved: false });
});

test('sessions imported after their worktree was removed belong to its repository', () => {
  const { box, main, tree } = worktrees();
  startIn(box, tree);
  git(box, main, 'worktree', 'remove', tree);
  const source = join(box.root, 'source');
  writeSession(source, { sessionId: nativeId(1), cwd: tree, pairs: 1 });
  writeSession(source, { sessionId: nativeId(2), cwd: join(tree, 'src', 'beds'), pairs: 1 });
  writeSession(source, { sessionId: nativeId(3), cwd: `${tree}-2`, pairs: 1 });
  importClaude(box, source);
  const rows = listIn(box, main) as unknown as readonly Row[];
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row).toMatchObject({ worktree: 'wt-lilac', worktreeRemoved: true });
});

test('an event recorded from another folder links the session to the project there, once', () => {
  const box = openSandbox();
  const [a, b] = [join(box.work, 'a'), join(box.work, 'b')];
  for (const place of [a, b]) mkdirSync(place);
  const id = startIn(box, a);
  const record = ['sessions', 'record', id, 'prompt.submitted', '--data', '{"text":"hello"}'];
  const links = () => [...journalBytes(box.store).values()].join('').split('"session.linked"').length - 1;
  succeed(box, record, { cwd: a });
  expect(links()).toBe(0);
  for (let n = 0; n < 2; n += 1) succeed(box, record, { cwd: b });
  expect(links()).toBe(1);
  for (const place of [a, b])
    expect(
      listIn(box, place).map((row) => row.id),
      place,
    ).toEqual([id]);
  succeed(box, ['journal', 'verify']);
});

function twins(): { box: Sandbox; clone: string; first: string } {
  const box = openSandbox();
  const [first, clone] = [join(box.work, 'first'), join(box.work, 'clone')];
  mkdirSync(first);
  git(box, first, 'init', '-q');
  git(box, first, 'commit', '-q', '--allow-empty', '-m', 'seed');
  startIn(box, first);
  git(box, box.work, 'clone', '-q', first, clone);
  git(box, clone, 'remote', 'remove', 'origin');
  return { box, clone, first };
}

test('a list in a folder that is not certain to be a project names those it may be, with a command', () => {
  const { box, clone, first } = twins();
  const { code, stdout, stderr } = loom(box, ['sessions', 'list'], { cwd: clone });
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toContain(`(${first}): loom project link `);
  const last = loom(box, ['sessions', 'show', '@last'], { cwd: clone });
  expect([last.code, last.stderr]).toEqual([4, expect.stringContaining('Hint: loom project link ')]);
  const command = /loom (project link \S+)/.exec(stderr)?.[1] ?? '';
  succeed(box, command.split(' '), { cwd: clone });
  expect(listIn(box, clone)).toHaveLength(1);
});

test('status prints whole commands for what is unsure', () => {
  const { box, clone } = twins();
  startIn(box, clone);
  const { stdout } = loom(box, ['status'], { cwd: clone });
  const show = /loom (project show \S+)$/m.exec(stdout)?.[1] ?? '';
  succeed(box, show.split(' '));
  const merge = /loom (project merge \S+ \S+)$/m.exec(stdout)?.[1] ?? '';
  succeed(box, [...merge.split(' '), '--yes']);
  expect(loom(box, ['status'], { cwd: clone }).stdout).not.toContain('unsure');
});

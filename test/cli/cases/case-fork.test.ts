/** Forks: what they share with their parent and what they do not, from the command line. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, importClaude, listAll, refused, show, succeed, told } from '../support/case-answers.ts';
import { fingerprint, journalBytes, walk } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox, shell } from '../support/case-sandbox.ts';
import { claudeProjects, claudeRecords, nativeId, recordId, writeSession } from '../support/claude-fixture.ts';

interface Fork {
  readonly id: string;
  readonly nativeId: string;
  readonly parent: string;
  readonly path: string | null;
  readonly forkedAt: string;
  readonly turn: number;
  readonly approvals: readonly unknown[];
  readonly next: { readonly command: string; readonly cwd: string } | null;
}

interface Parentage {
  readonly parent: { readonly id: string; readonly kind: string; readonly deleted: boolean };
  readonly forkedAt: string;
  readonly ancestors: readonly string[];
}

/** A sandbox with one session of six turns, and its id. */
function withSession(): { readonly box: Sandbox; readonly id: string } {
  const box = openSandbox();
  writeSession(claudeProjects(box.home), { sessionId: nativeId(1), cwd: box.work, pairs: 6 });
  importClaude(box);
  return { box, id: String(listAll(box)[0]?.id) };
}

const fork = (box: Sandbox, handle: string, ...flags: string[]): Fork =>
  answer<Fork>(box, ['sessions', 'fork', handle, ...flags]);

function say(box: Sandbox, session: string, text: string): void {
  succeed(box, ['sessions', 'record', session, 'prompt.submitted', '--data', JSON.stringify({ text })]);
}

function parentage(box: Sandbox, handle: string): Parentage {
  return show(box, handle) as unknown as Parentage;
}

test('a fork and its parent go their own ways, and the fork outlives its parent', () => {
  const { box, id } = withSession();
  const made = fork(box, id, '--at', '4');
  for (const text of ['Measure the south pier', 'Write the log']) say(box, made.id, text);
  for (const text of ['Close the harbour', 'Lower the flag']) say(box, id, text);
  expect(show(box, made.id).turns).toHaveLength(6);
  expect(parentage(box, made.id)).toMatchObject({
    parent: { id, kind: 'fork' },
    forkedAt: recordId({ sessionId: nativeId(1) }, 7),
  });
  expect(show(box, id).turns).toHaveLength(8);
  succeed(box, ['sessions', 'delete', id, '--yes']);
  expect(show(box, made.id).turns).toHaveLength(6);
  expect(parentage(box, made.id).parent.deleted).toBe(true);
  expect(succeed(box, ['sessions', 'show', made.id]).stdout).toContain(`${id} (fork, deleted)`);
  expect(succeed(box, ['sessions', 'list', '--tree']).stdout).toContain(`fork of ${id} (deleted)`);
  succeed(box, ['sessions', 'purge', id, '--yes']);
  expect(show(box, made.id).turns).toHaveLength(6);
  succeed(box, ['journal', 'verify']);
});

test('lineage goes by ids, whatever path leads to the store', () => {
  const { box, id } = withSession();
  const link = join(box.root, 'link-to-store');
  symlinkSync(box.store, link);
  const first = fork(box, id);
  const second = answer<Fork>(box, ['sessions', 'fork', first.id], { env: { LOOM_HOME: link } });
  expect(parentage(box, second.id).ancestors).toEqual([first.id, id]);
  const rows = succeed(box, ['sessions', 'list', '--tree']).stdout.trimEnd().split('\n');
  expect(rows.map((row) => row.split('\t')[0])).toEqual([id, first.id, second.id].map((one) => one.slice(0, 8)));
  expect(rows[2]).toMatch(/\t {2}└ /);
  const told = succeed(box, ['sessions', 'fork', id]);
  expect(told.stdout).toContain(id);
  expect(told.stdout).toContain(`loom sessions show ${id}`);
});

test('every command that a fork prints runs as printed, and so does its undo', () => {
  const { box, id } = withSession();
  const printed = loom(box, ['sessions', 'fork', id, '--at', 'turn:2']);
  const commands = [...printed.stdout.matchAll(/loom sessions [^`\n]*/g)].map(([command]) => command);
  expect(commands.length, told(printed)).toBe(2);
  for (const command of commands) expect(shell(box, `${command} --json`).code, command).toBe(0);
  const [undo] = /loom sessions delete .*/.exec(printed.stderr) ?? [''];
  expect(shell(box, undo).code, undo).toBe(0);
  expect(listAll(box)).toHaveLength(1);
  fork(box, id);
  succeed(box, ['undo']);
  expect(listAll(box)).toHaveLength(1);
});

test('a fork that the agent goes on with grows, and makes no stranger', () => {
  const { box, id } = withSession();
  const made = fork(box, id, '--at', 'turn:3', '--native', '--reason', 'another pier');
  const path = String(made.path);
  expect(path).toBe(
    join(box.home, '.claude', 'projects', box.work.replace(/[^a-zA-Z0-9]/g, '-'), `${made.nativeId}.jsonl`),
  );
  expect(made.next).toEqual({ command: `claude --resume ${made.nativeId}`, cwd: box.work });
  expect(made.approvals).toEqual([]);
  const plan = {
    sessionId: made.nativeId,
    cwd: '/elsewhere',
    pairs: 4,
    start: '2026-02-10T09:00:00.000Z',
    seed: 'f00dcafe',
  };
  const added = claudeRecords(plan).map((record, index) =>
    index === 0 ? { ...record, parentUuid: made.forkedAt, version: '9.0.0' } : record,
  );
  appendFileSync(path, added.map((record) => `${JSON.stringify(record)}\n`).join(''));
  expect(importClaude(box).sessions).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
  const grown = show(box, made.id);
  expect(grown.turns).toHaveLength(7);
  expect(grown.counts).toMatchObject({ prompts: 7, inherited: 3 });
  expect(importClaude(box).sessions).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
  expect(listAll(box)).toHaveLength(2);
});

test('a plan changes no byte of the store, nor of the agent', () => {
  const { box, id } = withSession();
  mkdirSync(join(box.home, '.claude'), { recursive: true });
  const files = () => [
    fingerprint(join(box.home, '.claude')),
    [...journalBytes(box.store)],
    walk(join(box.store, 'transcripts')),
  ];
  const before = files();
  for (const flags of [[], ['--native'], ['--at', '2', '--reason', 'to see']]) {
    succeed(box, ['sessions', 'fork', id, '--dry-run', ...flags]);
  }
  expect(files()).toEqual(before);
});

test('what cannot be forked is refused with a reason, and nothing is changed', () => {
  const { box, id } = withSession();
  const before = [...journalBytes(box.store)];
  expect(refused(loom(box, ['sessions', 'fork', 'feedfacefeedface', '--json']), 4).code).toBe('session-not-found');
  expect(refused(loom(box, ['sessions', 'fork', id, '--at', 'turn:9', '--json']), 4).code).toBe('turn-not-found');
  expect(refused(loom(box, ['sessions', 'fork', id, '--at', 'nowhere', '--json']), 4).code).toBe(
    'fork-point-not-found',
  );
  expect([...journalBytes(box.store)]).toEqual(before);
  succeed(box, ['sessions', 'delete', id, '--yes']);
  const deleted = refused(loom(box, ['sessions', 'fork', id, '--json']), 4);
  expect(deleted.hints).toEqual([`loom sessions restore ${id}`]);
  const started = answer<{ id: string }>(box, ['sessions', 'start']);
  expect(refused(loom(box, ['sessions', 'fork', started.id, '--json']), 6).code).toBe('nothing-to-copy');
});

test('a fork says what a damaged transcript lacks', () => {
  const { box, id } = withSession();
  const [kept] = walk(join(box.store, 'transcripts')).filter((path) => path.endsWith('.jsonl'));
  const text = readFileSync(String(kept), 'utf8');
  const damaged = text.replace(/"record":\{/, '"record":!');
  expect(damaged).not.toBe(text);
  shell(box, `cat > '${kept}' <<'END'\n${damaged}END`);
  const run = loom(box, ['sessions', 'fork', id]);
  expect(run.code, told(run)).toBe(0);
  expect(run.stdout).toMatch(/1 kept lines are damaged/);
});

test('two sessions are compared from where they part, without their transcripts', () => {
  const { box, id } = withSession();
  const made = fork(box, id, '--at', '4');
  say(box, made.id, 'Measure the south pier');
  const compared = answer<{
    readonly ancestor: string;
    readonly forkPoint: { readonly turn: number };
    readonly a: { readonly id: string; readonly prompts: readonly { readonly text: string }[] };
    readonly b: { readonly goal: string };
  }>(box, ['sessions', 'compare', id, made.id]);
  expect(compared).toMatchObject({
    ancestor: id,
    forkPoint: { turn: 4 },
    a: { id },
    b: { goal: 'Measure the south pier' },
  });
  expect(compared.a.prompts).toHaveLength(2);
  expect(succeed(box, ['sessions', 'compare', id, made.id]).stdout).toContain('part after turn 4');
});

test('sessions of two projects are compared only on request', () => {
  const { box, id } = withSession();
  const other = join(box.root, 'other');
  mkdirSync(other);
  writeSession(claudeProjects(box.home, '-other'), { sessionId: nativeId(2), cwd: other, pairs: 1, seed: '2eafbeef' });
  importClaude(box);
  const stranger = String(listAll(box).find((row) => row.nativeId === nativeId(2))?.id);
  expect(refused(loom(box, ['sessions', 'compare', id, stranger, '--json']), 6).code).toBe('other-project');
  expect(answer<{ ancestor: unknown }>(box, ['sessions', 'compare', id, stranger, '--all']).ancestor).toBeNull();
});

test('a session is exported in its agent’s own format, and imported into another store as itself', () => {
  const { box, id } = withSession();
  const file = join(box.root, `${nativeId(1)}.jsonl`);
  succeed(box, ['sessions', 'export', id, '--format', 'native', '--output', file]);
  refused(loom(box, ['sessions', 'export', id, '--format', 'native', '--output', file, '--json']), 6);
  const elsewhere = { env: { LOOM_HOME: join(box.root, 'second-store') } };
  succeed(box, ['import', 'claude', file], elsewhere);
  const there = answer<{ turns: { prompt: string }[]; nativeId: string }>(
    box,
    ['sessions', 'show', id, '--all'],
    elsewhere,
  );
  expect(there.nativeId).toBe(nativeId(1));
  expect(there.turns.map(({ prompt }) => prompt)).toEqual(show(box, id).turns.map(({ prompt }) => prompt));
  expect(existsSync(file)).toBe(true);
});

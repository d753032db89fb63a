import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resumeSchema } from '../../../src/cli/schemas/resume.ts';
import { answer, listAll, parsed, refused, type SessionRow, succeed, told } from '../support/case-answers.ts';
import { fingerprint, journalBytes, journalLines } from '../support/case-files.ts';
import type { Run, RunOptions, Sandbox } from '../support/case-sandbox.ts';
import { git, loom, openSandbox, shell } from '../support/case-sandbox.ts';
import { claudeRecords, nativeId, writeRecords } from '../support/claude-fixture.ts';

interface Resumed {
  readonly session: SessionRow;
  readonly id: string;
  readonly reason?: string;
  readonly verdict: string;
  readonly effect: string;
  readonly findings: readonly { readonly code: string; readonly evidence: string }[];
  readonly accepted: readonly string[];
  readonly context: { readonly tokens: number } | null;
  readonly next: { readonly command: string; readonly cwd: string } | null;
  readonly recorded: string | null;
  readonly document?: string;
}

/** A repository in the working folder, with an agent's program that says how it was called. */
function openProject(): Sandbox {
  const box = openSandbox();
  git(box, box.work, 'init', '-q', '-b', 'main');
  writeFileSync(join(box.work, 'gauge.ts'), 'export const gauge = 1;\n');
  writeFileSync(join(box.work, 'AGENTS.md'), 'Measure twice.\n');
  git(box, box.work, 'add', '-A');
  git(box, box.work, 'commit', '-q', '-m', 'first tables');
  const programs = join(box.root, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'claude'), '#!/bin/sh\necho "claude $* in $(pwd)"\nexit 7\n');
  chmodSync(join(programs, 'claude'), 0o755);
  return { ...box, env: { ...box.env, PATH: `${programs}:${box.env['PATH'] ?? ''}` } };
}

/** Where the agent keeps sessions of the working folder. */
function agentFile(box: Sandbox, native: string): string {
  return join(box.home, '.claude', 'projects', box.work.replace(/[^A-Za-z0-9]/g, '-'), `${native}.jsonl`);
}

function keepSession(box: Sandbox, n: number, more: { readonly pairs?: number; readonly start?: string } = {}): string {
  const native = nativeId(n);
  const plan = { sessionId: native, cwd: box.work, pairs: 3, ...more };
  writeRecords(agentFile(box, native), claudeRecords(plan));
  succeed(box, ['import', 'claude', agentFile(box, native)]);
  return native;
}

/** A session that was recorded live in the working folder, and ended. */
function liveSession(box: Sandbox, env: RunOptions['env'] = {}): string {
  const { id } = answer<{ id: string }>(box, ['sessions', 'start'], { env });
  const prompt = JSON.stringify({ text: 'Correct the spring tide' });
  succeed(box, ['sessions', 'record', id, 'prompt.submitted', '--data', prompt]);
  succeed(box, ['sessions', 'close', id]);
  return id;
}

function resume(box: Sandbox, args: readonly string[], options: RunOptions = {}): { run: Run; json: Resumed } {
  const run = loom(box, ['sessions', 'resume', ...args, '--json'], options);
  const json = parsed<Resumed>(run);
  expect(resumeSchema.safeParse(json).error, told(run)).toBeUndefined();
  return { run, json };
}

test('a session of which nothing differs is ready, is recorded once, and prints one document', () => {
  const box = openProject();
  const id = liveSession(box);
  const before = journalLines(box.store).length;
  const { run, json } = resume(box, [id]);
  expect([run.code, run.stderr]).toEqual([0, '']);
  expect(json).toMatchObject({ id, verdict: 'ready', effect: 'proceeds', accepted: [], dryRun: false });
  const added = journalLines(box.store).slice(before);
  expect(added.map(({ type }) => type)).toEqual(['snapshot.taken', 'session.resumed']);
  expect(added[1]).toMatchObject({ id: json.recorded, data: { verdict: 'ready' } });
  succeed(box, ['journal', 'verify']);
});

test('a dry run changes no byte of the store or of the agent, and asks nothing', () => {
  const box = openProject();
  const native = keepSession(box, 1);
  succeed(box, ['sessions', 'list']);
  const [journal, home, work] = [journalBytes(box.store), fingerprint(box.home), fingerprint(box.work)];
  for (const flags of [
    [],
    ['--strict'],
    ['--print'],
    ['--native'],
    ['--model', 'claude-lagoon'],
    ['--accept', 'model-substituted', '--model', 'claude-lagoon'],
  ]) {
    resume(box, [native, '--dry-run', ...flags], { env: { LOOM_FORCE_TTY: '80' } });
  }
  expect(journalBytes(box.store)).toEqual(journal);
  expect(fingerprint(box.home)).toEqual(home);
  expect(fingerprint(box.work)).toEqual(work);
});

test('resuming destroys nothing and makes no session: three rounds over five sessions', () => {
  const box = openProject();
  const natives = [1, 2, 3, 4, 5].map((n) => keepSession(box, n));
  const [rows, home] = [listAll(box), fingerprint(box.home)];
  const journal = journalLines(box.store).length;
  for (let round = 0; round < 3; round += 1) {
    for (const native of natives) succeed(box, ['sessions', 'resume', native, '--print-context']);
    expect(listAll(box)).toEqual(rows);
  }
  expect(fingerprint(box.home)).toEqual(home);
  const added = journalLines(box.store).slice(journal);
  expect(added.filter(({ type }) => type === 'session.resumed')).toHaveLength(15);
  expect(added).toHaveLength(30);
});

test('stale context goes on and says so; with --strict the exit code does too', () => {
  const box = openProject();
  const native = keepSession(box, 1);
  expect(loom(box, ['sessions', 'resume', native]).code).toBe(0);
  const strict = loom(box, ['sessions', 'resume', native, '--strict']);
  expect(strict.code).toBe(20);
  expect(strict.stdout).toContain('ready-with-stale-context');
});

test('a change of the rules is a preview until a person accepts it', () => {
  const box = openProject();
  const id = liveSession(box);
  writeFileSync(join(box.work, 'AGENTS.md'), 'Push at once.\n');
  const journal = journalBytes(box.store);
  const held = resume(box, [id]);
  expect(held.run.code).toBe(22);
  expect(held.json).toMatchObject({ effect: 'preview', next: { cwd: box.work }, recorded: null });
  expect(loom(box, ['sessions', 'resume', id, '--print']).stdout).toBe('');
  expect(journalBytes(box.store)).toEqual(journal);
  const text = loom(box, ['sessions', 'resume', id]);
  const command = /^accept +(?<command>loom .*)$/m.exec(text.stdout)?.groups?.['command'] ?? '';
  const accepted = shell(box, `${command} --json`);
  expect(accepted.code, told(accepted)).toBe(0);
  expect(parsed<Resumed>(accepted)).toMatchObject({
    verdict: 'capability-review-required',
    effect: 'proceeds',
    accepted: ['instructions-changed'],
  });
  expect(journalLines(box.store).map(({ type }) => type)).toContain('resume.confirmed');
  expect(resume(box, [id]).json.verdict).toBe('ready');
});

test('on a terminal each finding is asked about; anything but a yes is no', () => {
  const box = openProject();
  const id = liveSession(box);
  writeFileSync(join(box.work, 'AGENTS.md'), 'Push at once.\n');
  const env = { LOOM_FORCE_TTY: '100' };
  const no = loom(box, ['sessions', 'resume', id], { env, input: '\n' });
  expect([no.code, no.stderr]).toEqual([22, expect.stringContaining('[y/N]')]);
  const yes = loom(box, ['sessions', 'resume', id], { env, input: 'y\n' });
  expect(yes.code, told(yes)).toBe(0);
});

test('in the shell of an agent nothing is accepted, and the command for a person is named', () => {
  const box = openProject();
  const id = liveSession(box);
  writeFileSync(join(box.work, 'AGENTS.md'), 'Push at once.\n');
  const env = { CLAUDECODE: '1', LOOM_FORCE_TTY: '100' };
  const run = loom(box, ['sessions', 'resume', id, '--accept', 'instructions-changed', '--json'], {
    env,
    input: 'y\n',
  });
  const error = refused(run, 6);
  expect(error.code).toBe('agent-shell');
  const unasked = loom(box, ['sessions', 'resume', id], { env, input: 'y\n' });
  expect([unasked.code, unasked.stderr.includes('[y/N]')]).toEqual([22, false]);
  expect(shell(box, `${error.hints[0]} --json`).code).toBe(0);
});

test('a session that is live elsewhere names the yes that lets it go on, and the fork that needs none', () => {
  const box = openProject();
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill());
  const { id } = answer<{ id: string }>(box, ['sessions', 'start', '--pid', String(other.pid)]);
  succeed(box, ['sessions', 'record', id, 'prompt.submitted', '--data', '{"text":"Light the lamp"}']);
  const run = loom(box, ['sessions', 'resume', id]);
  expect(run.code).toBe(23);
  expect(run.stdout).toContain(`loom sessions fork ${id}\n`);
  const command = /^accept +(?<command>loom .*)$/m.exec(run.stdout)?.groups?.['command'] ?? '';
  expect(shell(box, command).code).toBe(0);
});

test('what cannot be accepted stays what it is', () => {
  const box = openProject();
  const id = liveSession(box);
  writeFileSync(join(box.work, '.git', 'MERGE_HEAD'), `${git(box, box.work, 'rev-parse', 'HEAD')}\n`);
  const run = loom(box, ['sessions', 'resume', id, '--accept', 'operation-in-progress']);
  expect(run.code).toBe(23);
  expect(run.stderr).toContain('--accept operation-in-progress');
  expect(refused(loom(box, ['sessions', 'resume', id, '--accept', 'everything', '--json']), 2).code).toBe(
    'unknown-finding',
  );
});

test('another project fails closed, --all says that it is meant', () => {
  const box = openProject();
  const id = liveSession(box);
  const other = join(box.root, 'lighthouse');
  git(box, box.root, 'init', '-q', other);
  const { run, json } = resume(box, [id], { cwd: other });
  expect([run.code, json.verdict, json.effect, json.context]).toEqual([
    24,
    'project-identity-mismatch',
    'findings',
    null,
  ]);
  const named = resume(box, [id, '--all'], { cwd: other });
  expect([named.run.code, named.json.next?.cwd]).toEqual([0, box.work]);
});

test('an unknown handle, a misspelled one and a deleted session end with 4, and nothing is made', () => {
  const box = openProject();
  const native = keepSession(box, 1);
  const rows = listAll(box);
  expect(refused(loom(box, ['sessions', 'resume', nativeId(99), '--json']), 4).message).toContain(nativeId(99));
  const near = loom(box, ['sessions', 'resume', `${native.slice(0, -1)}0`]);
  expect(near.code).toBe(4);
  expect(near.stderr).toContain(rows[0]?.id);
  expect(listAll(box)).toEqual(rows);
  succeed(box, ['sessions', 'delete', native, '--yes']);
  const error = refused(loom(box, ['sessions', 'resume', native, '--json']), 4);
  expect(error).toMatchObject({ code: 'session-deleted', hints: [`loom sessions restore ${rows[0]?.id}`] });
  expect(refused(loom(box, ['sessions', 'resume', '--json']), 2).code).toBe('which-session');
});

test('--last stays in its terminal, else in its project, and says which', () => {
  const box = openProject();
  const [one, two] = [liveSession(box, { LOOM_TTY: 'tty1' }), liveSession(box, { LOOM_TTY: 'tty2' })];
  const elsewhere = join(box.root, 'elsewhere');
  mkdirSync(elsewhere);
  const third = answer<{ id: string }>(box, ['sessions', 'start'], { cwd: elsewhere, env: { LOOM_TTY: 'tty1' } });
  succeed(box, ['sessions', 'record', third.id, 'prompt.submitted', '--data', '{"text":"Light the lamp"}'], {
    cwd: elsewhere,
  });
  const last = (env: Record<string, string>) => resume(box, ['--last', '--dry-run'], { env }).json;
  expect(last({ LOOM_TTY: 'tty1' })).toMatchObject({ id: one, reason: 'latest in this terminal' });
  expect(last({})).toMatchObject({ id: two, reason: 'latest in project' });
  expect(last({ LOOM_TTY: 'tty3' })).toMatchObject({ id: two, reason: 'latest in project' });
  resume(box, [one], { env: { LOOM_TTY: 'tty3' } });
  expect(last({ LOOM_TTY: 'tty3' })).toMatchObject({ id: one, reason: 'latest in this terminal' });
});

test('--exec shows the command, runs the agent in its folder, and ends as the agent ends', () => {
  const box = openProject();
  const native = keepSession(box, 1);
  const run = loom(box, ['sessions', 'resume', native, '--exec']);
  expect([run.code, run.stdout]).toEqual([7, `claude --resume ${native} in ${box.work}\n`]);
  expect(run.stderr).toContain(`claude --resume ${native}`);
});

test('--exec where the file of the agent is gone: a file is written first, under an id of its own', () => {
  const box = openProject();
  const native = keepSession(box, 1);
  rmSync(agentFile(box, native));
  const run = loom(box, ['sessions', 'resume', native, '--exec']);
  const minted = /^claude --resume (?<id>\S+) in/m.exec(run.stdout)?.groups?.['id'] ?? '';
  expect([run.code, minted === native, existsSync(agentFile(box, minted))]).toEqual([7, false, true]);
  expect(existsSync(agentFile(box, native))).toBe(false);
});

test('--native writes a file that the agent accepts, and records whose it is in the same commit', () => {
  const box = openProject();
  const native = keepSession(box, 1);
  const { json } = resume(box, [native, '--native']);
  const written = (json as unknown as { written: { session: string; nativeId: string; path: string } }).written;
  expect(json.next?.command).toBe(`claude --resume ${written.nativeId}`);
  expect(existsSync(written.path)).toBe(true);
  const resumed = journalLines(box.store).find(({ id }) => id === json.recorded);
  expect(resumed?.data).toMatchObject({ nativeId: written.nativeId, child: written.session });
  succeed(box, ['import', 'claude', written.path]);
  expect(listAll(box)).toHaveLength(2);
  const child = resume(box, [written.session, '--dry-run']).json;
  expect(child.verdict).toBe('ready');
  succeed(box, ['journal', 'verify']);
});

test('another agent goes on once a person says yes: the next command carries the yes, and writes what that agent reads', () => {
  const box = openProject();
  const native = keepSession(box, 1);
  const programs = join(box.root, 'programs');
  writeFileSync(join(programs, 'codex'), '#!/bin/sh\necho "codex $*"\n');
  chmodSync(join(programs, 'codex'), 0o755);
  mkdirSync(join(box.home, '.codex'));
  const { run, json } = resume(box, [native, '--agent', 'codex']);
  expect([run.code, json.effect]).toEqual([21, 'preview']);
  expect(json).toMatchObject({ substitution: { original: { agent: 'claude-code' }, selected: { agent: 'codex' } } });
  const next = shell(box, `${json.next?.command} --json`);
  expect(next.code, told(next)).toBe(0);
  const { next: last } = parsed<Resumed>(next);
  expect(shell(box, last?.command ?? '').stdout).toBe(`${last?.command}\n`);
  const resumed = journalLines(box.store).find(({ type }) => type === 'session.resumed');
  expect(resumed?.data).toMatchObject({ agent: 'codex' });
  expect(resumed?.data).not.toHaveProperty('model');
});

test('--print gives the context alone on stdout; every format is there', () => {
  const box = openProject();
  const native = keepSession(box, 1);
  const markdown = loom(box, ['sessions', 'resume', native, '--print']);
  expect(markdown.stdout).toContain('Read tide gauge 0');
  expect(markdown.stdout).not.toContain('ready-with-stale-context:');
  expect(markdown.stderr).toContain('ready-with-stale-context:');
  const messages = JSON.parse(loom(box, ['sessions', 'resume', native, '--format', 'anthropic', '-q']).stdout) as {
    role: string;
  }[];
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user', 'assistant']);
  const inside = resume(box, [native, '--format', 'openai', '--dry-run']).json;
  expect(JSON.parse(inside.document ?? '')).toBeInstanceOf(Array);
  expect(refused(loom(box, ['sessions', 'resume', native, '--print', '--budget', '3', '--json']), 2).code).toBe(
    'budget-too-small',
  );
});

test('every command that is printed runs as printed', () => {
  const box = openProject();
  const id = liveSession(box);
  writeFileSync(join(box.work, 'gauge.ts'), 'export const gauge = 2;\n');
  git(box, box.work, 'commit', '-qam', 'spring tide');
  writeFileSync(join(box.work, 'AGENTS.md'), 'Push at once.\n');
  writeFileSync(join(box.work, "a file's name.txt"), 'new\n');
  const run = loom(box, ['sessions', 'resume', id]);
  const commands = [...run.stdout.matchAll(/^ *(?:check:|accept|next|then|needs:) *(?<command>(?:loom|git|ls) .*)$/gm)];
  expect(commands.length, run.stdout).toBeGreaterThan(1);
  for (const { groups } of commands) {
    const tried = shell(box, groups?.['command'] ?? '');
    expect(tried.code, told(tried)).toBe(0);
  }
  const plain = [...run.stdout.matchAll(/loom sessions [^`\n]*/g)].map(([command]) => command);
  for (const command of plain) expect(shell(box, `${command} --json`).code, command).toBe(0);
});

test('the worktree of a session was removed: the main checkout is named', () => {
  const box = openProject();
  const tree = join(box.root, 'wt-lilac');
  git(box, box.work, 'worktree', 'add', '-q', tree, '-b', 'lilac');
  const { id } = answer<{ id: string }>(box, ['sessions', 'start'], { cwd: tree });
  git(box, box.work, 'worktree', 'remove', '--force', tree);
  const { json } = resume(box, [id, '--dry-run']);
  expect(json.findings.map(({ code }) => code)).toContain('cwd-substituted');
  expect(json.next?.cwd).toBe(box.work);
});

test('a transcript that lost a part of itself says so', () => {
  const box = openProject();
  const native = keepSession(box, 1);
  const [row] = listAll(box);
  const kept = join(box.store, 'transcripts', row?.id.slice(0, 2) ?? '', `${row?.id}.jsonl`);
  writeFileSync(kept, 'not what was kept\n');
  const { run, json } = resume(box, [native, '--dry-run']);
  expect(run.code).toBe(0);
  expect(json.findings.map(({ code }) => code)).toContain('transcript-damaged');
});

/** Appends an event of a type that this loom does not know, as a newer one would. */
function appendNewerEvent(box: Sandbox, session: string): void {
  const name = [...journalBytes(box.store).keys()].at(-1) ?? '';
  const path = join(box.store, 'journal', name);
  const last = journalLines(box.store).at(-1);
  const id = `${last?.id.slice(0, 10)}ZZZZZZZZZZZZZZZZ`;
  const at = '2026-03-02T12:00:00.000Z';
  const head = { v: 1, id, prev: last?.id, stream: `session/${session}`, type: 'session.teleported', at, recorded: at };
  const line = JSON.stringify({ ...head, commit: [id, 0, 1], by: { kind: 'person' }, trust: 'person', data: {} }).slice(
    0,
    -1,
  );
  const sum = createHash('sha256').update(line).digest().subarray(0, 16).toString('base64url');
  appendFileSync(path, `${line},"sum":"${sum}"}\n`);
}

test('a session with a kept record of a newer loom is not resumed', () => {
  const box = openProject();
  const native = keepSession(box, 1);
  const [row] = listAll(box);
  const kept = join(box.store, 'transcripts', row?.id.slice(0, 2) ?? '', `${row?.id}.jsonl`);
  writeFileSync(kept, readFileSync(kept, 'utf8').replace('{"v":1,', '{"v":2,'));
  const { run, json } = resume(box, [native]);
  expect([run.code, json.verdict]).toEqual([25, 'unsupported-session-version']);
});

test('a session with events of a newer loom is not resumed', () => {
  const box = openProject();
  const id = liveSession(box);
  appendNewerEvent(box, id);
  const journal = journalBytes(box.store);
  const { run, json } = resume(box, [id, '--accept', 'newer-record']);
  expect([run.code, json.verdict, json.effect]).toEqual([25, 'unsupported-session-version', 'findings']);
  expect(journalBytes(box.store)).toEqual(journal);
});

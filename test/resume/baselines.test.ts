import { spawn } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git } from '../project/git-fixture.ts';
import type { Lab } from './resume-lab.ts';
import {
  agentRecord,
  appIn,
  close,
  codesOf,
  commit,
  edit,
  examine,
  importRecords,
  mint,
  openLab,
  read,
  record,
  resume,
  shell,
  start,
  write,
} from './resume-lab.ts';

const MINUTE = 60_000;

/** A process that lives until the test ends. */
function livingProcess(): number {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  return child.pid as number;
}

function laterBy(lab: Lab, millis: number): void {
  const { clock } = lab.app;
  lab.app = { ...lab.app, clock: () => clock() + millis };
}

test('a session whose process is alive goes on elsewhere; after half an hour of silence it only may', async () => {
  const lab = openLab();
  const session = await start(lab, { pid: livingProcess() });
  const live = await examine(lab, session);
  expect([live.judgement.verdict, codesOf(live)]).toEqual(['blocked-by-conflict', ['live-elsewhere']]);
  expect(live.judgement.findings[0]?.needs).toContain(`loom sessions fork ${session}`);
  laterBy(lab, 31 * MINUTE);
  const silent = await examine(lab, session);
  expect([silent.judgement.verdict, codesOf(silent)]).toEqual(['ready-with-stale-context', ['maybe-live']]);
});

test('a yes to a live session counts once, and is recorded', async () => {
  const lab = openLab();
  const session = await start(lab, { pid: livingProcess() });
  await resume(lab, session, ['live-elsewhere']);
  expect((await examine(lab, session)).judgement.verdict).toBe('blocked-by-conflict');
});

test('a session that ended, whose process began another one, or that runs this very command blocks nothing', async () => {
  const lab = openLab();
  const pid = livingProcess();
  const ended = await start(lab, { pid });
  await close(lab, ended);
  expect((await examine(lab, ended)).judgement.verdict).toBe('ready');
  const first = await start(lab, { pid });
  await start(lab, { pid });
  expect((await examine(lab, first)).judgement.verdict).toBe('ready');
  const around = await start(lab, { pid: process.pid });
  expect((await examine(lab, around)).judgement.verdict).toBe('ready');
});

test('a record of a process that is gone is no session that lives', async () => {
  const lab = openLab();
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
  const session = await start(lab, { pid: child.pid as number });
  const over = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await over;
  expect((await examine(lab, session)).judgement.verdict).toBe('ready');
});

test('of an imported session the commit is inferred, and what it knew of permissions is not known', async () => {
  const lab = openLab();
  const nativeId = mint();
  const records = [
    agentRecord(lab, nativeId, { n: 0, content: 'Where is the gauge?' }),
    agentRecord(lab, nativeId, { n: 1, content: [{ type: 'text', text: 'In src.' }], seconds: 1 }),
  ];
  const session = await importRecords(lab, nativeId, records);
  const examined = await examine(lab, session);
  expect(examined.judgement.verdict).toBe('ready-with-stale-context');
  expect(codesOf(examined)).toEqual(['baseline-unknown', 'baseline-partial', 'baseline-inferred']);
  const inferred = examined.judgement.findings.find(({ code }) => code === 'baseline-inferred');
  expect(inferred?.evidence).toContain('commit');
});

test('an imported session from before the reflog begins: its commit is not known', async () => {
  const lab = openLab();
  const nativeId = mint();
  const records = [agentRecord(lab, nativeId, { n: 0, content: 'Where is the gauge?', seconds: -86_400 })];
  const session = await importRecords(lab, nativeId, records);
  const examined = await examine(lab, session);
  expect(examined.judgement.verdict).toBe('ready-with-stale-context');
  expect(codesOf(examined)).toEqual(['baseline-unknown']);
});

/** Records in which the agent commits in its shell, as git prints it. */
function commitRecords(lab: Lab, nativeId: string, printed: string) {
  const input = { command: 'git commit -qam "spring tide" && git log -1' };
  return [
    agentRecord(lab, nativeId, { n: 0, content: 'Correct the spring tide' }),
    agentRecord(lab, nativeId, { n: 1, content: [{ type: 'tool_use', id: 't1', name: 'Bash', input }] }),
    agentRecord(lab, nativeId, { n: 2, content: [{ type: 'tool_result', tool_use_id: 't1', content: printed }] }),
    agentRecord(lab, nativeId, { n: 3, content: [{ type: 'text', text: 'Done.' }] }),
  ];
}

test.each(['closed', 'killed'])('its own commit is no finding: %s', async (end) => {
  const lab = openLab();
  const nativeId = mint();
  const session = await start(lab, { agent: 'claude-code', nativeId });
  await edit(lab, session, 'src/gauge.ts', 'export const gauge = 2;\n');
  const id = commit(lab, 'spring tide');
  await importRecords(
    lab,
    nativeId,
    commitRecords(lab, nativeId, `[main ${id.slice(0, 7)}] spring tide\n 1 file changed`),
  );
  if (end === 'closed') await close(lab, session);
  const examined = await examine(lab, session);
  expect(examined.judgement.verdict).toBe('ready');
  if (end === 'killed') expect(codesOf(examined)).toEqual(['own-changes']);
});

test('a commit by somebody else after its own is one', async () => {
  const lab = openLab();
  const nativeId = mint();
  const session = await start(lab, { agent: 'claude-code', nativeId });
  await edit(lab, session, 'src/gauge.ts', 'export const gauge = 2;\n');
  const id = commit(lab, 'spring tide');
  await importRecords(lab, nativeId, commitRecords(lab, nativeId, `[main ${id.slice(0, 7)}] spring tide`));
  write(lab, 'src/gauge.ts', 'export const gauge = 3;\n');
  commit(lab, 'neap tide');
  const examined = await examine(lab, session);
  expect(examined.judgement.verdict).toBe('ready-with-stale-context');
  expect(codesOf(examined)).toEqual(['path-changed', 'head-moved', 'own-changes']);
});

test('a file that its own shell changed after it was read is told as such', async () => {
  const lab = openLab();
  const session = await start(lab);
  await read(lab, session, 'src/gauge.ts');
  await shell(lab, session, () => write(lab, 'src/gauge.ts', 'export const gauge = 1; // formatted\n'));
  await close(lab, session);
  const examined = await examine(lab, session);
  expect([examined.judgement.verdict, codesOf(examined)]).toEqual(['ready', ['changed-within-session-by-tool']]);
});

test('a file that changed while the session ran, without a shell of its own, is stale', async () => {
  const lab = openLab();
  const session = await start(lab);
  await read(lab, session, 'src/gauge.ts');
  write(lab, 'src/gauge.ts', 'export const gauge = 4;\n');
  await close(lab, session);
  const examined = await examine(lab, session);
  expect([examined.judgement.verdict, codesOf(examined)]).toEqual([
    'ready-with-stale-context',
    ['changed-within-session'],
  ]);
});

test('a touched file that is no regular file any more is not compared', async () => {
  const lab = openLab();
  const session = await start(lab);
  await read(lab, session, 'src/gauge.ts');
  await close(lab, session);
  rmSync(join(lab.repo, 'src/gauge.ts'));
  symlinkSync(join(lab.repo, 'src/pier.ts'), join(lab.repo, 'src/gauge.ts'));
  expect((await examine(lab, session)).judgement.verdict).toBe('ready-with-stale-context');
});

test('more changed files than a snapshot holds make it partial', async () => {
  const lab = openLab();
  const session = await start(lab);
  for (let n = 0; n < 2100; n += 1) write(lab, `logs/${n}.txt`, `${n}\n`);
  await close(lab, session);
  const examined = await examine(lab, session);
  expect([examined.judgement.verdict, codesOf(examined)]).toEqual(['ready-with-stale-context', ['baseline-partial']]);
});

test('without git on this machine nothing in a repository is ready', async () => {
  const lab = openLab();
  const session = await start(lab);
  await read(lab, session, 'src/gauge.ts');
  await close(lab, session);
  lab.app = appIn(lab, lab.repo, lab.app, join(lab.root, 'no-programs'));
  const examined = await examine(lab, session);
  expect(examined.judgement.verdict).toBe('ready-with-stale-context');
  expect(codesOf(examined)).toContain('baseline-partial');
});

test('outside git a session without a shell is compared by its files alone', async () => {
  const lab = openLab();
  lab.app = appIn(lab, lab.home, lab.app);
  const file = join(lab.home, 'notes.txt');
  write(lab, file, 'low water 4:10\n');
  const session = await start(lab);
  await read(lab, session, file);
  await close(lab, session);
  expect((await examine(lab, session)).judgement.verdict).toBe('ready');
  write(lab, file, 'low water 4:20\n');
  const changed = await examine(lab, session);
  expect([changed.judgement.verdict, codesOf(changed)]).toEqual(['ready-with-stale-context', ['path-changed']]);
  await shell(lab, session);
  expect(codesOf(await examine(lab, session))).toContain('baseline-partial');
});

test('a repository that is none any more, and a folder that became one', async () => {
  const lab = openLab();
  const session = await start(lab);
  await close(lab, session);
  rmSync(join(lab.repo, '.git'), { recursive: true });
  expect(codesOf(await examine(lab, session))).toEqual(['history-rewritten']);
  const plain = await start(lab);
  await close(lab, plain);
  git(lab.repo, 'init', '-q');
  expect(codesOf(await examine(lab, plain))).toEqual(['baseline-unknown']);
});

test('a model or an agent that is asked for instead needs a yes; what it means is told', async () => {
  const lab = openLab();
  const nativeId = mint();
  const session = await start(lab, { agent: 'claude-code', nativeId });
  const records = [
    agentRecord(lab, nativeId, { n: 0, content: 'Where is the gauge?' }),
    agentRecord(lab, nativeId, { n: 1, content: [{ type: 'text', text: 'In src.' }] }),
  ];
  await importRecords(lab, nativeId, records);
  await close(lab, session);
  for (const [question, code] of [
    [{ model: 'claude-lagoon' }, 'model-substituted'],
    [{ effort: 'max' }, 'effort-substituted'],
    [{ agent: 'codex' }, 'agent-substituted'],
  ] as const) {
    const examined = await examine(lab, session, question);
    expect(examined.judgement.verdict).toBe('provider-substitution-required');
    expect(codesOf(examined)).toContain(code);
  }
  const same = await examine(lab, session, { model: 'claude-harbour-1', agent: 'claude-code' });
  expect(same.judgement.verdict).toBe('ready');
});

test("a model that the agent's settings do not allow is missed, by any name that they give it", async () => {
  const lab = openLab();
  const nativeId = mint();
  const session = await start(lab, { agent: 'claude-code', nativeId });
  const answer = agentRecord(lab, nativeId, { n: 1, content: [{ type: 'text', text: 'In src.' }] });
  await importRecords(lab, nativeId, [agentRecord(lab, nativeId, { n: 0, content: 'Where is the gauge?' }), answer]);
  await close(lab, session);
  const settings = join(lab.home, '.claude', 'settings.json');
  write(lab, settings, JSON.stringify({ availableModels: ['harbour'] }));
  expect(codesOf(await examine(lab, session))).not.toContain('model-missing');
  write(lab, settings, JSON.stringify({ availableModels: ['lagoon'] }));
  const examined = await examine(lab, session);
  expect(examined.judgement.verdict).toBe('provider-substitution-required');
  expect(codesOf(examined)).toContain('model-missing');
});

test('an agent that is not on this machine is missed only where it has to run', async () => {
  const lab = openLab();
  const session = await start(lab, { agent: 'claude-code' });
  await close(lab, session);
  lab.app = appIn(lab, lab.repo, lab.app, '/usr/bin:/bin');
  expect(codesOf(await examine(lab, session, { printed: false }))).toContain('agent-missing');
  expect((await examine(lab, session)).judgement.verdict).toBe('ready');
});

test('a file of the agent that grew since it was kept is told', async () => {
  const lab = openLab();
  const nativeId = mint();
  const first = agentRecord(lab, nativeId, { n: 0, content: 'Where is the gauge?' });
  const session = await importRecords(lab, nativeId, [first]);
  const more = agentRecord(lab, nativeId, { n: 1, content: [{ type: 'text', text: 'In src.' }] });
  const path = join(lab.home, '.claude', 'projects', 'tides', `${nativeId}.jsonl`);
  write(lab, path, `${JSON.stringify(first)}\n${JSON.stringify(more)}\n`);
  expect(codesOf(await examine(lab, session))).toContain('transcript-behind');
});

test('approvals of the session are named, and none is carried over', async () => {
  const lab = openLab();
  const session = await start(lab, { agent: 'claude-code' });
  await record(lab, session, 'tool.approved', { callId: 'c1', name: 'Bash', approvedBy: 'person' });
  await close(lab, session);
  expect((await examine(lab, session)).approvals).toEqual([{ what: 'Bash', because: 'approved', count: 1 }]);
});

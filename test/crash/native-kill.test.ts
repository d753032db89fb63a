import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { answer, importClaude, listAll, show, succeed } from '../cli/support/case-answers.ts';
import { openSandbox, programPath, type Sandbox } from '../cli/support/case-sandbox.ts';
import { claudeProjects, nativeId, writeSession } from '../cli/support/claude-fixture.ts';

const KILLS = 14;
/** Longest time until a kill, in milliseconds: about as long as one run takes. */
const LONGEST = 900;

/** Starts a fork with a session file and kills it after some time; false when it was done before. */
function killFork(box: Sandbox, session: string, after: number): Promise<boolean> {
  const child = spawn(process.execPath, [programPath, 'sessions', 'fork', session, '--native'], {
    cwd: box.work,
    env: box.env,
    stdio: 'ignore',
  });
  setTimeout(() => child.kill('SIGKILL'), after);
  return new Promise((resolve) => child.on('close', (_, signal) => resolve(signal === 'SIGKILL')));
}

function nativeFiles(box: Sandbox): string[] {
  const folder = join(box.home, '.claude', 'projects', box.work.replace(/[^a-zA-Z0-9]/g, '-'));
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => join(folder, name))
    : [];
}

it('a fork that is killed leaves nothing, or whole sessions: never half a file under its name', async () => {
  const box = openSandbox();
  writeSession(claudeProjects(box.home), { sessionId: nativeId(1), cwd: box.work, pairs: 400 });
  importClaude(box);
  const parent = String(listAll(box)[0]?.id);
  let killed = 0;
  for (let n = 1; n <= KILLS; n += 1) if (await killFork(box, parent, (n * LONGEST) / KILLS)) killed += 1;
  expect(killed).toBeGreaterThan(0);
  for (const path of nativeFiles(box)) {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(
      lines.every((line) => (JSON.parse(line) as { sessionId: string }).sessionId === basename(path, '.jsonl')),
    ).toBe(true);
  }
  succeed(box, ['journal', 'repair', '--yes']);
  succeed(box, ['journal', 'verify']);
  const forks = listAll(box).filter((row) => row.id !== parent);
  for (const { id } of forks) expect(show(box, id).turns).toHaveLength(400);
  const after = answer<{ path: string }>(box, ['sessions', 'fork', parent, '--native']);
  expect(importClaude(box).sessions.failed).toBe(0);
  expect(nativeFiles(box)).toContain(after.path);
  for (const row of listAll(box)) expect(show(box, row.id).turns).toHaveLength(400);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { answer, importClaude, listAll, show, succeed } from '../cli/support/case-answers.ts';
import { openSandbox, type Sandbox } from '../cli/support/case-sandbox.ts';
import { claudeProjects, nativeId, writeSession } from '../cli/support/claude-fixture.ts';
import { times } from './support/depth.ts';
import { Killer } from './support/killer.ts';

const KILLS = times(7, 14);

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
  const killer = new Killer(box, KILLS);
  for (let n = 1; n <= killer.wholeSpread; n += 1) await killer.run(['sessions', 'fork', parent, '--native']);
  expect(killer.kills).toBeGreaterThan(1);
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

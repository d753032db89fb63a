/** Import of everything: a plan first, a question where a person can answer, then each agent by itself. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer, type ImportReport, listAll, succeed, told } from '../support/case-answers.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import {
  claudeProjects,
  claudeRecords,
  nativeId,
  toLines,
  writeMany,
  writeRecords,
  writeSession,
} from '../support/claude-fixture.ts';

const TERMINAL = { LOOM_FORCE_TTY: '100' };

/** Three Claude Code sessions and one of pi, each in its usual place. */
function withTwoAgents(): { readonly box: Sandbox; readonly claude: readonly string[] } {
  const box = openSandbox();
  const claude = writeMany(claudeProjects(box.home), { count: 3, cwd: box.work });
  writeRecords(join(box.home, '.pi', 'agent', 'sessions', '--harbour--', '2026-02-10T08-00-00-000Z_0b0b.jsonl'), [
    {
      type: 'session',
      version: 3,
      id: '0b0b0b0b-1111-4222-8333-444444444444',
      timestamp: '2026-02-10T08:00:00.000Z',
      cwd: '/harbour',
    },
    {
      type: 'message',
      id: 'a1',
      parentId: null,
      timestamp: '2026-02-10T08:00:01.000Z',
      message: { role: 'user', content: 'count the buoys' },
    },
  ]);
  return { box, claude };
}

const PLAN = [
  'claude-code: 3 session files: 3 new, 0 changed, 0 unchanged; ',
  'pi: 1 session file: 1 new, 0 changed, 0 unchanged; ',
];

test('everything that is found is planned, then imported without a question where nobody can answer', () => {
  const { box } = withTwoAgents();
  const run = succeed(box, ['import']);
  for (const line of PLAN) expect(run.stderr).toContain(line);
  expect(run.stderr).toContain('1 project folder');
  expect(listAll(box)).toHaveLength(4);
});

test('a person is asked; no changes nothing, and Enter goes on', () => {
  const { box } = withTwoAgents();
  const refused = loom(box, ['import'], { env: TERMINAL, input: 'n\n' });
  expect(refused.code, told(refused)).toBe(6);
  expect(refused.stderr).toContain('Import 4 sessions? [Y/n]');
  expect(listAll(box)).toHaveLength(0);
  const agreed = loom(box, ['import'], { env: TERMINAL, input: '\n' });
  expect(agreed.code, told(agreed)).toBe(0);
  expect(listAll(box)).toHaveLength(4);
});

test('--yes asks nothing, and neither does an import that has nothing to read', () => {
  const { box } = withTwoAgents();
  expect(succeed(box, ['import', '--yes'], { env: TERMINAL }).stderr).not.toContain('[Y/n]');
  const again = succeed(box, ['import'], { env: TERMINAL, input: 'n\n' });
  expect(again.stderr).not.toContain('session file');
});

test('what changed since is told apart from what is new', () => {
  const { box, claude } = withTwoAgents();
  succeed(box, ['import', '--quiet']);
  const records = claudeRecords({ sessionId: nativeId(1), cwd: box.work, pairs: 2 }).slice(2);
  appendFileSync(claude[0] ?? '', `${toLines(records).join('\n')}\n`);
  expect(succeed(box, ['import']).stderr).toContain('claude-code: 3 session files: 0 new, 1 changed, 2 unchanged; ');
});

test('the report tells each agent by itself', () => {
  const { box } = withTwoAgents();
  const report = answer<ImportReport & { agents: readonly { agent: string; files: number }[] }>(box, ['import']);
  expect(report.agents.map(({ agent, files }) => [agent, files])).toEqual([
    ['claude-code', 3],
    ['pi', 1],
  ]);
});

test('a name is not taken from standard input', () => {
  const { box } = withTwoAgents();
  const run = loom(box, ['import'], { input: 'somewhere-else\n' });
  expect(run.code, told(run)).toBe(0);
});

test('where no agent left anything, one line says so and what to do, and the status names no agent', () => {
  const box = openSandbox();
  const run = succeed(box, ['import']);
  expect(run.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^Warning: no session files in the usual places of \d+ agents \(--json lists them\); if yours/,
    ),
  ]);
  expect(run.stderr.length).toBeLessThan(200);
  expect(answer<{ searched: string[] }>(box, ['import']).searched).toContain(join(box.home, '.claude/projects'));
  const agents = succeed(box, ['status'])
    .stdout.split('\n')
    .filter((line) => line.startsWith('agent '));
  expect(agents).toEqual([expect.stringMatching(/^agent {4}no sessions found \(looked for \d+ agents\)$/)]);
});

test('the status tells agents that left something, and counts the others', () => {
  const box = openSandbox();
  writeSession(claudeProjects(box.home), { sessionId: nativeId(1), cwd: box.work, pairs: 1 });
  const { stdout } = succeed(box, ['status']);
  expect(stdout).toMatch(/^agent {4}claude-code: 1 session file \(/m);
  expect(stdout).toMatch(/^agent {4}no other sessions found \(looked for \d+ agents\)$/m);
  expect(stdout.match(/^agent/gm)).toHaveLength(2);
});

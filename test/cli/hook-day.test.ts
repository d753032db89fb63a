import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, listAll, type SessionRow, succeed } from './support/case-answers.ts';
import { journalLines } from './support/case-files.ts';
import { git, openSandbox } from './support/case-sandbox.ts';
import { type FakeAgent, liveDay, promptFor } from './support/fake-agents.ts';

interface Entry {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a session is told at its start; a project where another session has ended already has something to tell. */
function isStartText(stdout: string): boolean {
  const { hookSpecificOutput: output } = JSON.parse(stdout) as { hookSpecificOutput?: Record<string, unknown> };
  return output?.['hookEventName'] === 'SessionStart' && typeof output['additionalContext'] === 'string';
}

const byId = (rows: readonly SessionRow[]) => new Map(rows.map((row) => [row.nativeId, row]));

describe('a day of five agents in two projects', () => {
  it('is recorded without mixing, loss or duplicate, before and after their transcripts are imported', async () => {
    const box = openSandbox();
    const projects = ['harbour', 'garden'].map((name) => join(box.work, name));
    for (const folder of projects) {
      mkdirSync(folder);
      git(box, folder, 'init', '-q', '-b', 'main');
      git(box, folder, 'commit', '-q', '--allow-empty', '-m', `begin ${folder.slice(-6)}`);
    }
    const agents = Array.from({ length: 5 }, (_, n): FakeAgent => {
      const nativeId = `${'abcde'[n]}1b2c3d4-000${n}-4000-8000-00000000000${n}`;
      return {
        word: n === 3 ? 'codex' : 'claude-code',
        nativeId,
        cwd: projects[n % 2] ?? '',
        keyed: n % 2 === 0,
        turns: 9,
      };
    });
    const runs = (await Promise.all(agents.map((agent) => liveDay(box, agent)))).flat();
    expect(runs).toHaveLength(200);
    expect(runs.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([]);
    expect(runs.filter(({ stdout }) => stdout !== '' && !isStartText(stdout))).toEqual([]);

    const live = byId(listAll(box));
    expect(live.size).toBe(5);
    const recorded = journalLines(box.store).length;
    succeed(box, ['import', '--yes']);
    const kept = byId(listAll(box));
    expect(kept.size).toBe(5);
    expect(journalLines(box.store).length).toBeGreaterThan(recorded);
    for (const agent of agents) {
      for (const rows of [live, kept]) {
        const row = rows.get(agent.nativeId);
        expect(row, agent.nativeId).toMatchObject({ status: 'closed', project: { path: agent.cwd } });
        expect(row?.counts, agent.nativeId).toMatchObject({
          prompts: 9,
          answers: rows === live ? 9 : expect.any(Number),
          toolCalls: 18,
        });
      }
      const shown = answer<{ turns: { prompt: string; answer: string; toolCalls: unknown[]; captured?: true }[] }>(
        box,
        ['sessions', 'show', agent.nativeId],
      );
      expect(shown.turns.filter(({ prompt }) => prompt !== null).map(({ prompt }) => prompt)).toEqual(
        Array.from({ length: 9 }, (_, turn) => promptFor(agent, turn)),
      );
      expect(shown.turns.filter(({ captured }) => captured === true)).toEqual([]);
      const timeline = answer<Entry[]>(box, ['sessions', 'timeline', agent.nativeId]);
      const count = (...types: string[]) => timeline.filter(({ type }) => types.includes(type)).length;
      expect(count('prompt.submitted'), agent.nativeId).toBe(9);
      expect(count('tool.completed', 'tool.failed'), agent.nativeId).toBe(18);
      expect(count('session.compacted'), agent.nativeId).toBe(1);
      expect(count('run.completed')).toBe(9);
    }
    succeed(box, ['journal', 'verify']);
    const before = journalLines(box.store).length;
    succeed(box, ['import', '--yes']);
    expect(journalLines(box.store).length).toBe(before);
  });
});

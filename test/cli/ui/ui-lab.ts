/** A harbour project with sessions of Claude Code, kept in a store of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import {
  type ClaudeRecord,
  claudeProjects,
  claudeRecords,
  nativeId,
  titleRecord,
  toolRound,
  writeRecords,
} from '../support/claude-fixture.ts';

/** Escapes, bidi, a bell, wide letters, and a title that is longer than any screen. */
export const HOSTILE = `gate \u001b[31m\u001b[2J\u202edesrever\u0007 閘門 שער 👨‍👩‍👧‍👦 ${'x'.repeat(400)}`;

export interface UiLab {
  readonly box: Sandbox;
  readonly project: string;
  /** Where the gauge lies that the second session edited. */
  readonly gauge: string;
}

function git(box: Sandbox, cwd: string, ...args: readonly string[]): void {
  const run = spawnSync('git', args, { cwd, env: { ...process.env, ...box.env }, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
}

function keep(lab: UiLab, n: number, { title, records }: { title: string; records: readonly ClaudeRecord[] }): void {
  const sessionId = nativeId(n);
  writeRecords(join(claudeProjects(lab.box.home), `${sessionId}.jsonl`), [...records, titleRecord(sessionId, title)]);
}

/** Three sessions, newest first: `Count the buoys`, `Set the gauge` (its file changed since), a hostile one. */
export function openUiLab(): UiLab {
  const box = openSandbox();
  const project = join(box.work, 'harbour');
  const gauge = join(project, 'gauge.ts');
  const lab: UiLab = { box, project, gauge };
  mkdirSync(join(box.root, 'bin'));
  writeFileSync(join(box.root, 'bin', 'claude'), '#!/bin/sh\necho "claude goes on: $*"\n', { mode: 0o755 });
  mkdirSync(project);
  writeFileSync(gauge, 'export const level = 3;\n');
  git(box, project, 'init', '-q', '-b', 'main');
  git(box, project, 'add', '.');
  git(box, project, 'commit', '-qm', 'gauge');
  const plan = (n: number, day: number) => ({
    sessionId: nativeId(n),
    cwd: project,
    start: `2026-02-${day}T08:00:00.000Z`,
  });
  const edit = { name: 'Edit', input: { file_path: gauge, old_string: '2', new_string: '3' }, output: 'updated' };
  const edited = toolRound({ ...plan(2, 11), prompt: () => 'Set the gauge' }, edit).map((record, at) =>
    at === 2
      ? {
          ...record,
          toolUseResult: { filePath: gauge, originalFile: 'export const level = 2;\n', oldString: '2', newString: '3' },
        }
      : record,
  );
  keep(lab, 1, {
    title: HOSTILE,
    records: claudeRecords({ ...plan(1, 10), pairs: 1, prompt: () => HOSTILE, answer: () => HOSTILE }),
  });
  keep(lab, 2, { title: 'Set the gauge', records: edited });
  keep(lab, 3, {
    title: 'Count the buoys',
    records: claudeRecords({
      ...plan(3, 12),
      pairs: 3,
      prompt: (k) => `How many buoys are at mole ${k}?`,
      answer: (k) => `There are ${k + 4}`,
    }),
  });
  const kept = loom(box, ['import', claudeProjects(box.home)], { cwd: project });
  if (kept.code !== 0) throw new Error(kept.stderr);
  writeFileSync(gauge, 'export const level = 4;\n');
  return lab;
}

/** The environment in which the agent is there. */
export function withAgent(box: Sandbox): Readonly<Record<string, string>> {
  return { PATH: `${join(box.root, 'bin')}:${process.env['PATH']}` };
}

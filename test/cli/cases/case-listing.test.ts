/** What lists show, in which order, and in which scope. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  answer,
  importClaude,
  listAll,
  listIn,
  refused,
  type SessionRow,
  show,
  succeed,
} from '../support/case-answers.ts';
import { fingerprint } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import {
  claudeProjects,
  claudeRecords,
  later,
  nativeId,
  titleRecord,
  writeMany,
  writeRecords,
  writeSession,
} from '../support/claude-fixture.ts';

test('subagents are children of their parent, not rows of the list', () => {
  const box = openSandbox();
  const projects = claudeProjects(box.home);
  for (const n of [1, 2]) writeSession(projects, { sessionId: nativeId(n), cwd: box.work, pairs: 2 });
  for (let n = 0; n < 6; n += 1) {
    const agentId = `c0de${n}`;
    const plan = {
      sessionId: nativeId(1),
      cwd: box.work,
      pairs: 1,
      seed: `${agentId}000`,
      extra: { isSidechain: true, agentId },
    };
    const records = [titleRecord(nativeId(1), 'metadata first'), ...claudeRecords(plan)];
    writeRecords(join(projects, nativeId(1), 'subagents', `agent-${agentId}.jsonl`), records);
  }
  importClaude(box);
  expect(listIn(box, box.work)).toHaveLength(2);
  expect(listIn(box, box.work, '--include-subagents')).toHaveLength(8);
  expect(show(box, nativeId(1)).children).toHaveLength(6);
  expect(show(box, nativeId(1)).counts['children']).toBe(6);
  expect(show(box, nativeId(1)).messages).toHaveLength(4);
  const tree = succeed(box, ['sessions', 'list', '--tree', '--include-subagents']);
  expect(tree.stdout.trimEnd().split('\n').length).toBeGreaterThanOrEqual(8);
});

test('runs of a program without a person are reachable by flag and by id', () => {
  const box = openSandbox();
  const projects = claudeProjects(box.home);
  writeSession(projects, { sessionId: nativeId(1), cwd: box.work, pairs: 1 });
  writeSession(projects, { sessionId: nativeId(2), cwd: box.work, pairs: 1, extra: { entrypoint: 'sdk-py' } });
  importClaude(box);
  expect(listIn(box, box.work, '--include-subagents').map((row) => row.nativeId)).toContain(nativeId(2));
  expect(show(box, nativeId(2)).nativeId).toBe(nativeId(2));
});

test('a file of metadata alone is no session and never the last one', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  writeSession(source, { sessionId: nativeId(1), cwd: box.work, pairs: 2 });
  const stub = { type: 'file-history-snapshot', messageId: 'x', snapshot: { timestamp: '2026-11-01T00:00:00.000Z' } };
  writeRecords(join(source, `${nativeId(2)}.jsonl`), [titleRecord(nativeId(2), 'opened and left'), stub]);
  const report = importClaude(box, source);
  expect(report.sessions).toMatchObject({ added: 1, failed: 0 });
  expect(listIn(box, box.work)).toHaveLength(1);
  expect(show(box, '@last').nativeId).toBe(nativeId(1));
});

test('an empty scope says what it was and how many are elsewhere', () => {
  const box = openSandbox();
  importClaude(box, ...writeMany(join(box.root, 'source'), { count: 3, cwd: '/srv/elsewhere' }));
  const run = succeed(box, ['sessions', 'list']);
  expect(run.stdout).toBe('');
  expect(run.stderr).toMatch(/\b3\b/);
  expect(run.stderr).toContain('--all');
  expect(succeed(box, ['sessions', 'list', '--json']).stdout.trim()).toBe('[]');
  expect(listAll(box)).toHaveLength(3);
});

test('an empty store lists nothing with exit 0', () => {
  const box = openSandbox();
  expect(succeed(box, ['sessions', 'list', '--json']).stdout.trim()).toBe('[]');
  expect(succeed(box, ['sessions', 'list']).stdout).toBe('');
  expect(succeed(box, ['sessions', 'list', '--jsonl']).stdout).toBe('');
});

test('json lists are whole; limit and offset page through them without gap or repeat', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  writeMany(source, { count: 450, cwd: box.work });
  expect(importClaude(box, source).sessions.added).toBe(450);
  const whole = listIn(box, box.work);
  expect(whole).toHaveLength(450);
  const pages = [0, 200, 400].flatMap((offset) => listIn(box, box.work, '--limit', '200', '--offset', String(offset)));
  expect(pages).toEqual(whole);
  expect(listIn(box, box.work, '--offset', '450')).toEqual([]);
  expect(whole.at(-1)?.nativeId).toBe(nativeId(1));
  expect(importClaude(box, source).sessions).toMatchObject({ added: 0, updated: 0, unchanged: 450 });
  const lines = succeed(box, ['sessions', 'list', '--jsonl']).stdout.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as SessionRow).id)).toEqual(whole.map((row) => row.id));
});

function threeMonths(): Sandbox {
  const box = openSandbox();
  ['2026-03-05T12:00:00.000Z', '2026-06-05T12:00:00.000Z', '2026-09-05T12:00:00.000Z'].forEach((start, index) => {
    writeSession(join(box.root, 'source'), { sessionId: nativeId(index + 1), cwd: box.work, pairs: 1, start });
  });
  importClaude(box, join(box.root, 'source'));
  return box;
}

test('since, until and agent narrow a list, and nonsense in them is a usage error', () => {
  const box = threeMonths();
  const ids = (...flags: string[]) => listIn(box, box.work, ...flags).map((row) => row.nativeId);
  expect(ids('--since', '2026-05-01')).toEqual([nativeId(3), nativeId(2)]);
  expect(ids('--until', '2026-07-01')).toEqual([nativeId(2), nativeId(1)]);
  expect(ids('--since', '2026-05-01', '--until', '2026-07-01T00:00:00Z')).toEqual([nativeId(2)]);
  expect(ids('--since', '1d')).toEqual([]);
  expect(ids('--since', 'yesterday')).toEqual([]);
  expect(ids('--agent', 'claude')).toHaveLength(3);
  expect(ids('--agent', 'codex')).toEqual([]);
  for (const bad of [
    ['--since', 'someday'],
    ['--limit', '-1'],
    ['--limit', 'many'],
    ['--offset', '1.5'],
    ['--agent', 'clade'],
  ]) {
    refused(loom(box, ['sessions', 'list', ...bad, '--json']), 2);
  }
});

test('archiving hides from the default list alone, and can be taken back without the index', () => {
  const box = threeMonths();
  succeed(box, ['sessions', 'archive', nativeId(2)]);
  expect(listIn(box, box.work)).toHaveLength(2);
  expect(listIn(box, box.work, '--archived').map((row) => row.nativeId)).toContain(nativeId(2));
  expect(show(box, nativeId(2)).archived).toBe(true);
  succeed(box, ['index', 'drop']);
  succeed(box, ['sessions', 'restore', nativeId(2)]);
  expect(listIn(box, box.work)).toHaveLength(3);
  expect(show(box, nativeId(2)).archived).toBe(false);
});

test('doing twice what is done already, or undoing what is not, is told and changes nothing', () => {
  const box = threeMonths();
  for (const [verb, back] of [
    ['archive', 'restore'],
    ['pin', 'unpin'],
  ] as const) {
    succeed(box, ['sessions', verb, nativeId(1)]);
    const again = loom(box, ['sessions', verb, nativeId(1), '--json']);
    expect([0, 6]).toContain(again.code);
    succeed(box, ['sessions', back, nativeId(1)]);
    expect([0, 6]).toContain(loom(box, ['sessions', back, nativeId(1), '--json']).code);
  }
  expect(listIn(box, box.work).every((row) => !row.archived && !row.pinned)).toBe(true);
});

test('the title is the newest given by a person, then the agent’s own, then the first prompt', () => {
  const box = openSandbox();
  const plan = { sessionId: nativeId(1), cwd: box.work, pairs: 1, prompt: () => 'Mend the fog horn\nit is silent' };
  const file = join(box.root, `${nativeId(1)}.jsonl`);
  const steps: [unknown[], RegExp][] = [
    [[], /^Mend the fog horn/],
    [[{ type: 'ai-title', aiTitle: 'Fog horn repair', sessionId: nativeId(1) }], /^Fog horn repair$/],
    [[titleRecord(nativeId(1), 'horn'), titleRecord(nativeId(1), 'horn, again')], /^horn, again$/],
  ];
  const records: unknown[] = claudeRecords(plan);
  for (const [more, title] of steps) {
    records.push(...more);
    importClaude(box, writeRecords(file, records));
    expect(listAll(box)[0]?.title).toMatch(title);
  }
  succeed(box, ['sessions', 'rename', nativeId(1), 'The mended horn']);
  records.push(titleRecord(nativeId(1), 'late native title'));
  importClaude(box, writeRecords(file, records));
  expect(listAll(box)[0]?.title).toBe('The mended horn');
});

test('looking at things, and importing them, changes nothing outside the store', () => {
  const box = openSandbox();
  const projects = claudeProjects(box.home);
  for (const n of [1, 2, 3]) writeSession(projects, { sessionId: nativeId(n), cwd: box.work, pairs: 1 });
  const before = [fingerprint(box.home), fingerprint(box.work)];
  const commands = [
    ['import', 'claude', '--dry-run'],
    ['sessions', 'list', '--all'],
    ['doctor'],
    ['status'],
    ['import', 'claude'],
    ['import', 'claude'],
    ['sessions', 'show', '@last'],
    ['sessions', 'export', '@last'],
    ['journal', 'verify'],
    ['paths'],
    ['config', 'list'],
    ['index', 'rebuild'],
    ['project', 'list'],
  ];
  for (const args of commands) expect(loom(box, args).code, args.join(' ')).toBe(0);
  expect([fingerprint(box.home), fingerprint(box.work)]).toEqual(before);
});

test('a dry run counts and makes no store', () => {
  const box = openSandbox();
  writeMany(claudeProjects(box.home), { count: 4, cwd: box.work });
  const report = answer<Record<string, unknown>>(box, ['import', 'claude', '--dry-run']);
  expect(JSON.stringify(report)).toContain('4');
  expect(listAll(box)).toEqual([]);
});

test('import --since leaves older sessions for later', () => {
  const box = openSandbox();
  const source = join(box.root, 'source');
  writeSession(source, {
    sessionId: nativeId(1),
    cwd: box.work,
    pairs: 1,
    start: later(new Date().toISOString(), -90 * 86_400),
  });
  writeSession(source, {
    sessionId: nativeId(2),
    cwd: box.work,
    pairs: 1,
    start: later(new Date().toISOString(), -3600),
  });
  answer(box, ['import', 'claude', source, '--since', '7d']);
  expect(listAll(box).map((row) => row.nativeId)).toContain(nativeId(2));
  importClaude(box, source);
  expect(listAll(box)).toHaveLength(2);
});

test('CLAUDE_CONFIG_DIR is a usual place too', () => {
  const box = openSandbox();
  const place = join(box.root, 'other-claude');
  writeMany(join(place, 'projects', '-srv'), { count: 2, cwd: box.work });
  const run = loom(box, ['import', 'claude', '--json'], { env: { CLAUDE_CONFIG_DIR: place } });
  expect(run.code).toBe(0);
  expect(listAll(box)).toHaveLength(2);
});

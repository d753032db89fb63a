/** Contexts to go on with: structure after interruptions and compactions, and stored summaries. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONTEXT_FAULTS } from '../../support/chat-rules.ts';
import { answer, importClaude, refused, show, succeed, told } from '../support/case-answers.ts';
import { journalLines } from '../support/case-files.ts';
import { loom, openSandbox, type Sandbox } from '../support/case-sandbox.ts';
import { type ClaudeRecord, claudeRecords, nativeId, writeRecords, writeSession } from '../support/claude-fixture.ts';

const FORMATS = ['anthropic', 'openai', 'markdown', 'json'] as const;

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly text?: string;
}

/** The records of a plain conversation with other contents. */
function withContents(box: Sandbox, contents: readonly unknown[]): ClaudeRecord[] {
  const pairs = Math.ceil(contents.length / 2);
  const records = claudeRecords({ sessionId: nativeId(1), cwd: box.work, pairs }).slice(0, contents.length);
  return records.map((record, index) => ({
    ...record,
    message: { ...(record['message'] as ClaudeRecord), content: contents[index] },
  }));
}

function printContext(box: Sandbox, format: (typeof FORMATS)[number], ...flags: string[]): string {
  const run = loom(box, ['sessions', 'resume', nativeId(1), '--dry-run', '--print', '--format', format, ...flags]);
  expect([0, 20], told(run)).toContain(run.code);
  return run.stdout;
}

function use(id: string): object {
  return { type: 'tool_use', id, name: 'Bash', input: { command: `raise ${id}` } };
}

function reply(id: string): object {
  return { type: 'tool_result', tool_use_id: id, content: `raised by ${id}` };
}

test('a call without result gets one, a result without call becomes text, and roles alternate', () => {
  const box = openSandbox();
  const records = withContents(box, [
    'Raise the lock gates',
    [use('t1'), use('t2')],
    [reply('t1')],
    [{ type: 'text', text: 'One gate is up' }],
    [reply('t9')],
    [{ type: 'text', text: 'Strange' }],
    'And the other?',
  ]);
  importClaude(box, writeRecords(join(box.root, 'locks', `${nativeId(1)}.jsonl`), records));
  for (const format of FORMATS) expect(CONTEXT_FAULTS[format](printContext(box, format))).toEqual([]);
  const messages = JSON.parse(printContext(box, 'anthropic')) as { role: string; content: Block[] }[];
  const blocks = messages.flatMap(({ content }) => content);
  const calls = blocks.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
  const results = blocks.flatMap(({ type, tool_use_id }) => (type === 'tool_result' ? [tool_use_id] : []));
  expect([calls, results]).toEqual([
    ['t1', 't2'],
    ['t1', 't2'],
  ]);
  expect(blocks.some(({ text }) => text?.includes('raised by t9'))).toBe(true);
  const codes = (show(box, nativeId(1)).repairs as { code: string }[]).map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['interrupted-tool', 'orphan-result']));
});

/** 12 turns, a compaction whose summary hangs in the air, 12 turns, another one, 4 turns. */
function compactedTwice(box: Sandbox): ClaudeRecord[] {
  const all = claudeRecords({ sessionId: nativeId(1), cwd: box.work, pairs: 28 });
  const compact = (n: number, before: ClaudeRecord | undefined): ClaudeRecord[] => {
    const base = { ...all[0], timestamp: before?.['timestamp'] };
    const uuid = `cccccccc-0c0c-4d4d-8e8e-00000000000${n}`;
    const boundary = { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' };
    const summary = { role: 'user', content: `Summary number ${n} of the gauges` };
    return [
      {
        ...base,
        ...boundary,
        message: undefined,
        uuid: `${uuid}b`,
        parentUuid: null,
        logicalParentUuid: before?.['uuid'],
      },
      { ...base, uuid, parentUuid: `never-written-${n}`, isCompactSummary: true, message: summary },
    ];
  };
  return [
    ...all.slice(0, 24),
    ...compact(1, all[23]),
    ...all.slice(24, 48),
    ...compact(2, all[47]),
    ...all.slice(48),
  ].map((record, index, list) =>
    index === 26 || index === 52 ? { ...record, parentUuid: list[index - 1]?.['uuid'] } : record,
  );
}

test('after compactions the newest is last, and the context is the last summary and all that follows', () => {
  const box = openSandbox();
  importClaude(box, writeRecords(join(box.root, 'gauges', `${nativeId(1)}.jsonl`), compactedTwice(box)));
  const detail = show(box, nativeId(1));
  expect([detail.turns.length, detail.compactions.length]).toEqual([28, 2]);
  expect(detail.turns.at(-1)?.prompt).toBe('Read tide gauge 27 at the north pier');
  const context = printContext(box, 'markdown', '--budget', '500');
  expect(context).toContain('Left out: turns 1–24');
  expect(context).toContain(`loom sessions export ${detail.id}`);
  expect(context).toContain('Summary number 2 of the gauges');
  expect(context).not.toContain('Summary number 1 of the gauges');
  expect(context.trimEnd().split('\n').at(-1)).toBe('Gauge 27 shows 192 centimetres over datum');
  succeed(box, ['sessions', 'export', detail.id]);
  const whole = printContext(box, 'markdown');
  expect(whole).toContain('Read tide gauge 0 at the north pier');
  expect(whole.trimEnd().endsWith('Gauge 27 shows 192 centimetres over datum')).toBe(true);
});

test('a budget that is too small is refused with the least', () => {
  const box = openSandbox();
  importClaude(box, writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 2 }));
  const run = loom(box, ['sessions', 'compact', nativeId(1), '--budget', '100', '--json']);
  expect(refused(run, 2)).toMatchObject({ code: 'budget-too-small', hints: ['--budget 400'] });
});

test('sessions compact stores one summary, shows it again, and says nothing new of the conversation', () => {
  const box = openSandbox();
  importClaude(box, writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 3 }));
  const planned = answer<{ result: string; summary: string }>(box, ['sessions', 'compact', nativeId(1), '--dry-run']);
  expect(planned.result).toBe('planned');
  const made = answer<{ result: string; summary: string; event: string }>(box, ['sessions', 'compact', nativeId(1)]);
  expect([made.result, made.summary]).toEqual(['summarised', planned.summary]);
  const again = answer<{ result: string; event: string }>(box, ['sessions', 'compact', nativeId(1)]);
  expect([again.result, again.event]).toEqual(['unchanged', made.event]);
  expect(journalLines(box.store).filter(({ type }) => type === 'session.summarized')).toHaveLength(1);
  expect(show(box, nativeId(1))).toMatchObject({ summaries: [{ event: made.event, turns: 3 }] });
  expect(succeed(box, ['sessions', 'show', nativeId(1)]).stdout).toContain('summary: turns 1–3');
  expect(succeed(box, ['sessions', 'timeline', nativeId(1)]).stdout).toContain('session.summarized');
  expect(show(box, nativeId(1)).turns).toHaveLength(3);
  succeed(box, ['journal', 'verify']);
});

test('a stored summary goes with an export and is gone after a purge', () => {
  const box = openSandbox();
  importClaude(box, writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 3 }));
  const made = answer<{ summary: string }>(box, ['sessions', 'compact', nativeId(1)]);
  const file = join(box.root, 'export.json');
  succeed(box, ['sessions', 'export', nativeId(1), '--format', 'json', '--output', file]);
  const other = { env: { LOOM_HOME: join(box.root, 'other') } };
  succeed(box, ['import', 'loom', file], other);
  expect(show(box, nativeId(1), other)).toMatchObject({ summaries: [{ turns: 3 }] });
  succeed(box, ['sessions', 'purge', nativeId(1), '--yes']);
  const store = loom(box, ['journal', 'tail', '--jsonl']).stdout;
  expect(store).not.toContain('"covers"');
  expect(made.summary).toContain('Read tide gauge 0');
});

/** Configures a program that tells how much it was given. */
function configureSummarizer(box: Sandbox): string {
  const program = join(box.root, 'summarize.sh');
  writeFileSync(program, '#!/bin/sh\necho "asked" >> "$HOME/asked"\ncat > /dev/null\necho "The gauges were read"\n');
  chmodSync(program, 0o755);
  mkdirSync(join(box.home, '.config', 'loom'), { recursive: true });
  succeed(box, ['config', 'set', 'summarizer.command', program]);
  return program;
}

test('a configured summarizer runs only once a person agreed, and its words are marked as its own', () => {
  const box = openSandbox();
  importClaude(box, writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 3 }));
  const program = configureSummarizer(box);
  const { code, message, hints } = refused(loom(box, ['sessions', 'compact', nativeId(1), '--json']), 6);
  expect(code).toBe('confirmation-needed');
  expect(message).toContain(program);
  expect(message).toMatch(/about \d+ tokens/);
  expect(journalLines(box.store).some(({ type }) => type === 'session.summarized')).toBe(false);
  const [hint] = hints;
  const made = answer<{ method: string; summary: string }>(box, (hint ?? '').replace(/^loom /, '').split(' '));
  expect(made).toMatchObject({ method: 'command summarize.sh', summary: 'The gauges were read' });
  expect(answer(box, ['sessions', 'compact', nativeId(1)])).toMatchObject({ result: 'unchanged' });
  expect(answer(box, ['sessions', 'compact', nativeId(1), '--plain'])).toMatchObject({ method: 'deterministic' });
});

test('a project cannot configure a summarizer', () => {
  const box = openSandbox();
  importClaude(box, writeSession(join(box.root, 'source'), { sessionId: nativeId(1), cwd: box.work, pairs: 3 }));
  mkdirSync(join(box.work, '.loom'));
  writeFileSync(join(box.work, '.loom', 'config.json'), '{"summarizer":{"command":["rm","-r","/"]}}');
  const run = loom(box, ['sessions', 'compact', nativeId(1), '--json']);
  expect(run.code, told(run)).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({ method: 'deterministic' });
  expect(run.stderr).toContain('can only be set by you');
});

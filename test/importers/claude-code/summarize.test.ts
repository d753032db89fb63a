import { describe, expect, it } from 'vitest';
import { summarizeClaude } from '../../../src/importers/claude-code/summarize.ts';
import { parseIsoTime } from '../../../src/kernel/ids.ts';
import { answer, base, call, exchange, type Fields, keep, prompt, result, SESSION } from '../support/claude-records.ts';

const asOf = parseIsoTime('2026-03-02T00:00:00.000Z') as NonNullable<ReturnType<typeof parseIsoTime>>;

function summarize(records: readonly Fields[], inheritedRecords = 0) {
  return summarizeClaude(keep(records), { asOf, inheritedRecords });
}

describe('counts of a Claude Code session', () => {
  it('count prompts, answers, calls and failures once', () => {
    const { counts } = summarize([
      prompt('p', null, 'Sow the beans'),
      answer('a', 'p', [call('c1'), call('c2')], { id: 'm1' }),
      prompt('r1', 'a', [result('c1'), result('c2', 'no such file', { is_error: true })]),
      answer('b', 'r1', 'Sown', { id: 'm2' }),
    ]);
    expect(counts).toEqual({
      prompts: 1,
      answers: 2,
      toolCalls: 2,
      toolErrors: 1,
      errors: 0,
      compactions: 0,
      sidechain: 0,
      inherited: 0,
    });
  });

  it.each<[string, Fields]>([
    ['injected text', prompt('x', 'p', 'Caveat: ignore this', { isMeta: true })],
    ['output of a local command', prompt('x', 'p', '<local-command-stdout>ok</local-command-stdout>')],
    ['a notification', prompt('x', 'p', 'done', { origin: { kind: 'task-notification' } })],
    ['nothing but a reminder', prompt('x', 'p', '<system-reminder>water the beds</system-reminder>')],
    ['an interruption', prompt('x', 'p', '[Request interrupted by user]')],
    ['a summary', prompt('x', 'p', 'This session is being continued', { isCompactSummary: true })],
    ['a subagent’s task', prompt('x', 'p', 'Count the seeds', { isSidechain: true })],
    ['a repeated record', prompt('p', null, 'Sow the beans')],
    ['an empty text', prompt('x', 'p', '  ')],
    [
      'text queued in an attachment',
      base('attachment', 'x', 'p', { attachment: { type: 'queued_command', prompt: 'and peas' } }),
    ],
  ])('leave out %s as a prompt', (_, record) => {
    expect(summarize([prompt('p', null, 'Sow the beans'), record]).counts.prompts).toBe(1);
  });

  it.each<[string, unknown]>([
    ['a command', '<command-name>/plan</command-name><command-args>beds</command-args>'],
    ['a shell line', '<bash-input>ls seeds</bash-input>'],
    ['an image alone', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }]],
    ['text beside a tool result', [result('c1'), { type: 'text', text: 'use the other bed' }]],
    ['text with a reminder', 'Sow <system-reminder>x</system-reminder>'],
  ])('take %s as a prompt', (_, content) => {
    expect(summarize([prompt('x', null, content)]).counts.prompts).toBe(1);
  });

  it('count compactions by their boundaries, and by summaries only where there is no boundary', () => {
    const summary = prompt('s', null, 'Continued…', { isCompactSummary: true });
    const boundary = base('system', 'b', null, { subtype: 'compact_boundary' });
    expect(summarize([...exchange(1), boundary, summary]).counts.compactions).toBe(1);
    expect(summarize([...exchange(1), summary]).counts.compactions).toBe(1);
  });

  it('count API errors', () => {
    const failed = answer('e', 'p0', 'API Error: 529', { isApiErrorMessage: true, model: '<synthetic>' });
    const retry = base('system', 'f', 'p0', { subtype: 'api_error' });
    expect(summarize([...exchange(1), failed, retry]).counts.errors).toBe(2);
  });

  it('name the prompts that a parent session already held', () => {
    expect(summarize(exchange(3), 4).counts).toMatchObject({ prompts: 3, inherited: 2 });
  });

  it('of a subagent’s own file are those of its sidechain', () => {
    const records = [
      prompt('p', null, 'Count the seeds', { isSidechain: true, agentId: 'a1' }),
      answer('a', 'p', 'Forty', { isSidechain: true, agentId: 'a1', id: 'm' }),
    ];
    const summary = summarize(records);
    expect(summary.counts).toMatchObject({ prompts: 1, answers: 1, sidechain: 0 });
    expect(summary).toMatchObject({ title: 'Count the seeds', models: ['claude-tulip'] });
    expect(summarize(records.map((record) => ({ ...record, isSidechain: false }))).counts).toMatchObject({
      prompts: 1,
      answers: 1,
    });
  });
});

describe('tokens of a Claude Code session', () => {
  it('count each API message once, with its last usage', () => {
    const usage = (output: number) => ({ input_tokens: 10, output_tokens: output, cache_read_input_tokens: 3 });
    const records = [
      prompt('p', null, 'Sow'),
      answer('a1', 'p', 'So', { id: 'm', usage: usage(1) }),
      answer('a2', 'a1', [call('c')], { id: 'm', usage: usage(7) }),
      answer('s', null, 'side', { id: 'n', usage: usage(100), isSidechain: true }),
    ];
    expect(summarize(records).tokens).toEqual({
      input: 10,
      output: 7,
      cacheRead: 3,
      cacheWrite: 0,
      inputIncludesCache: false,
    });
  });

  it('bear a missing or null usage', () => {
    expect(summarize([prompt('p', null, 'Sow'), answer('a', 'p', 'Sown', { usage: null })]).tokens.output).toBe(0);
  });
});

describe('the title of a Claude Code session', () => {
  const named = (...records: Fields[]) => {
    const { title, titleSource } = summarize([...exchange(1), ...records]);
    return [title, titleSource];
  };
  const custom = (customTitle: string): Fields => ({ type: 'custom-title', customTitle, sessionId: SESSION });
  const ai: Fields = { type: 'ai-title', aiTitle: 'Bean beds', sessionId: SESSION };
  const summaryOf = (leafUuid: string): Fields => ({ type: 'summary', summary: 'Beans sown', leafUuid });

  it('is the custom title, else the AI’s, else the summary of an own leaf, else the first prompt', () => {
    expect(named(custom('first'), custom('garden'), ai, summaryOf('a0'))).toEqual(['garden', 'custom']);
    expect(named(ai, summaryOf('a0'))).toEqual(['Bean beds', 'ai']);
    expect(named(summaryOf('a0'))).toEqual(['Beans sown', 'summary']);
    expect(named(summaryOf('of-another-session'))).toEqual(['Sow bed 0', 'prompt']);
  });

  it('is not a custom title that only repeats the name of the worktree', () => {
    const worktree = { type: 'worktree-state', worktreeSession: { worktreeName: 'lilac', worktreePath: '/w/lilac' } };
    expect(named(worktree, custom('lilac'), ai)).toEqual(['Bean beds', 'ai']);
  });

  it('passes commands about the client by when anything else was said', () => {
    const clear = prompt('c', null, '<command-name>/clear</command-name><command-args></command-args>');
    expect(summarize([clear, ...exchange(1)]).title).toBe('Sow bed 0');
    expect(summarize([clear]).title).toBe('/clear');
  });
});

describe('times and settings of a Claude Code session', () => {
  it('span all records, whatever their order and zone', () => {
    const times = ['2026-03-01T09:00:00Z', '2026-03-01T08:00:00-02:00', '2026-02-28T09:00:00.000Z'];
    const summary = summarize(times.map((timestamp, i) => prompt(`p${i}`, null, 'x', { timestamp })));
    expect(summary).toMatchObject({
      startedAt: '2026-02-28T09:00:00.000Z',
      updatedAt: '2026-03-01T10:00:00.000Z',
      timeSuspect: false,
    });
  });

  it('sort by no time that cannot be', () => {
    const times = ['2199-01-01T00:00:00Z', '2026-03-01T09:00:00Z', '1970-01-01T00:00:00Z'];
    const summary = summarize(times.map((timestamp, i) => prompt(`p${i}`, null, 'x', { timestamp })));
    expect(summary).toMatchObject({
      plausibleAt: '2026-03-01T09:00:00.000Z',
      timeSuspect: true,
      updatedAt: '2199-01-01T00:00:00.000Z',
    });
  });

  it('suspect a time without zone', () => {
    expect(summarize([prompt('p', null, 'x', { timestamp: '2026-03-01T09:00:00' })]).timeSuspect).toBe(true);
  });

  it.each([[''], ['yesterday'], ['2026-02-30T09:00:00Z'], [7], [undefined], [null], [{}]])(
    'is suspect when a message says %j',
    (timestamp) => {
      const records = [...exchange(1), prompt('q', 'a0', 'Sow peas', { timestamp })];
      expect(summarize(records)).toMatchObject({ timeSuspect: true, updatedAt: '2026-03-01T09:00:00.000Z' });
    },
  );

  it('is not suspect because metadata has no time', () => {
    expect(summarize([...exchange(1), { type: 'summary', summary: 'Beds', leafUuid: 'a0' }]).timeSuspect).toBe(false);
  });

  it('reads a message that is a bare text or list, and content beside a missing message', () => {
    const bare = [
      { ...prompt('p', null, ''), message: 'Sow the beds' },
      { ...answer('a', 'p', ''), message: 'Sown' },
      { ...prompt('q', 'a', ''), message: ['Water them'] },
      { ...prompt('r', 'q', ''), message: undefined, content: 'And peas' },
    ];
    expect(summarize(bare)).toMatchObject({ title: 'Sow the beds', counts: { prompts: 3, answers: 1 } });
  });

  it('take the first folder and branch, all folders, and the last mode', () => {
    const summary = summarize([
      prompt('p', null, 'x', { permissionMode: 'default' }),
      prompt('q', 'p', 'y', { cwd: '/home/ada/orchard', gitBranch: 'pears' }),
      { type: 'permission-mode', permissionMode: 'plan', sessionId: SESSION },
    ]);
    expect(summary).toMatchObject({
      cwd: '/home/ada/seed-shop',
      cwds: ['/home/ada/seed-shop', '/home/ada/orchard'],
      branch: 'main',
      mode: 'plan',
    });
  });

  it('know a run of the SDK', () => {
    expect(summarize([prompt('p', null, 'x', { entrypoint: 'sdk-py' })]).headless).toBe(true);
    expect(summarize([prompt('p', null, 'x', { entrypoint: 'cli' })]).headless).toBe(false);
  });

  it('are unknown, not invented, where records carry nothing', () => {
    const summary = summarize([
      { type: 'user', message: { content: 'Sow' } },
      { type: 'assistant', message: null },
    ]);
    expect(summary).toMatchObject({
      startedAt: null,
      plausibleAt: null,
      cwd: null,
      branch: null,
      mode: null,
      models: [],
      counts: { prompts: 1, answers: 1 },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { claudeEvents } from '../../../src/importers/claude-code/events-of.ts';
import { answer, base, call, exchange, type Fields, keep, prompt, result } from '../support/claude-records.ts';

const events = (records: readonly Fields[]) => [...claudeEvents(keep(records))];
const named = (records: readonly Fields[]) => events(records).map(({ type, key }) => `${type} ${key}`);

describe('events derived from a Claude Code transcript', () => {
  it('are keyed by the native ids of prompts and calls', () => {
    const records = [
      prompt('p', null, 'Look'),
      answer('a', 'p', [call('t1'), call('t2', 'Bash', { command: 'ls' })]),
      prompt('r', 'a', [result('t1'), result('t2', 'no', { is_error: true })], { toolUseResult: { durationMs: 12 } }),
    ];
    expect(named(records)).toEqual([
      'prompt.submitted p',
      'tool.requested t1',
      'tool.requested t2',
      'tool.completed t1',
      'tool.failed t2',
    ]);
    expect(events(records)[1]).toEqual({
      type: 'tool.requested',
      key: 't1',
      at: '2026-03-01T09:00:00.000Z',
      messageId: 'a',
      line: 2,
      data: { callId: 't1', name: 'Read', paths: ['/home/ada/seed-shop/beds.ts'], access: 'read', messageId: 'a' },
    });
    expect(events(records)[3]?.data).toEqual({ callId: 't1', name: 'Read', durationMs: 12, messageId: 'r' });
  });

  it('are one fact each, however often a record is repeated', () => {
    const records = [...exchange(1), answer('b', 'p0', [call('t')]), answer('c', 'b', [call('t')])];
    expect(named([...records, ...records])).toEqual(named(records));
  });

  it('tell of subagents, compactions, errors, interruptions and changes of model', () => {
    expect(
      named([
        answer('a', null, [call('t', 'Task', { subagent_type: 'counter', prompt: 'Count' })]),
        prompt('r', 'a', [result('t')], { toolUseResult: { agentId: '7c', totalTokens: 9 } }),
        base('system', 'c', null, { subtype: 'compact_boundary', compactMetadata: { trigger: 'manual' } }),
        prompt('s', 'c', 'Continued', { isCompactSummary: true }),
        answer('b', 's', 'Hello', { model: 'claude-crocus' }),
        base('system', 'e', 'b', { subtype: 'api_error', error: { status: 529 } }),
        prompt('i', 'e', '[Request interrupted by user]'),
      ]),
    ).toEqual([
      'tool.requested t',
      'subagent.started t',
      'tool.completed t',
      'subagent.completed t',
      'session.compacted c',
      'model.changed b',
      'error.recorded e',
      'run.interrupted i',
    ]);
  });

  it('leave sidechains out, but not in a subagent’s own file', () => {
    const side = exchange(1).map((record) => ({ ...record, isSidechain: true }));
    expect(named(side)).toEqual(['prompt.submitted p0']);
    expect(named([prompt('p', null, 'Sow'), ...side])).toEqual(['prompt.submitted p']);
  });
});

import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../src/domain/conversation.ts';
import { filesTouched } from '../../../src/domain/files-touched.ts';
import { foldTurns } from '../../../src/domain/turns.ts';
import { gjcImporter } from '../../../src/importers/pi/gjc-importer.ts';
import { piImporter } from '../../../src/importers/pi/pi-importer.ts';
import type { IsoTime } from '../../../src/kernel/ids.ts';
import type { Fields } from '../support/claude-records.ts';
import { keepGenerations } from '../support/keep.ts';
import { answer, ask, at, call, entry, header, keep, message, result } from '../support/pi-records.ts';

const AS_OF = '2026-03-02T00:00:00.000Z' as IsoTime;
const normalize = (records: readonly Fields[]): Conversation => piImporter.normalize(keep(records));
const summarize = (records: readonly Fields[]) => piImporter.summarize(keep(records), { asOf: AS_OF });
const events = (records: readonly Fields[]) => [...gjcImporter.eventsOf(keep(records))];
const prompts = (records: readonly Fields[]) => foldTurns(normalize(records)).map(({ prompt }) => prompt);
const notices = (records: readonly Fields[]) =>
  normalize(records).messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'notice' ? [[block.kind, block.text]] : [])),
  );

const CHAT = [header(), ask('a1', null, 'Sow the peas'), answer('a2', 'a1', 'Sown')];

describe('a conversation of the pi family', () => {
  it('is a tree, and stands where its newest turn is, not where its last entry is', () => {
    const records = [
      ...CHAT,
      ask('a3', 'a2', 'Water them'),
      answer('a4', 'a3', 'Watered'),
      entry('branch_summary', 'a5', 'a1', { fromId: 'a4', summary: 'peas were watered' }),
      entry('label', 'a6', 'a5', { targetId: 'a1', label: 'start' }),
    ];
    const conversation = normalize(records);
    expect(conversation.activePath).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(conversation.branches.map(({ leaf, active, forkedFrom }) => [leaf, active, forkedFrom])).toEqual([
      ['a4', true, null],
      ['a6', false, 'a1'],
    ]);
    expect(notices(records)).toEqual([
      ['branch-summary', 'peas were watered'],
      ['label', 'start (a1)'],
    ]);
  });

  it('goes on from an entry that is no message', () => {
    const records = [header(), entry('model_change', 'a1', null, { modelId: 'm' }), ask('a2', 'a1', 'Sow')];
    expect(normalize(records).messages).toMatchObject([{ id: 'a2', parentId: null }]);
  });

  it('has its ids from the entries that its file still holds, whatever an older one held under them', () => {
    const older = [header(), ask('a1', null, 'Sow the beans'), answer('a2', 'a1', 'Which?')];
    const kept = keepGenerations(piImporter, older, [header(), { ...ask('a1', null, 'Sow'), timestamp: at(50) }]);
    const { messages, activePath } = piImporter.normalize(kept);
    expect(messages.filter(({ kind }) => kind === 'prompt')).toMatchObject([{ id: 'a1', line: 5 }]);
    expect(activePath).toEqual(['a1']);
    expect(piImporter.summarize(kept, { asOf: AS_OF }).counts).toMatchObject({ prompts: 1, answers: 1 });
  });

  it('is a chain where entries have no ids, or name no parents', () => {
    const strip = (record: Fields): Fields => ({ ...record, id: undefined, parentId: undefined });
    const bare = JSON.parse(JSON.stringify([CHAT[0], ...CHAT.slice(1).map(strip)])) as Fields[];
    expect(normalize(bare).activePath).toEqual(['line:2', 'line:3']);
    const parentless = CHAT.map(({ parentId: _, ...rest }) => rest);
    expect(normalize(parentless).activePath).toEqual(['a1', 'a2']);
  });

  it('takes a call for the entry that holds it, and the header for the root', () => {
    const records = [
      header({ id: 'garden' }),
      ask('a1', 'garden', 'Dig'),
      answer('a2', 'a1', [call('dig-1', 'bash', { command: 'dig' })]),
      result('a3', 'dig-1', 'dig-1'),
    ];
    const conversation = normalize(records);
    expect(conversation.activePath).toEqual(['a1', 'a2', 'a3']);
    expect(conversation.repairs).toEqual([]);
  });

  it('goes on over a lost entry, and keeps the first of two with one id', () => {
    const orphan = normalize([...CHAT, ask('a4', 'gone', 'Dig')]);
    expect(orphan.activePath).toEqual(['a1', 'a2', 'a4']);
    const twice = normalize([...CHAT, CHAT[2] as Fields, answer('a2', 'a1', 'Something else')]);
    expect([...orphan.repairs, ...twice.repairs].map(({ code }) => code)).toEqual(['dangling-parent', 'duplicate-id']);
    expect(summarize([...CHAT, CHAT[2] as Fields]).counts.answers).toBe(1);
  });

  it('goes on behind a compaction', () => {
    const compaction = entry('compaction', 'a3', 'a2', { summary: 'peas were sown', tokensBefore: 400 });
    const records = [...CHAT, compaction, ask('a4', 'a3', 'Go on')];
    const conversation = normalize(records);
    expect(conversation.activePath).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(conversation.compactions).toEqual([{ id: 'a3', at: at(3), preTokens: 400, summaryMessageId: 'a3' }]);
    expect(summarize(records).counts.compactions).toBe(1);
  });

  it('shows what a person ran beside it, and what was injected, as no turn', () => {
    const shell = message('a3', 'a2', { role: 'bashExecution', command: 'ls', output: 'beds', exitCode: 2 });
    const hook = message('a4', 'a3', { role: 'hookMessage', customType: 'weather', content: 'rain' });
    const shown = entry('custom_message', 'a5', 'a4', { customType: 'tip', content: 'use a spade', display: true });
    expect(prompts([...CHAT, shell, hook, shown])).toEqual(['Sow the peas']);
    expect(notices([...CHAT, shell, hook, shown])).toEqual([
      ['shell', '$ ls (exit 2)'],
      ['weather', 'rain'],
      ['tip', 'use a spade'],
    ]);
  });

  it('knows files that were read from files that were edited', () => {
    const calls = [
      call('c1', 'read', { path: 'beds.ts' }),
      call('c2', 'edit', { path: 'beds.ts', oldText: 'a', newText: 'b' }),
      call('c3', 'write', { path: 'new.ts', content: '' }),
      call('c4', 'bash', { command: 'cat other.ts' }),
    ];
    expect(filesTouched(normalize([header(), ask('a1', null, 'Dig'), answer('a2', 'a1', calls)]).messages)).toEqual([
      { path: 'beds.ts', reads: 1, edits: 1 },
      { path: 'new.ts', reads: 0, edits: 1 },
    ]);
  });

  it('marks thinking that was taken out, and drops signatures of what redaction touched', () => {
    const content = [
      { type: 'thinking', thinking: 'rows', thinkingSignature: 'sig' },
      { type: 'thinking', thinking: '', thinkingSignature: 'sig', redacted: true },
    ];
    const [first, second] = keep([header(), answer('a2', null, content)]);
    if (first === undefined || second === undefined) throw new Error('two records');
    const subs = [{ pointer: '/message/content/0/thinking', kind: 'redacted', rules: ['x'] }] as const;
    const blocks = (kept: typeof second) => piImporter.normalize([first, kept]).messages[0]?.content;
    expect(blocks(second)).toMatchObject([{ text: 'rows', signature: 'sig' }, { encrypted: true }]);
    expect(blocks({ ...second, subs })?.[0]).toEqual({ type: 'thinking', text: 'rows' });
  });
});

describe('figures of the pi family', () => {
  it('count every entry of every branch once', () => {
    const records = [
      ...CHAT,
      ask('a3', 'a1', 'Other'),
      answer('a4', 'a3', [call('c1', 'bash', {})], { stopReason: 'error', errorMessage: 'no rain' }),
      result('a5', 'a4', 'c1', { isError: true }),
    ];
    expect(summarize(records)).toMatchObject({
      counts: { prompts: 2, answers: 2, toolCalls: 1, toolErrors: 1, errors: 1, sidechain: 0 },
      tokens: { input: 20, output: 10, cacheRead: 4, cacheWrite: 2, inputIncludesCache: false },
      models: ['tulip-5'],
      startedAt: at(0),
      updatedAt: at(5),
    });
  });

  it('come from typed events too', () => {
    const records = [
      ...CHAT,
      answer('a3', 'a2', [call('c1', 'task', {})], { model: 'rose-6' }),
      result('a4', 'a3', 'c1'),
      answer('a5', 'a4', [], { stopReason: 'aborted' }),
    ];
    expect(events(records).map(({ type, key }) => `${type} ${key}`)).toEqual([
      'prompt.submitted a1',
      'model.changed a3',
      'tool.requested c1',
      'subagent.started c1',
      'tool.completed c1',
      'subagent.completed c1',
      'model.changed a5',
      'run.interrupted a5',
    ]);
  });

  it('take the settings that came last', () => {
    const records = [
      ...CHAT,
      entry('model_change', 'a3', 'a2', { model: 'acme/garden/rose-6' }),
      entry('thinking_level_change', 'a4', 'a3', { thinkingLevel: 'high' }),
      entry('mode_change', 'a5', 'a4', { mode: 'plan' }),
    ];
    expect(summarize(records)).toMatchObject({ effort: 'high', mode: 'plan', models: ['tulip-5', 'garden/rose-6'] });
  });

  it('prefer a name that a person gave', () => {
    const title = { type: 'title', title: 'Made up', source: 'auto' };
    expect(summarize([title, ...CHAT])).toMatchObject({ title: 'Made up', titleSource: 'ai' });
    const named = entry('session_info', 'a3', 'a2', { name: 'My beds' });
    expect(summarize([title, ...CHAT, named])).toMatchObject({ title: 'My beds', titleSource: 'custom' });
    expect(summarize([header({ title: 'Beds', titleSource: 'user' }), ...CHAT.slice(1)]).titleSource).toBe('custom');
    expect(summarize(CHAT)).toMatchObject({ title: 'Sow the peas', titleSource: 'prompt' });
  });
});

describe('patches of version 4', () => {
  const patch = (id: string, more: Fields): Fields => ({ type: 'entry_patch', id, timestamp: at(9), ...more });
  const changed = { role: 'assistant', content: [call('c9', 'read', { path: 'x' })], usage: { input: 1, output: 1 } };

  it.each([
    ['beside its target', { targetId: 'a2', message: changed }],
    ['inside a patch', { entryId: 'a2', patch: { message: changed } }],
    ['as the patch itself', { targetId: 'a2', patch: changed }],
  ])('replace a message that stands %s', (_where, more) => {
    const records = [header({ version: 4 }), ...CHAT.slice(1), patch('a9', more)];
    expect(normalize(records).messages.at(-1)?.content).toMatchObject([{ type: 'toolCall', id: 'c9' }]);
    expect(summarize(records)).toMatchObject({ counts: { answers: 1, toolCalls: 1 }, tokens: { input: 1 } });
  });

  it('that bring nothing or name nothing change nothing', () => {
    const records = [...CHAT, patch('a8', { targetId: 'a2' }), patch('a9', { targetId: 'nowhere', message: changed })];
    expect(normalize(records).messages).toEqual(normalize(CHAT).messages);
    expect(summarize(records).counts).toEqual(summarize(CHAT).counts);
  });

  it('replace fields of the header', () => {
    const records = [
      ...CHAT,
      { type: 'header_patch', timestamp: at(8), patch: { title: 'Beds', titleSource: 'user' } },
    ];
    expect(summarize(records)).toMatchObject({ title: 'Beds', titleSource: 'custom' });
  });
});

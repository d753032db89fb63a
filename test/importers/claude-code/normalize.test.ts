import { describe, expect, it } from 'vitest';
import type { KeptRecord } from '../../../src/app/ports/transcripts.ts';
import type { Conversation } from '../../../src/domain/conversation.ts';
import { foldTurns } from '../../../src/domain/turns.ts';
import { normalizeClaude } from '../../../src/importers/claude-code/normalize.ts';
import { answer, base, call, exchange, type Fields, keep, prompt, result } from '../support/claude-records.ts';

const normalize = (records: readonly Fields[]) => normalizeClaude(keep(records));
const repairs = (conversation: Conversation) => conversation.repairs.map(({ code }) => code);
const message = (conversation: Conversation, id: string) => conversation.messages.find((found) => found.id === id);

describe('a Claude Code conversation', () => {
  it('is the chain of its prompts and answers', () => {
    const conversation = normalize(exchange(3));
    expect(conversation.activePath).toEqual(['p0', 'a0', 'p1', 'a1', 'p2', 'a2']);
    expect(conversation.branches).toHaveLength(1);
    expect(conversation.repairs).toEqual([]);
  });

  it('links messages across records that are no message', () => {
    const hook = base('progress', 'h', 'p0', { data: { type: 'hook_progress' } });
    expect(message(normalize([prompt('p0', null, 'Sow'), hook, answer('a0', 'h', 'Sown')]), 'a0')?.parentId).toBe('p0');
  });

  it('ends at the newest turn, not at an exit marker written last on an old branch', () => {
    const exit = base('system', 'late-exit', 'p1', { message: { role: 'system', content: 'exit' } });
    const conversation = normalize([...exchange(6), exit]);
    expect(conversation.activePath.at(-1)).toBe('a5');
    expect(foldTurns(conversation)[1]?.notices).toEqual([{ id: 'late-exit', kind: 'system', text: 'exit' }]);
    expect(conversation.branches).toMatchObject([
      { leaf: 'a5', active: true },
      { leaf: 'late-exit', forkedFrom: 'p1' },
    ]);
  });

  it('keeps an abandoned attempt as a branch', () => {
    const conversation = normalize([
      ...exchange(2),
      prompt('q', 'a0', 'Sow peas instead'),
      answer('b', 'q', 'Peas sown'),
    ]);
    expect(conversation.activePath).toEqual(['p0', 'a0', 'q', 'b']);
    expect(conversation.branches[1]).toMatchObject({ leaf: 'a1', active: false, forkedFrom: 'a0', messages: 2 });
  });

  it('follows the branch that the agent itself names last, when it is there', () => {
    const records = [...exchange(2), prompt('q', 'a0', 'peas'), answer('b', 'q', 'done')];
    expect(normalize([...records, { type: 'last-prompt', leafUuid: 'p1' }]).activePath.at(-1)).toBe('a1');
    expect(normalize([...records, { type: 'last-prompt', leafUuid: 'elsewhere' }]).activePath.at(-1)).toBe('b');
    expect(
      normalize([...exchange(2), { type: 'last-prompt', leafUuid: 'p1' }, ...records.slice(4)]).activePath.at(-1),
    ).toBe('b');
  });

  it('keeps the results of parallel calls on its path', () => {
    const conversation = normalize([
      prompt('p', null, 'Look'),
      answer('x', 'p', [call('c1')], { id: 'm' }),
      answer('y', 'x', [call('c2')], { id: 'm' }),
      prompt('r1', 'x', [result('c1')]),
      prompt('r2', 'y', [result('c2')]),
      answer('z', 'r1', 'Seen'),
    ]);
    expect(conversation.activePath).toEqual(['p', 'x', 'y', 'r1', 'r2', 'z']);
    expect(conversation.branches).toHaveLength(1);
  });

  it('takes the order of records where none names a parent', () => {
    const bare = exchange(2).map(({ parentUuid: _, uuid: __, ...rest }) => rest);
    expect(normalize(bare).activePath).toEqual(['line:1', 'line:2', 'line:3', 'line:4']);
    const rootless = exchange(2).map((record) => ({ ...record, parentUuid: null }));
    expect(normalize(rootless).activePath).toEqual(['p0', 'a0', 'p1', 'a1']);
  });

  it('goes on over a lost record, and says so', () => {
    const records = exchange(4).filter(({ uuid }) => uuid !== 'a1');
    const conversation = normalize(records);
    expect(conversation.activePath).toEqual(['p0', 'a0', 'p1', 'p2', 'a2', 'p3', 'a3']);
    expect(repairs(conversation)).toEqual(['dangling-parent']);
  });

  it('is joined across compactions, also where a summary’s parent is unknown', () => {
    const later = (record: Fields, parentUuid: string) => ({ ...record, uuid: `${record['uuid']}-2`, parentUuid });
    const [p, a] = exchange(1) as [Fields, Fields];
    const conversation = normalize([
      ...exchange(3),
      base('system', 'c1', null, {
        subtype: 'compact_boundary',
        logicalParentUuid: 'a2',
        compactMetadata: { trigger: 'auto', preTokens: 900 },
      }),
      prompt('s1', 'only-in-memory', 'Summary one', { isCompactSummary: true }),
      later(p, 's1'),
      later(a, 'p0-2'),
      base('system', 'c2', null, { subtype: 'compact_boundary' }),
      prompt('s2', 'c2', 'Summary two', { isCompactSummary: true }),
      prompt('z', 's2', 'And now?'),
    ]);
    expect(conversation.activePath).toEqual([
      'p0',
      'a0',
      'p1',
      'a1',
      'p2',
      'a2',
      'c1',
      's1',
      'p0-2',
      'a0-2',
      'c2',
      's2',
      'z',
    ]);
    expect(conversation.compactions).toMatchObject([
      { id: 'c1', trigger: 'auto', preTokens: 900, summaryMessageId: 's1' },
      { id: 'c2', summaryMessageId: 's2' },
    ]);
    expect(repairs(conversation)).toEqual(['joined-compaction', 'joined-compaction', 'joined-compaction']);
  });

  it('cuts parents that run in a circle', () => {
    const conversation = normalize([prompt('p', 'a', 'Sow'), answer('a', 'p', 'Sown')]);
    expect(conversation.messages).toHaveLength(2);
    expect(repairs(conversation)).toEqual(['cycle']);
  });

  it('leaves sidechains off its path, and takes them for the conversation in a subagent’s own file', () => {
    const side = (record: Fields) => ({ ...record, uuid: `s-${record['uuid']}`, parentUuid: null, isSidechain: true });
    const conversation = normalize([...exchange(1), ...exchange(1).map(side)]);
    expect(conversation.activePath).toEqual(['p0', 'a0']);
    expect(message(conversation, 's-p0')?.sidechain).toBe(true);
    expect(normalize(exchange(1).map(side)).activePath).toEqual(['s-p0', 's-a0']);
  });
});

describe('records that share an id', () => {
  it('count once when they are the same', () => {
    const conversation = normalize([...exchange(1), ...exchange(1)]);
    expect(conversation.messages).toHaveLength(2);
    expect(conversation.repairs).toEqual([]);
  });

  it('are reported when they differ: the first counts, the other stays reachable', () => {
    const conversation = normalize([...exchange(2), prompt('p1', 'a0', 'Other words')]);
    expect(message(conversation, 'p1')?.content).toEqual([{ type: 'text', text: 'Sow bed 1' }]);
    expect(message(conversation, 'line:5')).toMatchObject({
      kind: 'notice',
      content: [{ kind: 'duplicate', text: 'Other words' }],
    });
    expect(conversation.activePath).toEqual(['p0', 'a0', 'p1', 'a1']);
    expect(conversation.repairs).toMatchObject([{ code: 'duplicate-id', line: 5, messageId: 'p1' }]);
  });

  it('do not disturb a message when one is a snapshot or a hook’s progress', () => {
    const records = exchange(2);
    const snapshot = { type: 'file-history-snapshot', messageId: 'p1', snapshot: { messageId: 'p1' } };
    const progress = base('progress', 'p1', 'a0', { data: {} });
    const conversation = normalize([...records.slice(0, 2), snapshot, progress, ...records.slice(2)]);
    expect(conversation.activePath).toEqual(['p0', 'a0', 'p1', 'a1']);
  });

  it('let the record of the newest generation stand for those it replaced', () => {
    const kept = keep([...exchange(1), prompt('p0', null, 'Sow bed 0, redacted')]).map(
      (record): KeptRecord => ({
        ...record,
        current: record.n !== 1,
      }),
    );
    const conversation = normalizeClaude(kept);
    expect(message(conversation, 'p0')?.content).toEqual([{ type: 'text', text: 'Sow bed 0, redacted' }]);
    expect(conversation.repairs).toEqual([]);
  });
});

describe('tools of a Claude Code conversation', () => {
  const interrupted = [
    prompt('p', null, 'Look'),
    answer('a', 'p', [call('t1'), call('t2', 'Edit')]),
    prompt('r', 'a', [result('t1', 'no such file', { is_error: true })]),
    answer('b', 'r', 'Stopped'),
    prompt('o', 'b', [result('t9')]),
    prompt('q', 'o', 'Go on'),
  ];

  it('end in an error or an interruption, as recorded', () => {
    const BEDS = '/home/ada/seed-shop/beds.ts';
    const [turn] = foldTurns(normalize(interrupted));
    expect(turn?.toolCalls).toEqual([
      { id: 't1', name: 'Read', status: 'error', paths: [BEDS], about: BEDS },
      { id: 't2', name: 'Edit', status: 'interrupted', paths: [BEDS], about: BEDS },
    ]);
  });

  it('are repaired in the open: a call without result, a result without call', () => {
    expect(normalize(interrupted).repairs).toMatchObject([
      { code: 'interrupted-tool', messageId: 'a' },
      { code: 'orphan-result', messageId: 'o' },
    ]);
  });
});

describe('content of a Claude Code message', () => {
  it('is what was typed; what the harness added stands apart', () => {
    const conversation = normalize([prompt('p', null, 'Sow<system-reminder>be brief</system-reminder> now')]);
    expect(message(conversation, 'p')?.content).toEqual([
      { type: 'text', text: 'Sow now' },
      { type: 'notice', kind: 'injected', text: '<system-reminder>be brief</system-reminder>' },
    ]);
    const slash =
      '<command-message>plan</command-message>\n<command-name>/plan</command-name>\n<command-args>beds</command-args>';
    expect(message(normalize([prompt('p', null, slash)]), 'p')).toMatchObject({
      promptKind: 'slash',
      content: [{ text: '/plan beds' }],
    });
  });

  it('names images kept as blobs, and drops the signature of thinking that redaction touched', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'blob' } };
    const thinking = { type: 'thinking', thinking: '[redacted:key:x]', signature: 'sig' };
    const [first, second] = keep([prompt('p', null, [image]), answer('a', 'p', [thinking, thinking])]);
    const conversation = normalizeClaude([
      {
        ...(first as KeptRecord),
        subs: [{ pointer: '/message/content/0/source/data', kind: 'blob', sha256: 'ab12', bytes: 9 }],
      },
      {
        ...(second as KeptRecord),
        subs: [{ pointer: '/message/content/1/thinking', kind: 'redacted', rules: ['key'] }],
      },
    ]);
    expect(message(conversation, 'p')?.content).toEqual([{ type: 'image', mediaType: 'image/png', blob: 'ab12' }]);
    const [kept, dropped] = message(conversation, 'a')?.content ?? [];
    expect(kept).toHaveProperty('signature', 'sig');
    expect(dropped).not.toHaveProperty('signature');
  });

  it('carries the usage of an API message once', () => {
    const usage = (output_tokens: number) => ({ input_tokens: 1, output_tokens });
    const { messages } = normalize([
      prompt('p', null, 'Sow'),
      answer('a1', 'p', 'So', { id: 'm', usage: usage(1) }),
      answer('a2', 'a1', 'wn', { id: 'm', usage: usage(7) }),
      answer('a2', 'a1', 'wn', { id: 'm', usage: usage(9) }),
    ]);
    expect(messages.map(({ usage: figures }) => figures?.output)).toEqual([undefined, undefined, 9]);
  });

  it('says what was queued while the model worked, inside the running turn', () => {
    const queued = base('attachment', 'q', 'p0', {
      attachment: { type: 'queued_command', prompt: 'and water them', commandMode: 'prompt' },
    });
    const turns = foldTurns(normalize([prompt('p0', null, 'Sow'), queued, answer('a0', 'q', 'Done')]));
    expect(turns).toHaveLength(1);
    expect(turns[0]?.notices).toEqual([{ id: 'q', kind: 'queued-prompt', text: 'and water them' }]);
  });

  it('marks what a parent session already held', () => {
    const { messages } = normalizeClaude(keep(exchange(2)), { inheritedRecords: 2 });
    expect(messages.map(({ inherited }) => inherited === true)).toEqual([true, true, false, false]);
  });

  it('says that a source line held several records, and that a kept line is damaged', () => {
    const glued = keep(exchange(1)).map((record) => ({ ...record, sourceLine: 1 }));
    expect(repairs(normalizeClaude([...glued, { damage: 'not-json', offset: 9, length: 4 }]))).toEqual([
      'glued-line',
      'malformed-line',
    ]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'error'],
    ['a list', [{ type: 'text' }]],
    [
      'odd content',
      {
        content: [
          'text',
          7,
          null,
          { type: 'novel' },
          { type: 'tool_use' },
          { type: 'tool_result' },
          { type: 'text', text: 9 },
        ],
      },
    ],
  ])('survives a message that is %s', (_, odd) => {
    const conversation = normalize([
      { type: 'user', message: odd },
      { type: 'assistant', message: odd },
      ...exchange(1),
    ]);
    expect(conversation.messages).toHaveLength(4);
  });
});

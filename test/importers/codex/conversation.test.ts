import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../src/domain/conversation.ts';
import { filesTouched } from '../../../src/domain/files-touched.ts';
import { foldTurns } from '../../../src/domain/turns.ts';
import { codexEvents } from '../../../src/importers/codex/events-of.ts';
import { normalizeCodex } from '../../../src/importers/codex/normalize.ts';
import { summarizeCodex } from '../../../src/importers/codex/summarize.ts';
import type { IsoTime } from '../../../src/kernel/ids.ts';
import type { Fields } from '../support/claude-records.ts';
import {
  call,
  context,
  counted,
  event,
  header,
  item,
  keep,
  line,
  output,
  PARENT_THREAD,
  said,
  turn,
  turnId,
  typed,
} from '../support/codex-records.ts';

const AS_OF = '2026-03-02T00:00:00.000Z' as IsoTime;
const normalize = (records: readonly Fields[]): Conversation => normalizeCodex(keep(records));
const summarize = (records: readonly Fields[]) => summarizeCodex(keep(records), { asOf: AS_OF });
const events = (records: readonly Fields[]) => [...codexEvents(keep(records))];
const turns = (records: readonly Fields[]) =>
  foldTurns(normalize(records)).map(({ prompt, answer }) => [prompt, answer]);
const user = (text: string) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

describe('words that stand twice in a Codex file', () => {
  it('are one prompt and one answer', () => {
    const records = [header(), ...turn(1, 'Sow the peas', 'Sown')];
    expect(turns(records)).toEqual([['Sow the peas', 'Sown']]);
    expect(summarize(records).counts).toMatchObject({ prompts: 1, answers: 1 });
  });

  it('are one in either order', () => {
    const [asItem, asEvent] = typed('Sow the peas') as [Fields, Fields];
    expect(turns([header(), asEvent, asItem, ...said('Sown')])).toEqual([['Sow the peas', 'Sown']]);
  });

  it('tell a person from what the agent adds', () => {
    const added = [
      user('<environment_context>\n  <cwd>/home/ada</cwd>'),
      user('# AGENTS.md instructions\nsow in rows'),
    ];
    const reply = user('An answer that another thread sent');
    const records = [header(), ...added, ...typed('Sow the peas'), ...said('Sown'), reply, ...said('Read')];
    expect(turns(records)).toEqual([['Sow the peas', 'Sown\n\nRead']]);
    expect(summarize(records).counts.prompts).toBe(1);
    expect(normalize(records).messages.filter(({ kind }) => kind === 'meta')).toHaveLength(3);
  });

  it('are taken from the items where no event says who typed', () => {
    const records = [header(), user('<environment_context>x'), user('Sow the peas'), ...said('Sown').slice(1)];
    expect(turns(records)).toEqual([['Sow the peas', 'Sown']]);
    expect(summarize(records).counts).toMatchObject({ prompts: 1, answers: 1 });
  });

  it('are taken from the events where there is no item', () => {
    const records = [header(), ...typed('Sow the peas').slice(1), ...said('Sown').slice(0, 1)];
    expect(turns(records)).toEqual([['Sow the peas', 'Sown']]);
    expect(summarize(records).counts).toMatchObject({ prompts: 1, answers: 1 });
  });

  it("are nobody's where older versions mark the event as context", () => {
    const marked = event({ type: 'user_message', message: '<environment_context>x', kind: 'environment_context' });
    const records = [header(), user('<environment_context>x'), marked, ...typed('Sow the peas')];
    expect(turns(records)).toEqual([['Sow the peas', null]]);
    expect(summarize(records).counts.prompts).toBe(1);
  });

  it('leave out what an editor put before the request', () => {
    const text = '# Context from my IDE setup:\n\n## Open tabs:\n- beds.ts\n\n## My request for Codex:\nSow the peas';
    expect(turns([header(), ...typed(text)])).toEqual([['Sow the peas', null]]);
    expect(summarize([header(), ...typed(text)]).title).toBe('Sow the peas');
  });
});

describe('a turn that was taken back in Codex', () => {
  const records = [
    header(),
    ...turn(1, 'Sow the peas', 'Sown'),
    ...turn(2, 'Burn the shed', 'Burnt'),
    event({ type: 'thread_rolled_back', num_turns: 1 }, 190),
  ];

  it('leaves the active path and stays reachable', () => {
    const conversation = normalize([...records, ...turn(4, 'Water the peas', 'Watered')]);
    expect(foldTurns(conversation).map(({ prompt }) => prompt)).toEqual(['Sow the peas', 'Water the peas']);
    expect(conversation.branches).toHaveLength(2);
    expect(conversation.branches[1]).toMatchObject({ active: false, messages: 2 });
  });

  it('is not where the conversation stands, even if nothing came after', () => {
    expect(turns(records)).toEqual([['Sow the peas', 'Sown']]);
  });

  it('counts, since it was asked and answered', () => {
    expect(summarize(records).counts).toMatchObject({ prompts: 2, answers: 2 });
  });

  it('may be every turn there is, and more than that', () => {
    const all = [
      ...records,
      event({ type: 'thread_rolled_back', num_turns: 9 }, 200),
      ...turn(5, 'Start again', 'Yes'),
    ];
    expect(turns(all)).toEqual([['Start again', 'Yes']]);
  });
});

describe('tool calls of Codex', () => {
  it('fail by the exit status, wherever it is told', () => {
    const records = [
      header(),
      ...typed('Dig'),
      call('told', 'exec_command', { cmd: 'dig' }),
      output(
        'told',
        'Chunk ID: 1\nWall time: 0.5000 seconds\nProcess exited with code 2\nOutput:\nProcess exited with code 0',
      ),
      call('wrapped', 'shell', { command: ['bash', '-lc', 'dig'] }),
      output('wrapped', '{"output":"no spade","metadata":{"exit_code":1,"duration_seconds":1.5}}'),
      call('beside', 'exec_command', { cmd: 'dig' }),
      event({ type: 'exec_command_end', call_id: 'beside', exit_code: 3, duration: { secs: 1, nanos: 5e8 } }),
      output('beside', 'dug'),
      call('fine', 'exec_command', { cmd: 'dig' }),
      output('fine', 'Process exited with code 0\nOutput:\nerror: Process exited with code 9'),
      call('refused', 'exec_command', { cmd: 'dig' }),
      output('refused', 'exec_command failed for `dig`: denied'),
    ];
    expect(summarize(records).counts).toMatchObject({ toolCalls: 5, toolErrors: 4 });
    const ends = events(records).filter(({ type }) => type === 'tool.failed' || type === 'tool.completed');
    expect(ends.map(({ key, type, data }) => [key, type, data['exitStatus'], data['durationMs']])).toEqual([
      ['told', 'tool.failed', 2, 500],
      ['wrapped', 'tool.failed', 1, 1500],
      ['beside', 'tool.failed', 3, 1500],
      ['fine', 'tool.completed', 0, undefined],
      ['refused', 'tool.failed', undefined, undefined],
    ]);
  });

  it('name the files of a patch as edited, and what a command was', () => {
    const patch = '*** Begin Patch\n*** Update File: beds.ts\n@@\n+peas\n*** End Patch';
    const patched = item({ type: 'custom_tool_call', name: 'apply_patch', input: patch, call_id: 'p' });
    const records = [
      header(),
      ...typed('Dig'),
      patched,
      output('p', 'ok'),
      call('c', 'shell', { command: ['ls', '-a'] }),
    ];
    const conversation = normalize(records);
    expect(filesTouched(conversation.messages)).toEqual([{ path: 'beds.ts', reads: 0, edits: 1 }]);
    expect(foldTurns(conversation)[0]?.toolCalls).toMatchObject([
      { name: 'apply_patch', status: 'ok', about: 'beds.ts' },
      { name: 'shell', status: 'interrupted', about: 'ls -a' },
    ]);
  });

  it('end with the event where no result was written, and at once where the provider answers', () => {
    const search = item({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'peas' } });
    const ended = event({ type: 'exec_command_end', call_id: 'c', exit_code: 0, aggregated_output: 'dug' });
    const conversation = normalize([
      header(),
      ...typed('Dig'),
      search,
      call('c', 'exec_command', { cmd: 'dig' }),
      ended,
    ]);
    expect(foldTurns(conversation)[0]?.toolCalls).toMatchObject([
      { name: 'web_search', status: 'ok' },
      { name: 'exec_command', status: 'ok' },
    ]);
    expect(conversation.repairs).toEqual([]);
  });

  it('show images that a tool gave back', () => {
    const records = [
      header(),
      ...typed('Look'),
      call('v', 'view_image', { path: 'bed.png' }),
      output('v', [{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' }]),
    ];
    const result = normalize(records).messages.at(-1)?.content[0];
    expect(result).toMatchObject({ type: 'toolResult', content: [{ type: 'image', mediaType: 'image/png' }] });
  });
});

describe('what a Codex turn ran under', () => {
  it('is noted when it changes: approval, sandbox, model, effort', () => {
    const records = [
      header(),
      ...turn(1, 'Sow', 'Sown'),
      ...turn(2, 'Dig', 'Dug'),
      context(turnId(3), { approval_policy: 'never', sandbox_policy: { type: 'danger-full-access' }, model: 'rose-6' }),
      ...typed('Burn'),
      ...said('Burnt'),
    ];
    const policies = normalize(records).messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'notice' && block.kind === 'policy' ? [block.text] : [])),
    );
    expect(policies).toEqual([
      'approval: on-request; sandbox: workspace-write without network; model: tulip-5; effort: medium',
      'approval: never; sandbox: danger-full-access; model: rose-6; effort: medium',
    ]);
    expect(summarize(records)).toMatchObject({
      mode: 'never/danger-full-access',
      effort: 'medium',
      models: ['tulip-5', 'rose-6'],
      branch: 'spring',
      agentVersion: '0.128.0',
    });
    expect(events(records).filter(({ type }) => type === 'model.changed')).toMatchObject([
      { data: { from: 'tulip-5', to: 'rose-6', provider: 'acme' } },
    ]);
  });

  it('has the turn for a prompt id', () => {
    const prompts = events([header(), ...turn(1, 'Sow', 'Sown')]).filter(({ type }) => type === 'prompt.submitted');
    expect(prompts).toMatchObject([{ data: { promptId: turnId(1) } }]);
  });
});

describe('the figures of a Codex session', () => {
  it('are the last running total, and each answer has its own request once', () => {
    const records = [header(), ...typed('Sow'), ...said('Sown'), counted(100, 10), counted(100, 10), counted(300, 40)];
    expect(summarize(records).tokens).toEqual({
      input: 300,
      output: 40,
      cacheRead: 150,
      cacheWrite: null,
      inputIncludesCache: true,
    });
    const usages = normalize(records).messages.flatMap(({ usage }) => usage ?? []);
    expect(usages).toEqual([{ input: 100, output: 10, cacheRead: 50, cacheWrite: 0 }]);
  });

  it('are unknown where no total was written', () => {
    expect(summarize([header(), event({ type: 'token_count', info: null })]).tokens.input).toBeNull();
  });

  it('name errors, interruptions and compactions', () => {
    const records = [
      header(),
      ...typed('Sow'),
      event({ type: 'error', message: 'the beds are frozen' }),
      event({ type: 'turn_aborted', reason: 'interrupted' }),
      line('compacted', { message: 'peas were sown' }),
      event({ type: 'context_compacted' }),
      ...typed('Go on'),
    ];
    expect(summarize(records).counts).toMatchObject({ errors: 1, compactions: 1 });
    expect(events(records).map(({ type }) => type)).toEqual([
      'prompt.submitted',
      'error.recorded',
      'run.interrupted',
      'session.compacted',
      'prompt.submitted',
    ]);
    expect(normalize(records).compactions).toHaveLength(1);
    expect(normalize(records).activePath).toHaveLength(5);
  });

  it('take the title that the agent gave', () => {
    const named = event({ type: 'thread_name_updated', thread_name: 'Spring beds' });
    expect(summarize([header(), ...typed('Sow'), named])).toMatchObject({ title: 'Spring beds', titleSource: 'ai' });
  });
});

describe('a Codex fork', () => {
  const own = header({ forked_from_id: PARENT_THREAD });
  const replayed = [
    header({ id: PARENT_THREAD }),
    ...turn(-30, 'Sow the peas', 'Sown').map((record) => ({ ...record, timestamp: '2026-03-01T09:00:00.010Z' })),
  ];

  it('tells the history of its parent from its own turns', () => {
    const records = [own, ...replayed, ...turn(1, 'Dig instead', 'Dug')];
    expect(summarize(records).counts).toMatchObject({ prompts: 2, inherited: 1, answers: 2 });
    const inherited = normalize(records).messages.filter((message) => message.inherited === true);
    expect(inherited.map(({ kind }) => kind)).toEqual(['meta', 'prompt', 'answer']);
  });

  it('was not where its parent was', () => {
    const elsewhere = replayed.map((record: Fields) => {
      const payload = record['payload'] as Fields;
      return 'cwd' in payload ? { ...record, payload: { ...payload, cwd: '/home/ada/old-shop' } } : record;
    });
    expect(summarize([own, ...elsewhere, ...turn(1, 'Dig', 'Dug')]).cwds).toEqual(['/home/ada/seed-shop']);
  });

  it('is all history until it goes on', () => {
    expect(summarize([own, ...replayed]).counts).toMatchObject({ prompts: 1, inherited: 1 });
  });

  it('has only turns of its own where nothing was replayed', () => {
    expect(summarize([own, ...turn(1, 'Dig', 'Dug')]).counts).toMatchObject({ prompts: 1, inherited: 0 });
  });

  it('goes by the time of its records where turns have no telling ids', () => {
    const plain = [...replayed.slice(0, 1), ...typed('Sow the peas', 0), ...said('Sown', 0)];
    const records = [own, ...plain, ...typed('Dig instead', 60), ...said('Dug', 61)];
    expect(summarize(records).counts).toMatchObject({ prompts: 2, inherited: 1 });
  });
});

describe('a Codex file of before the envelope', () => {
  const legacy: readonly Fields[] = [
    { id: 'old-garden', timestamp: '2025-06-01T08:00:00.000Z', instructions: null, git: { branch: 'main' } },
    { record_type: 'state' },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: '<environment_context>\nCurrent working directory: /home/ada/seed-shop\n' },
      ],
    },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Sow the peas' }] },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'rows of peas' }], encrypted_content: 'xyz' },
    { type: 'function_call', name: 'shell', arguments: '{"command":["sow"]}', call_id: 'c1' },
    { type: 'function_call_output', call_id: 'c1', output: '{"output":"ok","metadata":{"exit_code":0}}' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sown' }] },
  ];

  it('is read like any other', () => {
    expect(turns(legacy)).toEqual([['Sow the peas', 'Sown']]);
    expect(summarize(legacy)).toMatchObject({
      counts: { prompts: 1, answers: 1, toolCalls: 1, toolErrors: 0 },
      cwd: '/home/ada/seed-shop',
      branch: 'main',
      startedAt: '2025-06-01T08:00:00.000Z',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { acpAgent } from '../../src/capture/acp-agent-name.ts';
import { AcpDialogue } from '../../src/capture/acp-dialogue.ts';
import { type DialogueFrame, FrameReader, frameHeader } from '../../src/kernel/dialogue-frames.ts';
import { fc } from '../support/properties.ts';

const open = (name = 'tide-agent', isNamed = false) => new AcpDialogue({ name, isNamed });

/** Says one thing after the other; what all of it told, as types of events. */
function say(
  dialogue: AcpDialogue,
  ...messages: readonly (readonly ['client' | 'agent', object])[]
): readonly string[] {
  return messages.flatMap(([from, message], index) =>
    dialogue
      .take(from, { jsonrpc: '2.0', ...message }, 1000 + index)
      .flatMap(({ reading }) => reading.facts.map(({ type }) => type)),
  );
}

const asks = (id: number, method: string, params: object) => ['client', { id, method, params }] as const;
const answers = (id: number, result: object) => ['agent', { id, result }] as const;
const updates = (update: object) =>
  ['agent', { method: 'session/update', params: { sessionId: 's', update } }] as const;
const begun = [asks(1, 'session/new', { cwd: '/pier' }), answers(1, { sessionId: 's' })] as const;
const prompts = (id: number, ...prompt: object[]) => asks(id, 'session/prompt', { sessionId: 's', prompt });
const text = (words: string) => ({ type: 'text', text: words });

describe('a dialogue of the Agent Client Protocol', () => {
  it('tells of models that were chosen, of errors, and of work that was not done', () => {
    const dialogue = open();
    const told = say(
      dialogue,
      ...begun,
      prompts(2, text('go')),
      answers(2, { stopReason: 'max_tokens' }),
      asks(3, 'session/set_model', { sessionId: 's', modelId: 'tide-2' }),
      answers(3, {}),
      asks(4, 'session/set_config_option', { sessionId: 's', configId: 'm', value: 'tide-3' }),
      answers(4, { configOptions: [{ id: 'm', category: 'model', currentValue: 'tide-3' }] }),
      prompts(5, text('on')),
      ['agent', { id: 5, error: { code: -32_000, message: 'sign in' } }],
      asks(6, 'session/close', { sessionId: 's' }),
      answers(6, {}),
    );
    expect(told).toEqual([
      'prompt.submitted',
      'error.recorded',
      'run.completed',
      'model.changed',
      'model.changed',
      'prompt.submitted',
      'error.recorded',
      'session.closed',
    ]);
    expect(dialogue.end(9, 'agent ended')).toEqual([]);
  });

  it('tells of a call once how it began and ended, however often and in whatever order its updates come', () => {
    const call = (status: string) => updates({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status });
    const told = say(open(), ...begun, ...['completed', 'in_progress', 'failed', 'completed'].map(call));
    expect(told).toEqual(['tool.requested', 'tool.completed']);
  });

  it('looks at the checkout after a call that ran commands, and after no other', () => {
    const dialogue = open();
    say(dialogue, ...begun);
    const shells = ['execute', 'edit'].map((kind, index) => {
      const update = { sessionUpdate: 'tool_call', toolCallId: `c${index}`, kind, status: 'completed' };
      const told = dialogue.take('agent', { jsonrpc: '2.0', ...updates(update)[1] }, 1).at(-1);
      return [told?.reading.moment, told?.reading.shell ?? false];
    });
    expect(shells).toEqual([
      ['tool', true],
      ['tool', false],
    ]);
  });

  it('keeps the last answer: what was said after the last call', () => {
    const chunk = (words: string) => updates({ sessionUpdate: 'agent_message_chunk', content: text(words) });
    const dialogue = open();
    say(dialogue, ...begun, prompts(2, text('go')), chunk('I '), chunk('look.'));
    say(dialogue, updates({ sessionUpdate: 'tool_call', toolCallId: 'c', status: 'completed' }), chunk('Done'));
    const [told] = dialogue.take('agent', { jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } }, 1);
    expect(told?.reading.facts).toMatchObject([{ type: 'run.completed', text: 'Done' }]);
  });

  it('marks a prompt with more than words, whose transcript will hold more than was typed', () => {
    const dialogue = open();
    say(dialogue, ...begun);
    const link = { type: 'resource_link', uri: 'file:///pier/tide.ts', name: 'tide.ts' };
    const [, told] = dialogue.take('client', { jsonrpc: '2.0', ...prompts(2, text('see'), link)[1] }, 1);
    expect(told?.reading.facts).toMatchObject([{ text: 'see', data: { kind: 'attached' } }]);
  });

  it('knows a fork by what it was made of', () => {
    const dialogue = open('gemini');
    say(dialogue, ...begun, prompts(2, text('go')), asks(3, 'session/fork', { sessionId: 's', cwd: '/pier' }));
    const [told] = dialogue.take('agent', { jsonrpc: '2.0', id: 3, result: { sessionId: 't' } }, 1);
    expect(told).toMatchObject({
      source: { agent: 'gemini', kind: 'acp' },
      reading: { nativeId: 't', parent: 's', parentKind: 'fork', moment: 'session-start' },
    });
  });

  it('knows agents by the name they give, or that a person gives', () => {
    const names = ['@zed-industries/claude-code-acp', 'codex-acp', 'gemini-cli', 'OpenCode', 'pi-acp', 'pirate'];
    expect(names.map((name) => acpAgent(name))).toEqual([
      { agent: 'claude-code', prefix: '' },
      { agent: 'codex', prefix: '' },
      { agent: 'gemini', prefix: '' },
      { agent: 'opencode', prefix: '' },
      { agent: 'pi', prefix: '' },
      { agent: 'acp', prefix: 'pirate:' },
    ]);
    const introduced = [asks(0, 'initialize', {}), answers(0, { agentInfo: { name: 'codex-acp' } })] as const;
    const [unnamed, named] = [open('npx'), open('goose', true)];
    for (const dialogue of [unnamed, named]) say(dialogue, ...introduced);
    expect([unnamed.source().agent, named.source().agent]).toEqual(['codex', 'goose']);
  });

  it('survives any message', () => {
    const methods = ['session/new', 'session/load', 'session/prompt', 'session/update', 'session/request_permission'];
    const values = fc.jsonValue({ maxDepth: 3 });
    const keys = ['sessionId', 'prompt', 'update', 'toolCall', 'options', 'outcome', 'content', 'entries', 'cwd'];
    const params = fc.dictionary(fc.constantFrom(...keys), fc.oneof(values, fc.constant('s')));
    const update = fc.record({
      sessionUpdate: fc.constantFrom('tool_call', 'tool_call_update', 'plan', 'agent_message_chunk'),
      toolCallId: fc.oneof(values, fc.constant('c')),
      status: fc.oneof(values, fc.constantFrom('completed', 'failed', 'in_progress')),
      content: values,
      locations: values,
      entries: values,
      rawInput: values,
    });
    const message = fc.oneof(
      values,
      fc.record({ id: values, method: fc.constantFrom(...methods), params: fc.oneof(values, params) }),
      fc.record({ id: fc.constantFrom(1, 2), result: fc.oneof(values, params), error: values }),
      fc.record({ method: fc.constant('session/update'), params: fc.record({ sessionId: fc.constant('s'), update }) }),
    );
    const spoken = fc.array(fc.tuple(fc.constantFrom('client' as const, 'agent' as const), message));
    fc.assert(
      fc.property(spoken, (all) => {
        const dialogue = open();
        say(dialogue, ...begun);
        for (const [from, one] of all) dialogue.take(from, one, 1);
        dialogue.end(2, 'agent ended');
      }),
    );
  });
});

describe('what is handed to a recorder', () => {
  const frame = fc.oneof(
    fc.record({
      kind: fc.constantFrom('client' as const, 'agent' as const),
      at: fc.nat(),
      bytes: fc.uint8Array({ maxLength: 300 }),
    }),
    fc.record({ kind: fc.constantFrom('gap' as const, 'end' as const), at: fc.nat() }),
  );

  it('comes out as it went in, however it was cut', () => {
    fc.assert(
      fc.property(fc.array(frame), fc.integer({ min: 1, max: 97 }), (frames: DialogueFrame[], size) => {
        const pieces = frames.flatMap((each) => [
          'bytes' in each ? [frameHeader(each), each.bytes] : [frameHeader(each)],
        ]);
        const bytes = Buffer.concat(pieces.flat());
        const reader = new FrameReader();
        const read: DialogueFrame[] = [];
        for (let at = 0; at < bytes.length; at += size) read.push(...reader.take(bytes.subarray(at, at + size)));
        const plain = (each: DialogueFrame) => ({ ...each, ...('bytes' in each ? { bytes: [...each.bytes] } : {}) });
        expect(read.map(plain)).toEqual(frames.map(plain));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { copilotCliImporter } from '../../../src/importers/copilot-cli/copilot-cli-importer.ts';
import { readAll } from '../support/keep.ts';
import { COPILOT_EVENTS, COPILOT_ID, copilotEvent } from './samples.ts';

const said = (...events: readonly (readonly [string, Readonly<Record<string, unknown>>])[]) => [
  ...COPILOT_EVENTS,
  ...events.map(([type, data], index) => copilotEvent(index + 20, type, data)),
];

describe('a log of the Copilot CLI', () => {
  it('tells where, on what branch and of which repository it began', () => {
    const gatherer = copilotCliImporter.identify();
    for (const event of COPILOT_EVENTS) gatherer.add(event);
    expect(gatherer.finish('/x/events.jsonl')).toMatchObject({
      nativeId: COPILOT_ID,
      cwd: '/home/ada/bakery',
      branch: 'main',
      repository: { branch: 'main', origin: 'github.com/ada/bakery' },
    });
  });

  it('is no session while nothing was said', () => {
    const gatherer = copilotCliImporter.identify();
    gatherer.add(COPILOT_EVENTS[0]);
    expect(gatherer.finish('/x/events.jsonl')).toBeUndefined();
  });

  it('is no session of messages whose document is not there', () => {
    const gatherer = copilotCliImporter.identify();
    gatherer.add({ role: 'user', content: 'Bake', created: 1772355600 });
    expect(gatherer.finish('/x/y.jsonl')).toBeUndefined();
  });

  it('shows what the person typed, not what was sent', () => {
    const { conversation } = readAll(copilotCliImporter, COPILOT_EVENTS);
    expect(JSON.stringify(conversation.messages)).not.toContain('<now/>');
  });

  it('shows a call once, whichever of its two records comes first, and pairs it with its result', () => {
    const [start, answer] = [COPILOT_EVENTS[3], COPILOT_EVENTS[2]];
    const events = [COPILOT_EVENTS[0], COPILOT_EVENTS[1], start, answer, ...COPILOT_EVENTS.slice(4)];
    for (const order of [COPILOT_EVENTS, events]) {
      const { conversation } = readAll(copilotCliImporter, order);
      const calls = conversation.messages.flatMap(({ content }) => content.filter(({ type }) => type === 'toolCall'));
      expect(calls).toHaveLength(1);
      expect(conversation.repairs).toEqual([]);
    }
  });

  it('counts and shows a call that no answer asks for', () => {
    const { conversation, summary } = readAll(
      copilotCliImporter,
      said(['tool.execution_start', { toolCallId: 'call-9', toolName: 'bash', arguments: { command: 'ls' } }]),
    );
    expect(summary.counts).toMatchObject({ toolCalls: 2, answers: 2 });
    expect(conversation.messages.at(-1)?.content).toMatchObject([{ type: 'toolCall', id: 'call-9', name: 'bash' }]);
  });

  it('counts failed runs, also of calls that it does not hold', () => {
    const { summary } = readAll(
      copilotCliImporter,
      said(['tool.execution_complete', { toolCallId: 'elsewhere', success: false, error: { message: 'no oven' } }]),
    );
    expect(summary.counts).toMatchObject({ toolCalls: 1, toolErrors: 1 });
  });

  it('sums the output of its answers, and takes all else from the end of the session', () => {
    const usage = { inputTokens: 900, outputTokens: 50, cacheReadTokens: 800, cacheWriteTokens: 20 };
    const end = ['session.shutdown', { modelMetrics: { 'baker-large': { usage } } }] as const;
    expect(readAll(copilotCliImporter, COPILOT_EVENTS).summary.tokens).toMatchObject({ input: null, output: 16 });
    expect(readAll(copilotCliImporter, said(end)).summary.tokens).toEqual({
      input: 900,
      output: 16,
      cacheRead: 800,
      cacheWrite: 20,
      inputIncludesCache: true,
    });
  });

  it('marks where history was cut, with the summary that took its place', () => {
    const { conversation, summary } = readAll(
      copilotCliImporter,
      said(
        ['session.compaction_complete', { success: true, preCompactionTokens: 5000, summaryContent: 'Loaf burns.' }],
        ['session.compaction_complete', { success: false, error: 'too busy' }],
      ),
    );
    expect(summary.counts).toMatchObject({ compactions: 1, errors: 1 });
    expect(conversation.compactions).toMatchObject([{ preTokens: 5000, summaryMessageId: 'event-20' }]);
  });

  it('keeps what a subagent does beside the thread', () => {
    const { conversation, summary } = readAll(
      copilotCliImporter,
      said(['assistant.message', { parentToolCallId: 'call-1', content: 'I looked.', toolRequests: [] }]),
    );
    expect(conversation.activePath).not.toContain('event-20');
    expect(summary.counts.sidechain).toBe(1);
  });

  it('takes turns back to the event that a rewind names', () => {
    const { conversation } = readAll(
      copilotCliImporter,
      said(['user.message', { content: 'Burn it.' }], ['session.snapshot_rewind', { upToEventId: 'event-20' }]),
    );
    expect(conversation.activePath).not.toContain('event-20');
    expect(conversation.branches).toHaveLength(2);
  });

  it('takes words that a skill put in for no prompt', () => {
    const { summary } = readAll(
      copilotCliImporter,
      said(['user.message', { content: 'Knead', source: 'skill-dough' }]),
    );
    expect(summary.counts.prompts).toBe(1);
  });

  it('tells apart events that share an id which is no id', () => {
    const nameless = { type: 'assistant.message', id: 'x', parentId: 'x', data: { content: 'Crumbs.' } };
    const { summary, conversation } = readAll(copilotCliImporter, [...COPILOT_EVENTS, nameless, nameless]);
    expect(summary.counts.answers).toBe(4);
    expect(new Set(conversation.messages.map(({ id }) => id)).size).toBe(conversation.messages.length);
  });

  it('counts an event that is not known here', () => {
    expect(copilotCliImporter.facts(copilotEvent(1, 'oven.preheated', {}))).toMatchObject({ known: false });
    expect(copilotCliImporter.facts(COPILOT_EVENTS[2])).toMatchObject({ known: true, key: 'event-2' });
  });
});

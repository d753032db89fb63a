import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImporterSample } from '../contract/importer-sample.ts';
import { COPILOT_ID, COPILOT_SAMPLES } from '../importers/copilot-cli/samples.ts';
import { CURSOR_ID, CURSOR_SAMPLES } from '../importers/cursor/samples.ts';
import { GEMINI_ID, GEMINI_SAMPLES } from '../importers/gemini/samples.ts';
import { answer, listAll, succeed } from './support/case-answers.ts';
import { journalLines } from './support/case-files.ts';
import { openSandbox, type Sandbox } from './support/case-sandbox.ts';
import { QUIET } from './support/fake-agents.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a hook tells, and when. */
type Call = readonly [at: string, payload: Fields];

interface Told {
  readonly word: string;
  readonly nativeId: string;
  readonly calls: readonly Call[];
  readonly write: (box: Sandbox) => string;
  readonly prompts: readonly string[];
  readonly tool: string;
}

const at = (time: string) => `2026-03-01T${time}Z`;

const gemini = (hook_event_name: string, time: string, more: Fields = {}): Call => [
  at(time),
  { hook_event_name, session_id: GEMINI_ID, cwd: '/tmp', timestamp: at(time), ...more },
];

const copilot = (hookEventName: string, time: string, more: Fields = {}): Call => [
  at(time),
  { hookEventName, sessionId: COPILOT_ID, cwd: '/tmp', timestamp: Date.parse(at(time)), ...more },
];

const cursor = (hook_event_name: string, time: string, more: Fields = {}): Call => [
  at(time),
  { hook_event_name, conversation_id: CURSOR_ID, generation_id: 'g1', workspace_roots: ['/tmp'], ...more },
];

const sample = (samples: readonly ImporterSample[], box: Sandbox) => samples[0]?.write(join(box.root, 'samples')) ?? '';

const GEMINI: Told = {
  word: 'gemini',
  nativeId: GEMINI_ID,
  write: (box) => sample(GEMINI_SAMPLES, box),
  prompts: ['Why does the pond leak?', 'And the rill?'],
  tool: 'read_file',
  calls: [
    gemini('SessionStart', '09:00:00.000', { source: 'startup' }),
    gemini('BeforeAgent', '09:01:00.200', { prompt: 'Why does the pond leak?' }),
    gemini('BeforeTool', '09:02:00.100', { tool_name: 'read_file', tool_input: { path: 'pond.ts' } }),
    gemini('AfterTool', '09:02:00.900', { tool_name: 'read_file', tool_input: { path: 'pond.ts' }, tool_response: {} }),
    gemini('AfterAgent', '09:02:01.000', { prompt_response: 'Looking.' }),
    gemini('BeforeAgent', '09:03:00.100', { prompt: 'And the rill?' }),
    gemini('AfterAgent', '09:03:02.000', { prompt_response: 'The rill is dry.' }),
    gemini('SessionEnd', '09:09:00.000', { reason: 'exit' }),
  ],
};

const view = {
  toolName: 'view',
  toolArgs: '{"path":"/home/ada/bakery/loaf.ts"}',
  toolResult: { resultType: 'success' },
};

function copilotTold(more: Fields): Told {
  return {
    word: 'copilot-cli',
    nativeId: COPILOT_ID,
    write: (box) => sample(COPILOT_SAMPLES, box),
    prompts: ['Why does the loaf burn?'],
    tool: 'view',
    calls: [
      copilot('sessionStart', '09:00:00.000', { source: 'new' }),
      copilot('userPromptSubmitted', '09:00:01.000', { prompt: 'Why does the loaf burn?' }),
      copilot('postToolUse', '09:00:04.100', { ...view, ...more }),
      copilot('sessionEnd', '09:00:05.500', { reason: 'complete' }),
    ],
  };
}

const CURSOR: Told = {
  word: 'cursor',
  nativeId: CURSOR_ID,
  write: (box) => sample(CURSOR_SAMPLES, box),
  prompts: ['Why does the loaf burn?'],
  tool: 'read_file',
  calls: [
    cursor('sessionStart', '09:00:00.000'),
    cursor('beforeSubmitPrompt', '09:00:00.100', { prompt: 'Why does the loaf burn?' }),
    cursor('postToolUse', '09:00:01.500', { tool_use_id: 'call-1', tool_name: 'read_file', tool_output: '{}' }),
    cursor('stop', '09:00:02.500'),
    cursor('sessionEnd', '09:00:03.000', { reason: 'done' }),
  ],
};

interface Entry {
  readonly type: string;
  readonly data: Fields;
}

const ENDS: readonly string[] = ['tool.completed', 'tool.failed'];

describe('a session that its hooks told and its transcript tells', () => {
  it.each([
    ['gemini, whose hooks name no call', GEMINI],
    ['copilot-cli, whose hooks name calls', copilotTold({ toolCallId: 'call-1' })],
    ['copilot-cli, whose hooks name no call', copilotTold({})],
    ['cursor', CURSOR],
  ])('is the same events, and no twins, after an import: %s', (_, { word, nativeId, calls, write, prompts, tool }) => {
    const box = openSandbox();
    for (const [now, payload] of calls) {
      const run = succeed(box, ['hook', word], {
        input: JSON.stringify(payload),
        env: { ...QUIET, LOOM_TEST_NOW: now },
      });
      expect([run.stdout, run.stderr]).toEqual(['', '']);
    }
    const live = answer<Entry[]>(box, ['sessions', 'timeline', nativeId]);
    const recorded = journalLines(box.store).length;
    const file = write(box);
    succeed(box, ['import', word, file, '--yes']);
    expect(journalLines(box.store).length).toBeGreaterThan(recorded);
    const [row, ...more] = listAll(box);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ nativeId, status: 'closed' });
    expect(row?.counts).toMatchObject({ prompts: prompts.length, toolCalls: 1 });
    const timeline = answer<Entry[]>(box, ['sessions', 'timeline', nativeId]);
    const ofTypes = (entries: readonly Entry[], ...types: string[]) =>
      entries.filter(({ type }) => types.includes(type));
    expect(ofTypes(timeline, 'prompt.submitted')).toHaveLength(prompts.length);
    expect(ofTypes(timeline, ...ENDS)).toEqual(ofTypes(live, ...ENDS));
    expect(ofTypes(timeline, ...ENDS)).toMatchObject([{ data: { name: tool } }]);
    expect(ofTypes(timeline, 'tool.requested')).toHaveLength(1);
    expect(ofTypes(timeline, 'run.completed')).toEqual(ofTypes(live, 'run.completed'));
    const shown = answer<{ turns: { prompt: string | null; toolCalls: unknown[]; captured?: true }[] }>(box, [
      'sessions',
      'show',
      nativeId,
    ]);
    expect(shown.turns.flatMap(({ prompt }) => prompt ?? [])).toEqual(prompts);
    expect(shown.turns.flatMap(({ toolCalls }) => toolCalls)).toHaveLength(1);
    expect(shown.turns.filter(({ captured }) => captured === true)).toEqual([]);
    succeed(box, ['import', word, file, '--yes']);
    succeed(box, ['journal', 'verify']);
    expect(answer<Entry[]>(box, ['sessions', 'timeline', nativeId])).toEqual(timeline);
  });
});

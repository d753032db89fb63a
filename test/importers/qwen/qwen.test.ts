import { describe, expect, it } from 'vitest';
import { qwenImporter } from '../../../src/importers/qwen/qwen-importer.ts';
import { keepGenerations, pathWords, readAll } from '../support/keep.ts';
import { record, system } from './samples.ts';

const read = (...records: readonly unknown[]) => readAll(qwenImporter, records);
const user = (number: number, text: string, more = {}) => record(number, 'user', [{ text }], more);
const answer = (number: number, text: string, more = {}) => record(number, 'assistant', [{ text }], more);

describe('a Qwen Code conversation', () => {
  it('keeps turns that were taken back as a branch', () => {
    const { conversation, summary } = read(
      user(1, 'Bake'),
      answer(2, 'Burnt.'),
      { ...system(3, 'rewind', { targetUuid: 'r1' }), parentUuid: 'r1' },
      user(4, 'Bake longer'),
    );
    expect(pathWords(conversation)).toEqual(['Bake', 'Bake longer']);
    expect(conversation.branches).toMatchObject([{ active: true }, { active: false, forkedFrom: 'r1' }]);
    expect(summary.counts).toMatchObject({ prompts: 2, answers: 1 });
  });

  it('branches where a prompt follows an earlier record', () => {
    const { conversation } = read(user(1, 'Bake'), answer(2, 'Done.'), user(3, 'Rolls'), {
      ...user(4, 'Buns'),
      parentUuid: 'r2',
    });
    expect(pathWords(conversation)).toEqual(['Bake', 'Done.', 'Buns']);
  });

  it('holds records that share an id as answers of their own', () => {
    const { conversation, summary } = read(user(1, 'Bake'), record(2, 'assistant', [{ text: 'Hm.', thought: true }]), {
      ...answer(3, 'Baked.'),
      uuid: 'r2',
      parentUuid: 'r1',
    });
    expect(summary.counts.answers).toBe(2);
    expect(conversation.messages.map(({ id }) => id)).toEqual(['r1', 'r2', 'line:3/r2']);
  });

  it('goes on after all records that share an id', () => {
    const second = { ...answer(3, 'Baked.'), uuid: 'r2', parentUuid: 'r1' };
    const { conversation } = read(user(1, 'Bake'), answer(2, 'Hm.'), second, { ...user(4, 'More'), parentUuid: 'r2' });
    expect(pathWords(conversation)).toEqual(['Bake', 'Hm.', 'Baked.', 'More']);
  });

  it('counts a twin that a rewrite dropped as it shows it: what was there before it does not stand for it', () => {
    const kept = keepGenerations(qwenImporter, [], [user(1, 'Bake'), { ...answer(2, 'Done.'), uuid: 'r1' }]);
    const dropped = kept.map((one, index) => ({ ...one, current: index === 0 }));
    const { conversation, summary } = readAll(qwenImporter, dropped);
    expect(conversation.messages).toHaveLength(2);
    expect(summary.counts).toMatchObject({ prompts: 1, answers: 1 });
  });

  it('keeps what hooks add beside the prompt apart from it', () => {
    const context = '<qwen:user-prompt-submit-context>\nIt rains.\n</qwen:user-prompt-submit-context>';
    const { conversation, summary } = read(record(1, 'user', [{ text: 'Bake' }, { text: context }]));
    expect(pathWords(conversation)).toEqual(['Bake']);
    expect(conversation.messages[0]?.content[1]).toEqual({ type: 'notice', kind: 'injected', text: context });
    expect(summary.title).toBe('Bake');
  });

  it('is named by its last title, that of a person first, and joins across a compression', () => {
    const history = [{ role: 'user', parts: [{ text: 'So far: bread.' }] }];
    const { conversation, summary } = read(
      user(1, 'Bake'),
      answer(2, 'Done.', { usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 4 } }),
      system(3, 'custom_title', { customTitle: 'Bread', titleSource: 'manual' }),
      system(4, 'custom_title', { customTitle: 'Baking', titleSource: 'auto' }),
      system(5, 'chat_compression', { info: { originalTokenCount: 44 }, compressedHistory: history }),
      user(6, 'And rolls'),
    );
    expect(summary).toMatchObject({ title: 'Bread', titleSource: 'custom', branch: 'oven', agentVersion: '0.21.0' });
    expect(summary.counts.compactions).toBe(1);
    expect(summary.tokens).toMatchObject({ input: 40, output: 4, inputIncludesCache: true });
    expect(conversation.compactions).toMatchObject([{ preTokens: 44, summaryMessageId: 'r5' }]);
    expect(pathWords(conversation)).toContain('So far: bread.');
  });

  it('tells failed tools and failed requests', () => {
    const response = { id: 'c1', name: 'oven', response: { error: 'no gas' } };
    const { summary } = read(
      user(1, 'Bake'),
      record(2, 'assistant', [{ functionCall: { id: 'c1', name: 'oven', args: {} } }]),
      record(3, 'tool_result', [{ functionResponse: response }]),
      system(4, 'ui_telemetry', { uiEvent: { 'event.name': 'qwen-code.api_error', error_message: 'overloaded' } }),
    );
    expect(summary.counts).toMatchObject({ toolCalls: 1, toolErrors: 1, errors: 1 });
  });
});

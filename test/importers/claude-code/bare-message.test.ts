import { describe, expect, it } from 'vitest';
import { foldTurns } from '../../../src/domain/turns.ts';
import { normalizeClaude } from '../../../src/importers/claude-code/normalize.ts';
import { answer, type Fields, keep, prompt } from '../support/claude-records.ts';

const normalize = (records: readonly Fields[]) => normalizeClaude(keep(records));

describe('a message without the usual form', () => {
  it('shows a message that is a bare text', () => {
    const bare = [
      { ...prompt('p', null, ''), message: 'Sow the beds' },
      { ...answer('a', 'p', ''), message: 'Sown' },
    ];
    expect(foldTurns(normalize(bare))).toMatchObject([{ prompt: 'Sow the beds', answer: 'Sown' }]);
  });

  it('is shown but counts as no prompt when its time is missing too', () => {
    const half = { ...prompt('p', null, ''), message: 'half a record', timestamp: undefined };
    const [message] = normalize([half, answer('a', 'p', 'Sown')]).messages;
    expect(message).toMatchObject({ kind: 'notice', content: [{ type: 'notice', text: 'half a record' }] });
  });
});

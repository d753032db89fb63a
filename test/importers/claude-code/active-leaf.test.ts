import { describe, expect, it } from 'vitest';
import { normalizeClaude } from '../../../src/importers/claude-code/normalize.ts';
import { exchange, type Fields, keep, prompt } from '../support/claude-records.ts';

const normalize = (records: readonly Fields[]) => normalizeClaude(keep(records));

describe('the active leaf', () => {
  const command = (uuid: string, parent: string, name: string): Fields[] => [
    prompt(uuid, parent, `<command-name>/${name}</command-name>\n<command-message>${name}</command-message>`),
    prompt(`${uuid}-out`, uuid, '<local-command-stdout>Bye!</local-command-stdout>'),
  ];

  it.each(['exit', 'clear', 'help', 'status'])(
    'ends at the newest turn, not at a late /%s on an old record',
    (name) => {
      const conversation = normalize([...exchange(6), ...command('x', 'p1', name)]);
      expect(conversation.activePath.at(-1)).toBe('a5');
      expect(conversation.branches).toMatchObject([
        { leaf: 'a5', active: true },
        { leaf: 'x-out', forkedFrom: 'p1' },
      ]);
      const hinted = normalize([
        ...exchange(6),
        ...command('x', 'p1', name),
        { type: 'last-prompt', leafUuid: 'x-out' },
      ]);
      expect(hinted.activePath.at(-1)).toBe('a5');
    },
  );

  it('keeps a client command that follows the newest turn on its path', () => {
    const conversation = normalize([...exchange(2), ...command('x', 'a1', 'exit')]);
    expect(conversation.activePath).toEqual(['p0', 'a0', 'p1', 'a1', 'x']);
    expect(conversation.branches).toHaveLength(1);
  });

  it('begins a turn with a command that asks the model for something', () => {
    const conversation = normalize([...exchange(6), ...command('x', 'p1', 'review')]);
    expect(conversation.activePath.at(-1)).toBe('x');
  });
});

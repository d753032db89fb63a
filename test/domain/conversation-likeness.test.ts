import { describe, expect, it } from 'vitest';
import { findDifference } from '../../src/domain/conversation-likeness.ts';
import { call, conversationOf, done, type Line } from './conversation-fixture.ts';

const original: readonly Line[] = [
  { id: 'p', kind: 'prompt', says: 'Sow' },
  { id: 'a', kind: 'answer', content: [call('t')] },
  { id: 'r', kind: 'toolResult', content: [done('t')] },
  { id: 'b', kind: 'answer', says: 'Sown' },
];

function differenceOf(change: (lines: Line[]) => Line[], sameIds = true): string | undefined {
  return findDifference(conversationOf(original), conversationOf(change([...original])), { sameIds });
}

const replace = (id: string, more: Partial<Line>) => (lines: Line[]) =>
  lines.map((line) => (line.id === id ? { ...line, ...more } : line));

describe('a copy of a conversation', () => {
  it('is like its original when turns, calls and their ends are the same', () => {
    expect(differenceOf((lines) => lines)).toBeUndefined();
    expect(differenceOf(replace('b', { says: ' Sown\n' }))).toBeUndefined();
  });

  it('differs in a prompt, an answer, a call, its end, or a turn', () => {
    expect(differenceOf(replace('p', { says: 'Dig' }))).toBe('turn 1 has another prompt');
    expect(differenceOf(replace('b', { says: 'Dug' }))).toBe('turn 1 has another answer');
    expect(differenceOf(replace('a', { content: [call('t', 'Edit')] }))).toMatch(/calls Edit where Read was called/);
    expect(differenceOf(replace('r', { content: [done('t', 'no', true)] }))).toMatch(/ended as error; it was ok/);
    expect(differenceOf(replace('a', { content: [] }))).toMatch(/another number of tool calls/);
    expect(differenceOf((lines) => [...lines, { id: 'q', kind: 'prompt', says: 'More' }])).toMatch(
      /^turn 2 is missing/,
    );
  });

  it('may have given an interrupted call the result that it was', () => {
    const open = original.filter(({ id }) => id !== 'r');
    const closed = original.map((line) =>
      line.id === 'r' ? { ...line, content: [done('t', 'interrupted', true)] } : line,
    );
    expect(findDifference(conversationOf(open), conversationOf(closed), { sameIds: true })).toBeUndefined();
    expect(findDifference(conversationOf(closed), conversationOf(open), { sameIds: true })).toBeDefined();
  });

  it('of another agent may name calls otherwise and say less of how they ended', () => {
    const renamed = (lines: Line[]) =>
      replace('r', { content: [done('x', 'no', true)] })(replace('a', { content: [call('x')] })(lines));
    expect(differenceOf(renamed, false)).toBeUndefined();
    expect(differenceOf(renamed, true)).toMatch(/call x in the place of t/);
  });

  it('tells an image that is not kept by a word, which is no difference', () => {
    const words = (lines: Line[]) => replace('p', { says: 'Sow\n\n[image: not kept]' })(lines);
    expect(differenceOf(words)).toBeUndefined();
  });
});

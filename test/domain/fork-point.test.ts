import { describe, expect, it } from 'vitest';
import { findForkPoint } from '../../src/domain/fork-point.ts';
import { call, conversationOf, done, type Line } from './conversation-fixture.ts';

const garden: readonly Line[] = [
  { id: 'prompt-1', kind: 'prompt', says: 'Sow' },
  { id: 'call-a', kind: 'answer', apiId: 'msg-1', content: [call('toolu-a')] },
  { id: 'call-b', kind: 'answer', apiId: 'msg-1', content: [call('toolu-b')] },
  { id: 'result-a', kind: 'toolResult', content: [done('toolu-a')], parentId: 'call-a' },
  { id: 'result-b', kind: 'toolResult', content: [done('toolu-b')], parentId: 'call-b' },
  { id: 'sown', kind: 'answer', says: 'Sown' },
  { id: 'prompt-2', kind: 'prompt', says: 'Water' },
  { id: 'watered', kind: 'answer', says: 'Watered' },
];

function pathTo(at: string | undefined, lines: readonly Line[] = garden) {
  const outcome = findForkPoint(conversationOf(lines), at);
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.point;
}

function refusalOf(at: string, lines: readonly Line[] = garden) {
  const outcome = findForkPoint(conversationOf(lines), at);
  return outcome.ok ? undefined : outcome.refusal;
}

describe('where a fork ends', () => {
  it('is the end of the session unless it is told', () => {
    expect(pathTo(undefined)).toMatchObject({ at: 'watered', turn: 2, turns: 2, moved: false });
  });

  it('is the end of a turn, named with or without the word', () => {
    expect(pathTo('turn:1')).toEqual(pathTo('1'));
    expect(pathTo('1')).toMatchObject({ at: 'sown', turn: 1, moved: false });
    expect(pathTo('1').path).not.toContain('prompt-2');
  });

  it('is a message by its id, and by the beginning of it', () => {
    expect(pathTo('prompt-2')).toMatchObject({ at: 'prompt-2', turn: 2 });
    expect(pathTo('wate')).toMatchObject({ at: 'watered' });
  });

  it('never parts a call from its result, nor the parts of one answer', () => {
    const point = pathTo('call-a');
    expect(point.path).toEqual(['prompt-1', 'call-a', 'call-b', 'result-a', 'result-b']);
    expect(point.moved).toBe(true);
    expect(pathTo('toolu-b').path).toEqual(point.path);
  });

  it('may lie on another branch: then it is the line that leads there', () => {
    const lines: readonly Line[] = [
      ...garden,
      { id: 'other-prompt', kind: 'prompt', says: 'Rather dig', parentId: 'sown' },
      { id: 'dug', kind: 'answer', says: 'Dug' },
    ];
    expect(pathTo(undefined, lines).path).not.toContain('watered');
    const point = pathTo('watered', lines);
    expect(point.path.slice(-2)).toEqual(['prompt-2', 'watered']);
    expect(point.path).not.toContain('other-prompt');
  });

  it('is refused where there is none, where several are meant, and inside a subagent', () => {
    const side: Line = { id: 'side-1', kind: 'answer', says: 'helping', sidechain: true };
    expect(refusalOf('turn:3')).toEqual({ code: 'turn-not-found', turn: 3, turns: 2 });
    expect(refusalOf('0')).toMatchObject({ code: 'turn-not-found' });
    expect(refusalOf('nowhere')).toMatchObject({ code: 'fork-point-not-found' });
    expect(refusalOf('pro')).toMatchObject({ code: 'fork-point-not-found' });
    expect(refusalOf('prompt')).toMatchObject({ code: 'fork-point-ambiguous', candidates: ['prompt-1', 'prompt-2'] });
    expect(refusalOf('side-1', [...garden, side])).toMatchObject({ code: 'fork-point-in-subagent' });
  });
});

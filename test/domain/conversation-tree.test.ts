import { describe, expect, it } from 'vitest';
import { linkMessages, type TreeEntry } from '../../src/domain/conversation-tree.ts';
import { fc } from '../support/properties.ts';

function entry(id: string, parent: string | null | undefined, more: Partial<TreeEntry> = {}): TreeEntry {
  return { id, parent, rank: 'turn', thread: '', line: 1, ...more };
}

const parents = (entries: readonly TreeEntry[]) => Object.fromEntries(linkMessages(entries).parentOf);

describe('linking messages into a tree', () => {
  it('takes the nearest message above, whatever stands between', () => {
    const link = { rank: 'link' } as const;
    expect(parents([entry('a', null), entry('x', 'a', link), entry('y', 'x', link), entry('b', 'y')])).toEqual({
      a: null,
      b: 'a',
    });
  });

  it('finds parents that come after their children', () => {
    expect(parents([entry('b', 'a'), entry('a', null)])).toEqual({ a: null, b: 'a' });
  });

  it('lets a prompt begin a tree of its own, but no answer', () => {
    const entries = [
      entry('a', null, { isPrompt: true }),
      entry('b', 'a'),
      entry('c', null, { isPrompt: true }),
      entry('d', null),
    ];
    expect(parents(entries)).toEqual({ a: null, b: 'a', c: null, d: 'c' });
  });

  it('joins what has an unknown parent to the newest turn before it, not to a note', () => {
    const entries = [entry('a', null), entry('n', 'a', { rank: 'note' }), entry('b', 'lost')];
    expect(parents(entries)).toEqual({ a: null, n: 'a', b: 'a' });
    expect(linkMessages(entries).repairs).toMatchObject([{ code: 'dangling-parent', messageId: 'b' }]);
  });

  it('joins only within a thread', () => {
    expect(parents([entry('a', null), entry('s', 'lost', { thread: 'side' })])).toEqual({ a: null, s: null });
  });

  it('ends every walk, whatever the parents', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const parent = fc.constantFrom(null, undefined, 'lost', ...ids);
    const rank = fc.constantFrom('turn', 'join', 'note', 'link') as fc.Arbitrary<TreeEntry['rank']>;
    const shape = fc.record({ parent, rank, logicalParent: fc.constantFrom(...ids) });
    fc.assert(
      fc.property(fc.array(shape, { minLength: 5, maxLength: 5 }), (shapes) => {
        const entries = shapes.map((more, i) => entry(ids[i] ?? '', more.parent, more));
        const { parentOf } = linkMessages(entries);
        for (const start of parentOf.keys()) {
          let steps = 0;
          for (let at: string | null = start; at !== null; at = parentOf.get(at) ?? null) steps += 1;
          expect(steps).toBeLessThanOrEqual(entries.length);
        }
      }),
    );
  });

  it('bears a hundred thousand records in one chain', () => {
    const entries = Array.from({ length: 100_000 }, (_, i) =>
      entry(`m${i}`, i === 0 ? null : `m${i - 1}`, { rank: i % 3 === 1 ? 'link' : 'turn' }),
    );
    expect(linkMessages(entries).parentOf.get('m99999')).toBe('m99998');
    expect(linkMessages(entries).parentOf.get('m99998')).toBe('m99996');
  });
});

import { describe, expect, it } from 'vitest';
import { matchText } from '../../../src/domain/search-match.ts';
import { planSearch } from '../../../src/domain/search-plan.ts';
import { snippetOf } from '../../../src/domain/search-snippet.ts';
import { spellingDistance } from '../../../src/domain/search-spelling.ts';
import { fc } from '../../support/properties.ts';

function snippet(text: string, question: string): string {
  return snippetOf(
    text,
    matchText(text, planSearch(question).terms).matches.flatMap(({ spans }) => spans),
  );
}

describe('a snippet', () => {
  it('is the whole of a short text', () => {
    expect(snippet('The  lamp\nis lit', 'lamp')).toBe('The lamp is lit');
  });

  it('runs from the first match to the last', () => {
    const filler = 'the keeper walks along the pier and counts the boats '.repeat(6);
    const found = snippet(`${filler}lantern oil is low so buy some wicks ${filler}`, 'lantern wicks');
    expect(found).toContain('lantern oil is low so buy some wicks');
    expect(found.length).toBeLessThan(240);
  });

  it('shows both ends of what is far apart', () => {
    const filler = 'the keeper walks along the pier and counts the boats '.repeat(20);
    const found = snippet(`lantern ${filler} wicks`, 'lantern wicks');
    expect(found).toMatch(/^lantern .* … .* wicks$/);
    expect(found.length).toBeLessThan(280);
  });

  it('is bounded and never cuts a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), fc.string({ maxLength: 12 }), (text, question) => {
        const found = snippet(text, question);
        expect(found.length).toBeLessThan(330);
        expect(found.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('the distance of spellings', () => {
  it.each([
    ['lantern', 'lantern', 0],
    ['lantern', 'lantren', 1],
    ['lantern', 'lanten', 1],
    ['lantern', 'lanternn', 1],
    ['lantern', 'lamtern', 1],
    ['lantern', 'bantren', 2],
    ['lantern', 'harbour', 3],
  ])('%s to %s is %i', (one, other, distance) => {
    expect(spellingDistance(one, other, 2)).toBe(distance);
  });
});

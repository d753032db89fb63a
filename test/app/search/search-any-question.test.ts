import { describe, expect, it } from 'vitest';
import { listMemories } from '../../../src/app/list-memories.ts';
import { searchMemory } from '../../../src/app/search-memory.ts';
import { searchSessions, searchTitles } from '../../../src/app/search-sessions.ts';
import { fc } from '../../support/properties.ts';
import { toldApp } from './search-fixture.ts';

/** What looks like syntax somewhere: of SQLite, of a shell, of a pattern. */
const MARKS = [
  ...'"\'`*^:-+~(){}[]<>|&!?,;.%_#@$=\\/',
  ...['AND', 'OR', 'NOT', 'NEAR', 'NEAR(a b, 2)', 'body :', '{body names} :', 'rowid', '""', '"" *', '--', '/*', "';"],
  ...[
    'gull',
    'gulls',
    'pier*',
    '-gull',
    '-"gull over"',
    'title:gull',
    '海鸥',
    'か\u3099',
    '🌊',
    '👩‍🚀',
    'é',
    'e\u0301',
    'ﬁ',
    'İ',
  ],
  ...[
    '\0',
    '\u0001',
    '\u001b[31m',
    '\u202e',
    '\u200b',
    '\ud800',
    '\udc00',
    '\ufeff',
    '\t',
    '\n',
    '\r\n',
    ' ',
    '\u3000',
  ],
];
const question = fc.oneof(
  fc.array(fc.constantFrom(...MARKS), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...MARKS), { maxLength: 12 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const LONG = [...MARKS, 'gull "', '"gull', 'a-', '- ', 'NOT '].map((part) =>
  part.repeat(Math.ceil(10_240 / part.length)),
);

const TOLD = ['Gulls over the pier', 'NEAR the pier: -gull "quoted" 海鸥', 'title:gull AND body:pier'];

describe('whatever a person asks', () => {
  it('is answered, by every way to ask', async () => {
    const app = await toldApp(TOLD);
    const match = fc.constantFrom('auto', 'all', 'any');
    await fc.assert(
      fc.asyncProperty(question, match, fc.boolean(), async (words, how, syntax) => {
        const asked = { question: words, scope: { all: true }, match: how, syntax, limit: 5 } as const;
        const { hits } = await searchMemory(app, asked);
        expect(hits.length).toBeLessThanOrEqual(5);
        await searchMemory(app, { ...asked, question: 'gull', path: words });
        expect((await searchSessions(app, { ...asked, first: true })).sessions.length).toBeLessThanOrEqual(1);
        expect(searchTitles(app.readModel.list({ everything: true }), words).length).toBeLessThanOrEqual(1);
        expect(listMemories(app, { all: true }, { path: words, tags: [words] }).rows).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is answered though it is 10 KB of one thing', async () => {
    const app = await toldApp(TOLD);
    for (const words of LONG) {
      for (const syntax of [true, false]) {
        const { hits } = await searchMemory(app, { question: words, scope: { all: true }, syntax, limit: 5 });
        expect(hits.length, words.slice(0, 20)).toBeLessThanOrEqual(5);
      }
      await searchMemory(app, { question: 'gull', scope: { all: true }, path: words, limit: 5 });
    }
  });
});

/** Everything that fits, beyond what is ranked; summaries; bare ids of messages. */
import { describe, expect, it } from 'vitest';
import { compactSession, planCompaction } from '../../../src/app/compact-session.ts';
import { findDocuments } from '../../../src/app/find-documents.ts';
import { withSessions } from '../../../src/app/find-message.ts';
import { memoryTimeline } from '../../../src/app/memory-timeline.ts';
import type { SearchReader } from '../../../src/app/ports/search.ts';
import { RestReading } from '../../../src/app/rest-of-found.ts';
import { searchFeed } from '../../../src/app/search-feed.ts';
import { searchMemory } from '../../../src/app/search-memory.ts';
import { showHits } from '../../../src/app/show-hits.ts';
import { exchange } from '../../importers/support/claude-records.ts';
import { idOf, openApp, runImport, type TestApp, writeSource } from '../app-fixture.ts';
import { promptsOf, search, tell, toldApp, viewOf } from './search-fixture.ts';

const ALL = { scope: { all: true } } as const;

/** Keys of all that fits: the ranked ones, then page by page what is left. */
function everyKey(reader: SearchReader, limit: number, pageSize: number): readonly string[] {
  const find = { question: 'gull', match: 'auto', syntax: false, filter: { labels: [] }, limit } as const;
  const found = findDocuments(reader, find);
  const keys = found.documents.map(({ document }) => document.key);
  if (found.rest === undefined) return keys;
  const reading = new RestReading(found.rest, found.documents, pageSize);
  for (let page = reading.next(reader); page !== undefined; page = reading.next(reader))
    keys.push(...page.map(({ document }) => document.key));
  return keys;
}

async function gulls(count: number): Promise<TestApp> {
  return toldApp(Array.from({ length: count }, (_, index) => `gull number ${index} over the pier`));
}

describe('a search without a limit', () => {
  it.each([
    [1, 3],
    [7, 4],
    [59, 100],
    [100, 100],
  ])('tells %i best first, then all others once, newest first, %i at a time', async (limit, pageSize) => {
    const app = await gulls(60);
    await searchMemory(app, { question: 'gull', ...ALL });
    const index = await app.openSearch();
    const keys = index.read(searchFeed(app), (reader) => everyKey(reader, limit, pageSize));
    expect(keys).toHaveLength(60);
    expect(new Set(keys).size).toBe(60);
    const rest = keys.slice(limit).map((key) => Number(key.split('-')[1]));
    expect(rest).toEqual([...rest].sort((a, b) => b - a));
  });

  it('has no rest where everything was ranked', async () => {
    const answer = await searchMemory(await gulls(5), { question: 'gull', ...ALL });
    expect(answer.hits).toHaveLength(5);
    expect(answer.rest).toBeUndefined();
  });

  it('tells a turn that a continuation repeats once, also among the rest', async () => {
    const app = await gulls(10);
    const repeated = promptsOf(Array.from({ length: 10 }, (_, index) => `gull number ${index} over the pier`));
    await tell(app, [...repeated, ...promptsOf(['a gull of its own'], 2)], 2);
    await searchMemory(app, { question: 'gull', ...ALL });
    const index = await app.openSearch();
    expect(index.read(searchFeed(app), (reader) => everyKey(reader, 2, 3))).toHaveLength(11);
  });
});

describe('a summary that loom stored', () => {
  async function summarised(): Promise<TestApp> {
    const app = openApp();
    writeSource(app, exchange(2));
    await runImport(app);
    app.readModel.catchUp();
    await compactSession(app, planCompaction(app, idOf()));
    return app;
  }

  it('is found, and its id shows it whole', async () => {
    const app = await summarised();
    const [hit] = await search(app, 'sow bed', { kinds: ['summary'] });
    expect(hit).toMatchObject({ type: 'summary', session: idOf() });
    const [shown] = showHits(app, [hit?.id ?? ''], ALL);
    expect(shown).toMatchObject({ type: 'summary', id: hit?.id, truncated: false });
    expect(shown?.text).toContain('Sow bed 0');
    expect(memoryTimeline(app, hit?.id ?? '', { ...ALL, before: 1, after: 1 }).entries.at(-1)).toMatchObject({
      type: 'summary',
      anchor: true,
    });
  });

  it('is found in place of the one that it renews', async () => {
    const app = await summarised();
    writeSource(app, exchange(3));
    await runImport(app);
    await compactSession(app, planCompaction(app, idOf()));
    expect(await search(app, 'sow bed', { kinds: ['summary'] })).toHaveLength(1);
  });
});

describe('the bare id of a message', () => {
  it('stands for the message, in whatever session it is', async () => {
    const app = await gulls(3);
    const [id] = await withSessions(app, ['1-2'], { scope: { all: true } });
    expect(id).toBe(`${viewOf(app).id}:1-2`);
    expect(showHits(app, [id ?? ''], ALL)[0]?.text).toBe('gull number 2 over the pier');
  });

  it('that several sessions gave to things of their own names them', async () => {
    const app = await gulls(3);
    const other = promptsOf(['something else'], 2).map((record) => ({ ...record, uuid: '1-2' }));
    await tell(app, other, 2);
    await expect(withSessions(app, ['1-2'], { scope: { all: true } })).rejects.toMatchObject({
      code: 'message-ambiguous',
      hints: [expect.stringMatching(/^loom memory show \w{16}:1-2$/), expect.stringMatching(/:1-2$/)],
    });
  });

  it('is left as it is where it stands for something else, or for nothing', async () => {
    const app = await gulls(2);
    const ids = [viewOf(app).id, `${viewOf(app).id}:1-1`, 'nowhere-to-be-found', ''];
    expect(await withSessions(app, ids, { scope: { all: true } })).toEqual(ids);
  });
});

import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../src/kernel/ids.ts';
import { answer, exchange, type Fields, prompt, SESSION } from '../importers/support/claude-records.ts';
import {
  currentRecords,
  eventsOf,
  idOf,
  openApp,
  runImport,
  secondProcess,
  type TestApp,
  writeSource,
} from './app-fixture.ts';

const OTHER = '5eed0000-0000-4000-8000-00000000000b';
/** More than is held in memory while it is imported. */
const LARGE = 9 * 1024 * 1024;
const SECRET = `ghp_${'a1B2'.repeat(9)}`;

/** Counts how often kept transcripts are read again. */
function countReads(app: TestApp): () => number {
  let reads = 0;
  const records = app.transcripts.records.bind(app.transcripts);
  app.transcripts.records = (session: SessionId, length: number) => {
    reads += 1;
    return records(session, length);
  };
  return () => reads;
}

/** A conversation of many long answers. */
function longConversation(more: Fields = {}): Fields[] {
  const text = 'The beans by the wall want water. '.repeat(60);
  return Array.from({ length: Math.ceil(LARGE / 2600) }, (_, i) => [
    prompt(`p${i}`, i === 0 ? null : `a${i - 1}`, `Sow bed ${i}`, more),
    answer(`a${i}`, `p${i}`, text, { id: `m${i}`, usage: { input_tokens: 5, output_tokens: 7 }, ...more }),
  ]).flat();
}

/** Secrets, a string that becomes a blob, and an image. */
const REPLACED: readonly Fields[] = [
  prompt('p0', null, `Use ${SECRET} for the seed shop`),
  answer('a0', 'p0', `${'rows of peas '.repeat(7000)} ${SECRET}`),
  prompt('p1', 'a0', [
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo='.repeat(900) } },
  ]),
  { type: 'custom-title', customTitle: `beds ${SECRET}`, sessionId: SESSION },
];

describe('the summary of a new session is made while it is imported', () => {
  it.each([
    ['of a small file', exchange(3)],
    ['of a file in which something was replaced', REPLACED],
    ['of a file too large to be held', longConversation()],
    ['of a large file in which something was replaced', [...REPLACED, ...longConversation()]],
  ] as const)('%s, and is what reading the transcript would give', async (_what, records) => {
    const app = openApp();
    const reads = countReads(app);
    writeSource(app, records);
    await runImport(app);
    const offered = app.readModel.summary(idOf());
    expect(reads()).toBe(0);
    const again = secondProcess(app);
    again.readModel.catchUp();
    expect(reads()).toBe(1);
    expect(offered).toEqual(again.readModel.summary(idOf()));
    expect(JSON.stringify(offered)).not.toContain(SECRET);
  });

  it('but not of a large file whose times are still to come: the moment of its commit decides', async () => {
    const app = openApp();
    const reads = countReads(app);
    writeSource(app, longConversation({ timestamp: '2031-01-01T00:00:00.000Z' }));
    await runImport(app);
    expect(reads()).toBe(1);
    expect(app.readModel.summary(idOf())?.timeSuspect).toBe(true);
  });
});

describe('a large file', () => {
  it('is kept record by record, like a small one', async () => {
    const app = openApp();
    const records = longConversation();
    writeSource(app, records);
    const report = await runImport(app);
    expect(report.records).toMatchObject({ read: records.length, kept: records.length });
    expect(currentRecords(app)).toEqual(records);
    expect(eventsOf(app, 'transcript.synced')).toHaveLength(1);
  });

  it('whose end shows another session than its beginning is kept once, under what all of it says', async () => {
    const app = openApp();
    const strangers = exchange(30).map((record) => ({ ...record, uuid: `x${record['uuid']}`, sessionId: OTHER }));
    writeSource(app, [...strangers, ...longConversation()], 'joined.jsonl');
    await runImport(app);
    const sessions = app.readModel.list({ everything: true });
    expect(sessions.map(({ nativeId }) => nativeId)).toEqual([SESSION]);
    expect(app.transcripts.size(idOf(OTHER)).transcript).toBe(0);
  });

  it('that is imported again is unchanged, and adds what it grew by', async () => {
    const app = openApp();
    const records = longConversation();
    writeSource(app, records.slice(0, -2));
    await runImport(app);
    expect((await runImport(app)).sessions).toMatchObject({ unchanged: 1 });
    writeSource(app, records);
    expect((await runImport(app)).sessions).toMatchObject({ updated: 1 });
    expect(currentRecords(app)).toEqual(records);
  });
});

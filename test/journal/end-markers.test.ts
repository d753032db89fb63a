import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/app/ports/journal.ts';
import { repairJournal } from '../../src/journal/repair.ts';
import type { StoreLayout } from '../../src/journal/store-layout.ts';
import { endMarkerFile, gapMarkerFile, segmentFile } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { append, MOOR, renamed, titles } from '../contract/journal-contract.ts';
import { openJournal, SOURCES, sha256, temporaryStore } from './journal-fixture.ts';

const CONTEXT = { ...SOURCES, rotateAt: 32 * 1024 * 1024 };
const ALL = ['gorse', 'bracken', 'heather', 'sedge'];

/** Three commits, the second of two lines. */
async function filledStore(rotateAt?: number): Promise<{ readonly layout: StoreLayout; readonly journal: Journal }> {
  const layout = await temporaryStore();
  const journal = openJournal(layout, rotateAt === undefined ? {} : { rotateAt });
  await append(journal, renamed('gorse'));
  await append(journal, renamed('bracken'), renamed('heather', MOOR));
  await append(journal, renamed('sedge'));
  return { layout, journal };
}

function mark(layout: StoreLayout, segment: number, bytes: number): void {
  writeFileSync(endMarkerFile(layout, segment, bytes), '', { mode: 0o600 });
}

/** Offsets after each line of a segment. */
function lineEnds(layout: StoreLayout, segment = 1): number[] {
  const bytes = readFileSync(segmentFile(layout, segment));
  return [...bytes.keys()].filter((at) => bytes[at] === 10).map((at) => at + 1);
}

async function codes(layout: StoreLayout): Promise<string[]> {
  const { findings } = await verifyStore({ layout, sha256 });
  return findings.map(({ severity, code }) => `${severity} ${code}`);
}

describe('an end marker that no writer left', () => {
  it.each<[string, (layout: StoreLayout) => number]>([
    ['inside a line', () => 10],
    ['at the start, before several commits', () => 0],
    ['before several commits', (layout) => lineEnds(layout)[0] ?? 0],
    ['inside a commit', (layout) => lineEnds(layout)[1] ?? 0],
    ['behind the end', (layout) => statSync(segmentFile(layout, 1)).size + 10],
  ])('(%s) hides nothing, is damage, and goes with a repair', async (_, place) => {
    const { layout, journal } = await filledStore();
    mark(layout, 1, place(layout));
    expect(titles(journal)).toEqual(ALL);
    expect(await codes(layout)).toEqual(['error stray-marker']);
    await append(journal, renamed('moss'));
    expect(titles(journal)).toEqual([...ALL, 'moss']);

    const { quarantine, events, plan } = await repairJournal({ ...CONTEXT, layout });
    const file = expect.stringMatching(/^journal\/000001\.end-\d+$/);
    expect(plan.asides).toEqual([{ file, fault: 'useless' }]);
    expect(events).toMatchObject([{ type: 'journal.repaired', data: { quarantine, dropped: [], files: [file] } }]);
    expect(readdirSync(join(layout.home, quarantine ?? ''))).toHaveLength(2);
    expect(await codes(layout)).toEqual([]);
    expect(titles(journal)).toEqual([...ALL, 'moss']);
    expect((await repairJournal({ ...CONTEXT, layout })).events).toEqual([]);
  });

  it('is told by the segment that follows without a word of it', async () => {
    const { layout, journal } = await filledStore(100);
    mark(layout, 1, 0);
    mark(layout, 2, statSync(segmentFile(layout, 2)).size);
    expect(titles(journal)).toEqual(ALL);
    expect(await codes(layout)).toEqual(['error stray-marker', 'error stray-marker']);
  });

  it('does not outweigh what the header of the next segment says', async () => {
    const { layout, journal } = await filledStore();
    appendFileSync(segmentFile(layout, 1), '{"v":1');
    await append(journal, renamed('moss'));
    mark(layout, 1, lineEnds(layout)[2] ?? 0);
    expect(titles(journal)).toEqual([...ALL, 'moss']);
    expect(await codes(layout)).toEqual(['error stray-marker', 'info ended-segment']);
  });

  it('never waits for the segment that will have its number', async () => {
    const { layout, journal } = await filledStore();
    mark(layout, 2, 0);
    writeFileSync(gapMarkerFile(layout, 2, 0), '', { mode: 0o600 });
    expect(await codes(layout)).toEqual(['error stray-marker', 'error stray-marker']);
    const small = openJournal(layout, { rotateAt: 100 });
    await append(small, renamed('moss'));
    expect(existsSync(segmentFile(layout, 2))).toBe(true);
    expect(titles(journal)).toEqual([...ALL, 'moss']);
    expect(await codes(layout)).toEqual([]);
  });
});

describe('an end marker that a writer left', () => {
  it('before the one commit whose sync failed is heeded', async () => {
    const { layout, journal } = await filledStore();
    mark(layout, 1, lineEnds(layout)[2] ?? 0);
    expect(titles(journal)).toEqual(ALL.slice(0, 3));
    await append(journal, renamed('moss'));
    expect(titles(journal)).toEqual([...ALL.slice(0, 3), 'moss']);
    expect(await codes(layout)).toEqual(['info ended-segment']);
  });
});

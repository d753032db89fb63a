import { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/app/ports/journal.ts';
import { repairJournal } from '../../src/journal/repair.ts';
import { planRepair } from '../../src/journal/repair-plan.ts';
import type { StoreLayout } from '../../src/journal/store-layout.ts';
import { segmentFile } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { append, MOOR, renamed, titles } from '../contract/journal-contract.ts';
import { openJournal, SOURCES, sha256, temporaryStore } from './journal-fixture.ts';

const CONTEXT = { ...SOURCES, rotateAt: 32 * 1024 * 1024 };

async function threeCommits(layout: StoreLayout, rotateAt = 32 * 1024 * 1024): Promise<Journal> {
  const journal = openJournal(layout, { rotateAt });
  await append(journal, renamed('gorse'));
  await append(journal, renamed('bracken'), renamed('heather', MOOR), renamed('moss'));
  await append(journal, renamed('sedge'));
  return journal;
}

function change(path: string, from: string, to: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

/** Codes of everything above `info`. */
async function codes(layout: StoreLayout): Promise<string[]> {
  const { findings } = await verifyStore({ layout, sha256 });
  return findings.filter((finding) => finding.severity !== 'info').map((finding) => finding.code);
}

describe('repairing a journal', () => {
  it('changes nothing in a sound one', async () => {
    const layout = await temporaryStore();
    await threeCommits(layout);
    const before = readFileSync(segmentFile(layout, 1));
    const report = await repairJournal({ ...CONTEXT, layout });
    expect(report).toEqual({ plan: { segments: [], places: 0, asides: [] }, quarantine: null, events: [] });
    expect(readFileSync(segmentFile(layout, 1))).toEqual(before);
    expect(readdirSync(layout.quarantineDir)).toEqual([]);
  });

  it('sets a damaged line aside, and leaves every other line where and as it was', async () => {
    const layout = await temporaryStore();
    const journal = await threeCommits(layout);
    change(segmentFile(layout, 1), '"heather"', '"heathen"');
    const damaged = readFileSync(segmentFile(layout, 1));
    expect(await codes(layout)).toEqual(['bad-sum']);
    const marked = [...journal.read()].flatMap((entry) => (entry.kind === 'damage' ? entry.streams : []));
    expect(marked).toHaveLength(2);

    const { quarantine, events } = await repairJournal({ ...CONTEXT, layout });
    expect(titles(journal)).toEqual(['gorse', 'bracken', 'moss', 'sedge']);
    expect([...journal.read()].every((entry) => entry.kind === 'event')).toBe(true);
    expect(await codes(layout)).toEqual([]);
    expect(readFileSync(join(layout.home, quarantine ?? '', '000001.jsonl'))).toEqual(damaged);
    expect(events).toMatchObject([{ type: 'journal.repaired', data: { quarantine, dropped: [{ segment: 1 }] } }]);
    const repaired = readFileSync(segmentFile(layout, 1));
    for (let at = 0; at < damaged.length; at += 1) {
      if (damaged[at] !== repaired[at]) expect(repaired[at]).toBe(32);
    }
  });

  it('is not needed a second time', async () => {
    const layout = await temporaryStore();
    await threeCommits(layout);
    change(segmentFile(layout, 1), '"gorse"', '"horse"');
    await repairJournal({ ...CONTEXT, layout });
    const again = await repairJournal({ ...CONTEXT, layout });
    expect(again.plan.places).toBe(0);
    expect(again.events).toEqual([]);
  });

  it('takes note of a line that somebody took out', async () => {
    const layout = await temporaryStore();
    const journal = await threeCommits(layout);
    const path = segmentFile(layout, 1);
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [...lines.slice(0, 2), ...lines.slice(3)].join('\n'));
    expect(await codes(layout)).toEqual(['broken-chain']);
    const damage = [...journal.read()].find((entry) => entry.kind === 'damage');
    expect(damage).toMatchObject({ code: 'broken-chain', streams: [expect.stringContaining('session/')] });
    await repairJournal({ ...CONTEXT, layout });
    expect(await codes(layout)).toEqual([]);
    expect(titles(journal)).toEqual(['gorse', 'bracken', 'moss', 'sedge']);
  });

  it.each([0, 1, 3, 4])('copes with line %i taken out', async (line) => {
    const layout = await temporaryStore();
    const journal = await threeCommits(layout);
    const path = segmentFile(layout, 1);
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.filter((_, index) => index !== line).join('\n'));
    await repairJournal({ ...CONTEXT, layout });
    await append(journal, renamed('later'));
    expect(await codes(layout)).toEqual([]);
    expect(titles(journal)).toHaveLength(5);
  });

  it('takes note of a segment that is gone', async () => {
    const layout = await temporaryStore();
    const journal = await threeCommits(layout, 100);
    unlinkSync(segmentFile(layout, 2));
    expect(await codes(layout)).toEqual(['missing-segment', 'broken-chain']);
    await repairJournal({ ...CONTEXT, layout });
    expect(await codes(layout)).toEqual([]);
    expect(titles(journal)).toEqual(['gorse', 'sedge']);
  });

  it('cuts a segment back to its last whole commit when somebody cut it in a line', async () => {
    const layout = await temporaryStore();
    const journal = await threeCommits(layout, 100);
    const path = segmentFile(layout, 2);
    writeFileSync(path, readFileSync(path).subarray(0, -20));
    expect(await codes(layout)).toEqual(['segment-cut', 'broken-chain']);
    await repairJournal({ ...CONTEXT, layout });
    expect(await codes(layout)).toEqual([]);
    expect(titles(journal)).toEqual(['gorse', 'sedge']);
  });

  it('sets a line aside that is longer than any event, in bounded blanks', async () => {
    const layout = await temporaryStore();
    const journal = await threeCommits(layout);
    const path = segmentFile(layout, 1);
    writeFileSync(path, `${readFileSync(path, 'utf8')}${'x'.repeat(100_000)}\n`);
    await append(journal, renamed('later'));
    expect(await codes(layout)).toEqual(['too-long']);
    await repairJournal({ ...CONTEXT, layout });
    expect(await codes(layout)).toEqual([]);
    expect(titles(journal)).toEqual(['gorse', 'bracken', 'heather', 'moss', 'sedge', 'later']);
  });

  it('tells of a repair that was killed before it could', async () => {
    const layout = await temporaryStore();
    await threeCommits(layout);
    change(segmentFile(layout, 1), '"gorse"', '"horse"');
    const full = () => {
      throw new Error('killed');
    };
    await expect(repairJournal({ ...CONTEXT, layout, clock: full })).rejects.toThrow('killed');
    expect(planRepair(layout, sha256).places).toBe(0);
    const { events } = await repairJournal({ ...CONTEXT, layout });
    expect(events).toMatchObject([{ type: 'journal.repaired', data: { dropped: [{ segment: 1, offset: 0 }] } }]);
    expect(existsSync(layout.quarantineDir)).toBe(true);
  });
});

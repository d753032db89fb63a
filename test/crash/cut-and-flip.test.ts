import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Journal, JournalEntry } from '../../src/app/ports/journal.ts';
import type { StoreLayout } from '../../src/journal/store-layout.ts';
import { segmentFile } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { append, HEATHER, MOOR, renamed } from '../contract/journal-contract.ts';
import { temporaryStore as freshStore, openJournal, permanentStore, sha256 } from '../journal/journal-fixture.ts';
import { times } from './support/depth.ts';

/** Sizes of the commits of a journal of forty lines. */
const COMMITS = [1, 3, 2, 1, 5, 1, 1, 4, 2, 6, 1, 3, 1, 1, 8];

interface Line {
  readonly id: string;
  readonly offset: number;
  readonly end: number;
  readonly commit: number;
  readonly stream: string;
}

let layout: StoreLayout;
let journal: Journal;
let whole: Buffer;
let lines: Line[];

beforeAll(async () => {
  layout = await permanentStore();
  journal = openJournal(layout);
  for (const [commit, size] of COMMITS.entries()) {
    await append(
      journal,
      ...Array.from({ length: size }, (_, n) => renamed(`J*${commit}.${n}`, n % 2 === 0 ? HEATHER : MOOR)),
    );
  }
  whole = readFileSync(segmentFile(layout, 1));
  const numbers = COMMITS.flatMap((size, commit) => Array.from({ length: size }, () => commit));
  lines = [...journal.read()].map((entry, index) => ({
    id: idOf(entry),
    offset: entry.place.offset,
    end: entry.place.offset + entry.place.length,
    commit: numbers[index] ?? -1,
    stream: entry.kind === 'event' ? entry.event.stream : '',
  }));
});

function idOf(entry: JournalEntry): string {
  return entry.kind === 'damage' ? `damage ${entry.code}` : entry.event.id;
}

function readWith(bytes: Uint8Array): JournalEntry[] {
  writeFileSync(segmentFile(layout, 1), bytes);
  return [...journal.read()];
}

function survivors(entries: readonly JournalEntry[]): string[] {
  return entries.filter((entry) => entry.kind !== 'damage').map(idOf);
}

describe('a journal of forty lines', () => {
  it('has forty lines', () => {
    expect(lines).toHaveLength(40);
  });

  it('cut at any byte, gives exactly the commits before the cut, and no damage', () => {
    for (let cut = 0; cut <= whole.length; cut += times(7, 1)) {
      const complete = lines.filter((line) => lines.every((other) => other.commit !== line.commit || other.end <= cut));
      const entries = readWith(whole.subarray(0, cut));
      expect(entries.map(idOf), `cut at ${cut}`).toEqual(complete.map((line) => line.id));
    }
  });

  it('cut at any byte, is written on without a byte changed, and without damage', async () => {
    for (let cut = 0; cut <= whole.length; cut += times(241, 41)) {
      const copy = await freshStore();
      writeFileSync(segmentFile(copy, 1), whole.subarray(0, cut), { mode: 0o600 });
      const cutJournal = openJournal(copy);
      const before = [...cutJournal.read()];
      const [later] = await append(cutJournal, renamed('later'));
      const after = [...cutJournal.read()];
      expect(after.slice(0, before.length), `cut at ${cut}`).toEqual(before);
      expect(after.map(idOf).at(-1)).toBe(later?.id);
      const report = await verifyStore({ layout: copy, sha256 });
      expect(report.errors + report.warnings, `cut at ${cut}: ${JSON.stringify(report.findings)}`).toBe(0);
      expect(after.length - before.length, `cut at ${cut}`).toBe(report.segments);
    }
  });

  it('with a bit flipped at any byte, loses only the lines that hold it, and names their places', () => {
    for (let at = 0; at < whole.length; at += times(7, 1)) {
      const flipped = Buffer.from(whole);
      const bit = 1 << (at % 8);
      flipped.writeUInt8(flipped.readUInt8(at) ^ bit, at);
      const entries = readWith(flipped);
      const expected = expectedSurvivors(at);
      expect(survivors(entries), `bit ${bit} at ${at}`).toEqual(expected.ids);
      const damage = entries.filter((entry) => entry.kind === 'damage');
      for (const entry of damage) {
        expect(entry.place.offset, `bit ${bit} at ${at}`).toBeGreaterThanOrEqual(expected.from);
        expect(entry.place.offset + entry.place.length).toBeLessThanOrEqual(expected.to);
      }
      expect(damage.length, `bit ${bit} at ${at}`).toBeGreaterThanOrEqual(expected.torn ? 0 : 1);
      expect(damage.length).toBeLessThanOrEqual(2);
      if (!expected.torn)
        expect(damage.flatMap((entry) => entry.streams)).toEqual(expect.arrayContaining(expected.streams));
    }
  });

  it('with a byte turned into a line feed, reports both halves and serves the rest', () => {
    // A star is one bit away from a line feed.
    const star = whole.indexOf('*', lines[20]?.offset);
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(10, star);
    const entries = readWith(flipped);
    expect(survivors(entries)).toEqual(
      lines.filter((line) => line.end <= star || line.offset > star).map((line) => line.id),
    );
    expect(entries.filter((entry) => entry.kind === 'damage')).toHaveLength(2);
  });
});

/** A flipped line feed glues a line to the next one; the last line feed's line looks like a torn tail, with its commit. */
function expectedSurvivors(at: number): { ids: string[]; from: number; to: number; torn: boolean; streams: string[] } {
  const index = lines.findIndex((line) => at < line.end);
  const line = lines[index];
  if (line === undefined) throw new Error('no line');
  const feed = at === line.end - 1;
  const torn = feed && index === lines.length - 1;
  const lost = torn
    ? lines.filter((other) => other.commit === line.commit)
    : lines.slice(index, feed ? index + 2 : index + 1);
  const kept = lines.filter((other) => !lost.includes(other));
  // Streams that other lines of the damaged commit tell.
  const streams = kept.filter((other) => other.commit === line.commit).map((other) => other.stream);
  return {
    ids: kept.map((other) => other.id),
    from: line.offset,
    to: lost.at(-1)?.end ?? line.end,
    torn,
    streams: [...new Set(streams)],
  };
}

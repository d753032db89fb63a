import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/app/ports/journal.ts';
import type { StoreLayout } from '../../src/journal/store-layout.ts';
import { segmentFile } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { openJournal, sha256 } from '../journal/journal-fixture.ts';
import type { Fault } from './support/crash-lab.ts';
import { acknowledged, CrashLab, census, readSaid } from './support/crash-lab.ts';
import { times } from './support/depth.ts';

const lab = new CrashLab();
const KILLS = times(60, 200);
const WRITERS = 4;

interface Toll {
  kills: number;
  readonly acknowledged: string[];
}

/** Every other kill comes in the middle of a write: from outside that moment is hardly ever met. */
function killInWrite(): Fault | undefined {
  if (!lab.hasShim) return undefined;
  const [n, short] = [1 + Math.floor(Math.random() * 12), Math.floor(Math.random() * 1500)];
  return { op: 'write', n, short, errno: 0, path: '/journal/' };
}

/** Keeps one writer going, kills it at a random moment, starts the next, until enough were killed. */
async function keepKilling(layout: StoreLayout, toll: Toll): Promise<void> {
  while (toll.kills < KILLS) {
    toll.kills += 1;
    const fault = toll.kills % 2 === 0 ? killInWrite() : undefined;
    const child = lab.start(['append', layout.home, '0', String(toll.kills)], fault);
    let text = '';
    child.stdout?.setEncoding('utf8');
    child.stdout?.on('data', (chunk: string) => {
      // The first word means that it writes; from then on any moment may be the last.
      if (text === '' && fault === undefined) setTimeout(() => child.kill('SIGKILL'), Math.random() * 60);
      text += chunk;
    });
    await new Promise((done) => child.once('close', done));
    const said = readSaid(text);
    expect(said.filter((line) => !line.ok)).toEqual([]);
    toll.acknowledged.push(...acknowledged(said));
  }
}

interface SegmentView {
  readonly end: number;
  readonly digest: string;
}

/** What a reader sees at one moment: ids in order, and per segment how far it reads and a digest of those bytes. */
function look(journal: Journal, layout: StoreLayout): { ids: string[]; segments: Map<number, SegmentView> } {
  const ends = new Map<number, number>();
  const ids: string[] = [];
  for (const { kind, place, ...entry } of journal.read()) {
    ids.push(kind === 'damage' ? 'damage' : 'event' in entry ? entry.event.id : '');
    ends.set(place.segment, place.offset + place.length);
  }
  const segments = new Map<number, SegmentView>();
  for (const [segment, end] of ends) segments.set(segment, { end, digest: digestOf(layout, segment, end) });
  return { ids, segments };
}

function digestOf(layout: StoreLayout, segment: number, end: number): string {
  return createHash('sha256')
    .update(readFileSync(segmentFile(layout, segment)).subarray(0, end))
    .digest('hex');
}

/** Looks again and again; whatever was seen once must be there, byte for byte, the next time. */
async function keepLooking(layout: StoreLayout, isOver: () => boolean): Promise<number> {
  const journal = openJournal(layout);
  let looks = 0;
  let before = look(journal, layout);
  while (!isOver()) {
    await new Promise((done) => setTimeout(done, 50));
    const now = look(journal, layout);
    expect(now.ids.slice(0, before.ids.length)).toEqual(before.ids);
    for (const [segment, { end, digest }] of before.segments) expect(digestOf(layout, segment, end)).toBe(digest);
    before = now;
    looks += 1;
  }
  return looks;
}

describe(`${WRITERS} writers and ${KILLS} kills`, () => {
  it('lose nothing that was acknowledged, and show no reader half a commit or another byte', async () => {
    const layout = await lab.newStore();
    const toll: Toll = { kills: 0, acknowledged: [] };
    let over = false;
    const looking = keepLooking(layout, () => over);
    await Promise.all(Array.from({ length: WRITERS }, () => keepKilling(layout, toll)));
    over = true;
    expect(await looking).toBeGreaterThan(5);

    const { ids, partial, damage } = census(openJournal(layout).read());
    const present = new Set(ids);
    expect(toll.acknowledged.length).toBeGreaterThan(KILLS / 4);
    expect(toll.acknowledged.filter((id) => !present.has(id))).toEqual([]);
    expect(ids).toHaveLength(present.size);
    expect(partial).toEqual([]);
    expect(damage).toBe(0);

    const report = await verifyStore({ layout, sha256 });
    const codes = new Set(report.findings.map((finding) => finding.code));
    expect(report.errors, JSON.stringify(report.findings)).toBe(0);
    if (lab.hasShim) expect(report.findings.length).toBeGreaterThan(5);
    for (const code of codes) expect(['ended-segment', 'torn-tail', 'incomplete-commit']).toContain(code);
    process.stderr.write(
      `${toll.kills} kills, ${toll.acknowledged.length} acknowledged events, ${ids.length} in ${report.segments} segments, ` +
        `${report.findings.length} ended tails\n`,
    );
  });
});

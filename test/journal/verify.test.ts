import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/app/ports/journal.ts';
import type { StoreFinding } from '../../src/app/ports/store-care.ts';
import type { EventDraft } from '../../src/events/envelope.ts';
import { printEventLine } from '../../src/events/event-line.ts';
import { journalStats } from '../../src/journal/journal-stats.ts';
import type { StoreLayout } from '../../src/journal/store-layout.ts';
import { segmentFile } from '../../src/journal/store-layout.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { append, HEATHER, MOOR, renamed, titles } from '../contract/journal-contract.ts';
import { mintEventId, openJournal, sha256, temporaryStore } from './journal-fixture.ts';

/** Adds a whole, chained line that no loom of this version would write. */
async function forge(
  layout: StoreLayout,
  journal: Journal,
  fields: Partial<Parameters<typeof printEventLine>[0]>,
): Promise<void> {
  const [last] = await append(journal, renamed('gorse'));
  if (last === undefined) throw new Error('nothing appended');
  const id = mintEventId();
  const event = { ...last, prev: last.id, id, commit: [id, 0, 1] as const, ...fields };
  appendFileSync(segmentFile(layout, 1), `${printEventLine(event, sha256).text}\n`);
}

async function found(layout: StoreLayout): Promise<Pick<StoreFinding, 'severity' | 'code' | 'line'>[]> {
  const { findings } = await verifyStore({ layout, sha256 });
  return findings.map(({ severity, code, line }) => ({ severity, code, line }));
}

function synced(keptLength: number, session = HEATHER): EventDraft {
  const tally = { read: 1, kept: 1, skipped: 0, malformed: 0, recovered: 0, unknown: 0 };
  const source = { path: '/moor/heather.jsonl', offset: 9, size: 9, prefixDigest: 'AAAAAAAAAAAAAAAAAAAAAA' };
  const data = { source, keptLength, lines: 1, generation: 1, tally };
  return { ...renamed('', session), type: 'transcript.synced', data };
}

describe('verifying a store', () => {
  it('finds nothing wrong with a sound one, and counts it', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout, { rotateAt: 900 });
    for (const title of ['gorse', 'bracken', 'heather']) await append(journal, renamed(title), renamed(title, MOOR));
    const report = await verifyStore({ layout, sha256 });
    expect(report).toMatchObject({ findings: [], errors: 0, warnings: 0, segments: 3, events: 6, transcripts: 0 });
    expect(journalStats(layout, sha256)).toMatchObject({
      segments: 3,
      bytes: report.bytes,
      journalBytes: report.bytes,
      events: 6,
      commits: 3,
      streams: 2,
      damaged: 0,
      types: { 'session.renamed': 6 },
    });
  });

  it('names file, line and byte of damage, and nothing of its content', async () => {
    const layout = await temporaryStore();
    await append(openJournal(layout), renamed('gorse'), renamed('the secret of the moor'), renamed('moss'));
    const path = segmentFile(layout, 1);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('secret of', 'secrets o'));
    const { findings } = await verifyStore({ layout, sha256 });
    const offset = text.indexOf('\n') + 1;
    expect(findings).toMatchObject([
      { severity: 'error', code: 'bad-sum', file: 'journal/000001.jsonl', line: 2, offset },
    ]);
    expect(JSON.stringify(findings)).not.toContain('secret');
  });

  it('checks data against its type', async () => {
    const layout = await temporaryStore();
    await forge(layout, openJournal(layout), { data: { title: 7 } });
    expect(await found(layout)).toEqual([{ severity: 'error', code: 'bad-data', line: 2 }]);
  });

  it('warns of types and versions that it does not know', async () => {
    const layout = await temporaryStore();
    await forge(layout, openJournal(layout), { type: 'weather.changed' });
    expect(await found(layout)).toEqual([{ severity: 'warning', code: 'unknown-type', line: 2 }]);
    const other = await temporaryStore();
    await forge(other, openJournal(other), { v: 2 });
    expect(await found(other)).toEqual([{ severity: 'warning', code: 'newer-event', line: 2 }]);
  });

  it('warns of an id that is there twice', async () => {
    const layout = await temporaryStore();
    const twice = renamed('gorse');
    await append(openJournal(layout), twice);
    await append(openJournal(layout), twice);
    expect(await found(layout)).toEqual([{ severity: 'warning', code: 'duplicate-id', line: 2 }]);
  });

  it('hands every kept transcript to whoever can check it, at its last named length', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    await append(journal, synced(10), synced(20), synced(30, MOOR));
    await append(journal, { ...renamed('', MOOR), type: 'session.purged', data: { lines: 1, bytes: 30 } });
    const checked: unknown[] = [];
    const short = {
      severity: 'error',
      code: 'transcript-cut',
      file: 'x',
      line: null,
      offset: 4,
      detail: 'too short',
    } as const;
    const checkTranscript = (...args: unknown[]) => {
      checked.push(args);
      return [short];
    };
    const report = await verifyStore({ layout, sha256, checkTranscript });
    expect(checked).toEqual([[HEATHER, 20]]);
    expect(report).toMatchObject({ findings: [short], errors: 1, transcripts: 1 });
  });

  it('tells when the index has seen more than the journal holds', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    await append(journal, renamed('gorse'));
    const older = readFileSync(segmentFile(layout, 1));
    await append(journal, renamed('bracken'));
    const indexCursor = journal.head();
    expect((await verifyStore({ layout, sha256, indexCursor })).findings).toEqual([]);
    writeFileSync(segmentFile(layout, 1), older);
    expect((await verifyStore({ layout, sha256, indexCursor })).findings).toMatchObject([{ code: 'index-ahead' }]);
  });

  it('tells a torn tail, which is no damage, from a line feed that was lost, which is', async () => {
    const layout = await temporaryStore();
    await append(openJournal(layout), renamed('gorse'));
    const path = segmentFile(layout, 1);
    const whole = readFileSync(path);
    writeFileSync(path, Buffer.concat([whole, whole.subarray(0, 50)]));
    expect(await found(layout)).toEqual([{ severity: 'warning', code: 'torn-tail', line: 2 }]);
    writeFileSync(path, Buffer.concat([whole.subarray(0, -1), Buffer.from('K')]));
    expect(await found(layout)).toEqual([{ severity: 'error', code: 'line-feed-lost', line: 1 }]);
  });

  it('reads on when one segment may not be read', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout, { rotateAt: 100 });
    for (const title of ['gorse', 'bracken', 'heather']) await append(journal, renamed(title));
    rmSync(segmentFile(layout, 2));
    symlinkSync(join(layout.home, 'nowhere'), segmentFile(layout, 2));
    const report = await verifyStore({ layout, sha256 });
    expect(report.events).toBe(2);
    expect(report.findings.map((finding) => finding.code)).toEqual(['symbolic-link', 'not-readable']);
  });

  it('calls out each finding as it is made', async () => {
    const layout = await temporaryStore();
    writeFileSync(segmentFile(layout, 1), 'fog\n'.repeat(12_000), { mode: 0o600 });
    let calls = 0;
    const report = await verifyStore({ layout, sha256, onFinding: () => void calls++ });
    expect(calls).toBe(12_000);
    expect(report.errors).toBe(12_000);
    expect(report.findings).toHaveLength(10_000);
  });
});

describe('a journal that a newer loom wrote to', () => {
  it('is read but for the newer line, and not written to', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    await forge(layout, journal, { v: 2, type: 'session.renamed' });
    expect([...journal.read()].map((entry) => entry.kind)).toEqual(['event', 'unknown']);
    expect(titles(journal)).toEqual(['gorse']);
    await expect(append(journal, renamed('bracken'))).rejects.toMatchObject({ kind: 'newer-format' });
  });
});

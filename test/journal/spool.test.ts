import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSpool, spoolEvents } from '../../src/journal/spool.ts';
import type { StoreLayout } from '../../src/journal/store-layout.ts';
import { tryWriterLock } from '../../src/journal/writer-lock.ts';
import { append, HEATHER, MOOR, renamed, titles } from '../contract/journal-contract.ts';
import { openJournal, temporaryStore } from './journal-fixture.ts';

function names(layout: StoreLayout): string[] {
  return readdirSync(layout.spoolDir);
}

describe('events left beside the journal', () => {
  it('are appended by the next writer, before its own, each once and in order', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    spoolEvents(layout, '01k0000002', [renamed('second')]);
    spoolEvents(layout, '01k0000001', [renamed('first'), renamed('first and a half', MOOR)]);
    await append(journal, renamed('third'));
    expect(titles(journal)).toEqual(['first', 'first and a half', 'second', 'third']);
    expect(names(layout)).toEqual([]);
  });

  it('are taken by whoever asks while nobody holds the lock', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    spoolEvents(layout, '01k0000001', [renamed('first')]);
    expect(await journal.drainSpool()).toEqual({ events: 1, left: 0, setAside: [] });
    expect(await journal.drainSpool()).toEqual({ events: 0, left: 0, setAside: [] });
    expect(titles(journal)).toEqual(['first']);
  });

  it('wait while somebody holds the lock, and say how many they are', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    spoolEvents(layout, '01k0000001', [renamed('first')]);
    const lock = tryWriterLock(layout.lockFile);
    expect(await journal.drainSpool()).toEqual({ events: 0, left: 1, setAside: [] });
    lock?.release();
    expect(titles(journal)).toEqual([]);
    expect(names(layout)).toHaveLength(1);
  });

  it('are not appended twice when a drain was killed after the append', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    await append(journal, renamed('before'));
    const [kept, lost] = [renamed('kept'), renamed('lost')];
    await append(journal, kept);
    spoolEvents(layout, '01k0000001', [kept, lost]);
    const [file] = listSpool(layout);
    const begun = (file?.path ?? '').replace(/\.json$/, '.at-1.json');
    writeFileSync(begun, readFileSync(file?.path ?? ''), { mode: 0o600 });
    rmSync(file?.path ?? '');
    await journal.drainSpool();
    expect(titles(journal)).toEqual(['before', 'kept', 'lost']);
    expect(names(layout)).toEqual([]);
  });

  it('are set aside when they cannot be read, and hold nothing up', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    mkdirSync(layout.spoolDir, { recursive: true });
    writeFileSync(join(layout.spoolDir, '01k0000001.json'), '[{"id":"nonsense"}]', { mode: 0o600 });
    writeFileSync(join(layout.spoolDir, '01k0000002.json'), '[{"id"', { mode: 0o600 });
    writeFileSync(join(layout.spoolDir, '01k0000003.json.tmp'), '[{"id"', { mode: 0o600 });
    spoolEvents(layout, '01k0000004', [renamed('good')]);
    const report = await journal.drainSpool();
    expect(report.events).toBe(1);
    expect(report.setAside.every((path) => existsSync(path))).toBe(true);
    expect(report.setAside).toHaveLength(2);
    expect(titles(journal)).toEqual(['good']);
    expect(names(layout)).toEqual(['01k0000003.json.tmp']);
  });

  it('are erased with their session', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout);
    spoolEvents(layout, '01k0000001', [renamed('wintergreen'), renamed('moor', MOOR)]);
    const intent = { ...renamed(''), type: 'purge.intended', data: { sessions: [HEATHER] } } as const;
    const done = [{ ...renamed(''), type: 'session.purged', data: { lines: 1, bytes: 1 } } as const];
    await journal.erase({ sessions: [HEATHER], intent, done, unlink: () => undefined });
    const files = readdirSync(layout.home, { recursive: true, encoding: 'utf8' }).filter((name) => /json/.test(name));
    expect(files.filter((name) => readFileSync(join(layout.home, name)).includes('wintergreen'))).toEqual([]);
    expect(titles(journal)).toContain('moor');
  });

  it('of several commits fill as many commits, 16 at most for a hook', async () => {
    const layout = await temporaryStore();
    for (let i = 10; i < 40; i += 1) spoolEvents(layout, `01k00000${i}`, [renamed(`wait ${i}`)]);
    await append(openJournal(layout, { drainAtMost: 16 }), renamed('hook'));
    expect(names(layout)).toHaveLength(14);
    await openJournal(layout).drainSpool();
    const all = titles(openJournal(layout));
    expect(all.filter((title) => title !== 'hook')).toEqual(Array.from({ length: 30 }, (_, i) => `wait ${i + 10}`));
  });
});

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beginPurge } from '../../src/journal/purge.ts';
import { repairJournal } from '../../src/journal/repair.ts';
import { verifyStore } from '../../src/journal/verify.ts';
import { STORE_STREAM } from '../../src/kernel/ids.ts';
import { append, HEATHER, renamed, titles } from '../contract/journal-contract.ts';
import { openJournal, SOURCES, sha256, temporaryStore } from './journal-fixture.ts';

const CONTEXT = { ...SOURCES, rotateAt: 32 * 1024 * 1024 };

describe('an intent file that names no erasure', () => {
  it.each([
    '',
    '{',
    '[]',
    'null',
    '7',
    '\u0000\u0001',
    '{"sessions":[]}',
    '{"sessions":["moor"],"intent":{},"done":[]}',
  ])('(%j) is damage, and a repair sets it aside so that writing goes on', async (text) => {
    const layout = await temporaryStore();
    writeFileSync(layout.purgeIntentFile, text, { mode: 0o600 });
    const journal = openJournal(layout, { unlinkErased: () => undefined });
    await expect(append(journal, renamed('gorse'))).rejects.toMatchObject({
      kind: 'problem',
      code: 'purge-intent-damaged',
      hints: ['loom journal repair'],
    });
    const { findings } = await verifyStore({ layout, sha256 });
    expect(findings).toMatchObject([{ severity: 'error', code: 'purge-intent-damaged', file: 'purge.intent' }]);

    const { quarantine, plan } = await repairJournal({ ...CONTEXT, layout });
    expect(plan.asides).toEqual([{ file: 'purge.intent', fault: 'useless' }]);
    expect(readFileSync(join(layout.home, quarantine ?? '', 'purge.intent'), 'utf8')).toBe(text);
    await append(journal, renamed('gorse'));
    expect(titles(journal)).toEqual(['gorse']);
    expect((await verifyStore({ layout, sha256 })).errors).toBe(0);
  });

  it('may be something else than a file', async () => {
    const layout = await temporaryStore();
    const journal = openJournal(layout, { unlinkErased: () => undefined });
    for (const make of [() => mkdirSync(layout.purgeIntentFile), () => symlinkSync('key', layout.purgeIntentFile)]) {
      make();
      await expect(append(journal, renamed('gorse'))).rejects.toMatchObject({ code: 'purge-intent-damaged' });
      await repairJournal({ ...CONTEXT, layout });
      expect(existsSync(layout.purgeIntentFile)).toBe(false);
    }
    // What was set aside does not stop a later erasure.
    const intent = {
      ...renamed(''),
      stream: STORE_STREAM,
      type: 'purge.intended',
      data: { sessions: [HEATHER] },
    } as const;
    await journal.erase({ sessions: [HEATHER], intent, done: [], unlink: () => undefined });
    expect(existsSync(layout.purgeIntentFile)).toBe(false);
  });

  it('is not a sound one: a repair leaves that where it is', async () => {
    const layout = await temporaryStore();
    const intent = {
      ...renamed(''),
      stream: STORE_STREAM,
      type: 'purge.intended',
      data: { sessions: [HEATHER] },
    } as const;
    beginPurge(layout, { sessions: [HEATHER], intent, done: [] });
    expect((await repairJournal({ ...CONTEXT, layout })).plan.asides).toEqual([]);
    expect(existsSync(layout.purgeIntentFile)).toBe(true);
  });
});

describe('an erasure that was cut short', () => {
  it('is finished by whoever looks for what waits, also when nothing else is to be written', async () => {
    const layout = await temporaryStore();
    const erased: string[] = [];
    const journal = openJournal(layout, { unlinkErased: (sessions) => void erased.push(...sessions) });
    await append(journal, renamed('gorse'));
    const intent = {
      ...renamed(''),
      stream: STORE_STREAM,
      type: 'purge.intended',
      data: { sessions: [HEATHER] },
    } as const;
    beginPurge(layout, { sessions: [HEATHER], intent, done: [] });
    await journal.drainSpool();
    expect(existsSync(layout.purgeIntentFile)).toBe(false);
    expect(erased).toEqual([HEATHER]);
    expect(titles(journal)).toEqual([null]);
  });
});

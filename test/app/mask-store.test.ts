import { describe, expect, it } from 'vitest';
import type { StoreMasking } from '../../src/app/ports/store-masking.ts';
import { maskStore } from '../../src/app/rescan-store.ts';
import { exchange, prompt } from '../importers/support/claude-records.ts';
import { eventsOf, idOf, openApp, runImport, secondProcess, type TestApp, writeSource } from './app-fixture.ts';

/** Masks nothing, and notes what it is asked for; `waits`: what happens while the lock is waited for. */
function noting(app: TestApp, waits: () => Promise<void> = async () => undefined) {
  const steps: string[] = [];
  const lengths: number[] = [];
  const masking: StoreMasking = {
    transcript: ({ keptLength }) => {
      steps.push('transcript');
      lengths.push(keptLength);
      return { records: 1, blobs: 1, rules: { github: 1 }, renamed: new Map([['old', 'fresh']]) };
    },
    dropBlobs: (session, names) => void steps.push(`drop ${session} ${names.join()}`),
    isUnfinished: () => false,
    journal: async ({ beside, mask, after, done, settled }) => {
      await waits();
      beside();
      for (const event of eventsOf(app)) mask(event);
      steps.push('events');
      after();
      steps.push(done(0).type);
      settled();
      return 0;
    },
  };
  return { masking, steps, lengths };
}

describe('masking a store', () => {
  it('drops blobs under their old names once no event names them, before the journal says so', async () => {
    const app = openApp();
    writeSource(app, exchange(2));
    await runImport(app);
    const { masking, steps } = noting(app);
    await maskStore(app, masking);
    expect(steps).toEqual(['transcript', 'events', `drop ${idOf()} old`, 'journal.redacted']);
  });

  it('masks what was kept while it waited for the lock', async () => {
    const app = openApp();
    writeSource(app, exchange(2));
    await runImport(app);
    const other = secondProcess(app);
    const { masking, lengths } = noting(app, async () => {
      writeSource(app, [...exchange(2), prompt('p9', 'a1', 'and tulips')]);
      await runImport(other);
    });
    const before = app.readModel.state(idOf())?.transcript?.keptLength ?? 0;
    await maskStore(app, masking);
    expect(lengths).toEqual([other.readModel.state(idOf())?.transcript?.keptLength]);
    expect(lengths[0]).toBeGreaterThan(before);
  });
});

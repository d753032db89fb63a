import { describe, expect, it } from 'vitest';
import { commitSlices, draftBytes } from '../../src/app/commit-slices.ts';
import { serialisedBytes } from '../../src/app/serialised-bytes.ts';
import type { EventDraft } from '../../src/events/envelope.ts';
import { MAX_COMMIT_BYTES, MAX_COMMIT_EVENTS } from '../../src/events/envelope.ts';
import { fc } from '../support/properties.ts';
import { eventsOf, idOf, openApp } from './app-fixture.ts';

function draft(app: ReturnType<typeof openApp>, length: number): EventDraft {
  return {
    id: app.mintEventId(),
    stream: `session/${idOf()}`,
    type: 'prompt.submitted',
    at: '2026-03-01T09:00:00.000Z',
    by: { kind: 'hook', agent: 'claude-code', version: '2.1.99' },
    trust: 'untrusted',
    data: { text: 'ü'.repeat(length) },
  } as unknown as EventDraft;
}

describe('the size of a value', () => {
  it('is never taken for less than its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.jsonValue(), (text, value) => {
        for (const one of [text, value])
          expect(serialisedBytes(one)).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(one)));
      }),
    );
  });

  it('is exact for plain text, and counts escapes', () => {
    expect(serialisedBytes('plain')).toBe(7);
    expect(serialisedBytes('\u0001')).toBe(8);
    expect(serialisedBytes('ü€')).toBe(7);
  });
});

describe('slices of drafts', () => {
  it('hold all drafts in order, and each fits one commit', async () => {
    const app = openApp();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 7000 }), { maxLength: 400 }), async (lengths) => {
        const drafts = lengths.map((length) => draft(app, length));
        const slices = [...commitSlices(drafts)];
        expect(slices.flat()).toEqual(drafts);
        for (const slice of slices) {
          expect(slice.length).toBeLessThanOrEqual(MAX_COMMIT_EVENTS);
          expect(slice.reduce((sum, one) => sum + draftBytes(one), 0)).toBeLessThanOrEqual(MAX_COMMIT_BYTES);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are taken by the journal', async () => {
    const app = openApp();
    const drafts = Array.from({ length: 300 }, () => draft(app, 7000));
    for (const slice of commitSlices(drafts)) {
      const decide = () => ({ kind: 'append', drafts: slice }) as const;
      await app.journal.commit({ since: app.journal.head(), decide, wait: 0 });
    }
    expect(eventsOf(app)).toHaveLength(300);
  });
});

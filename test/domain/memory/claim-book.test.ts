import { describe, expect, it } from 'vitest';
import { ClaimBook } from '../../../src/domain/claim-book.ts';
import { readClaim } from '../../../src/domain/memory-claim.ts';
import { findConflict, isTwin } from '../../../src/domain/memory-likeness.ts';
import type { MemoryRecord } from '../../../src/domain/memory-state.ts';
import type { IsoTime, MemoryId } from '../../../src/kernel/ids.ts';
import { fc } from '../../support/properties.ts';

const WORDS =
  'use never pnpm npm port 4001 4002 gateway queue retries five timeout is not forbidden instead of src/app.ts'.split(
    ' ',
  );
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));

function recordOf(words: string, at: number): MemoryRecord {
  const proposedAt = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString() as IsoTime;
  return { id: String(at).padStart(16, '0') as MemoryId, text: words, proposedAt, status: 'proposed' } as MemoryRecord;
}

const always = (): boolean => true;

describe('a book of claims', () => {
  it('finds the twin that a comparison with every record finds', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), text, (texts, wanted) => {
        const records = texts.map(recordOf);
        const claim = readClaim(wanted);
        const same = records.find((one) => readClaim(one.text).normal === claim.normal);
        const twin = same ?? records.find((one) => isTwin(readClaim(one.text), claim));
        expect(new ClaimBook(records).findTwin(wanted, always)?.record.id).toBe(twin?.id);
      }),
      { numRuns: 400 },
    );
  });

  it('finds every conflict among few records', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), text, (texts, wanted) => {
        const records = texts.map(recordOf);
        const claim = readClaim(wanted);
        const all = records.filter((one) => findConflict(claim, readClaim(one.text)) !== undefined);
        const found = new ClaimBook(records).findConflicts(wanted, always).map(({ record }) => record.id);
        expect([...found].sort()).toEqual(all.map(({ id }) => id).sort());
      }),
      { numRuns: 400 },
    );
  });

  it('that followed every change answers like one of what is there now', () => {
    const change = fc.tuple(fc.nat(9), fc.option(text));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), text, (changes, wanted) => {
        const book = new ClaimBook();
        const there = new Map<number, MemoryRecord>();
        for (const [at, words] of changes) {
          if (words === null) book.remove(recordOf('', at).id);
          else book.put(recordOf(words, at));
          if (words === null) there.delete(at);
          else there.set(at, recordOf(words, at));
        }
        const fresh = new ClaimBook(there.values());
        expect(book.findTwin(wanted, always)?.record.id).toBe(fresh.findTwin(wanted, always)?.record.id);
        const ids = (one: ClaimBook) =>
          one
            .findConflicts(wanted, always)
            .map(({ record }) => record.id)
            .sort();
        expect(ids(book)).toEqual(ids(fresh));
      }),
    );
  });

  it('asks whoever looks which records count', () => {
    const book = new ClaimBook([recordOf('the gateway listens on port 4001', 1)]);
    expect(book.findTwin('our gateway listens on port 4001', always)?.exact).toBe(false);
    expect(book.findTwin('our gateway listens on port 4001', () => false)).toBeUndefined();
    expect(book.findConflicts('the gateway listens on port 4002', () => false)).toEqual([]);
  });
});

import { createHash } from 'node:crypto';
import type { MarkLine } from '../../../src/domain/digest-line.ts';
import type { DigestOutcome } from '../../../src/domain/digest-outcome.ts';
import type { MemoryRecord } from '../../../src/domain/memory-state.ts';
import type { IsoTime, MemoryId, SessionId } from '../../../src/kernel/ids.ts';
import { fold, HARBOUR, proposed } from '../memory/memory-fixture.ts';

/** A mark with a key of its own. */
export const mark: MarkLine = (content) => createHash('sha256').update(`lamp room ${content}`).digest('base64url');

/** A 16-character id that ends in a number. */
export function idOf(number: number): MemoryId {
  return `t1des${String(number).padStart(11, '0')}` as MemoryId;
}

/** An accepted record of the harbour. */
export function record(number: number, text: string, more: Partial<MemoryRecord> = {}): MemoryRecord {
  const { record: base } = fold(proposed({ text }, idOf(number)));
  const acceptedAt = `2026-05-04T10:00:${String(number % 60).padStart(2, '0')}.000Z` as IsoTime;
  return { ...base, status: 'accepted', acceptedAt, scope: { project: HARBOUR }, ...more };
}

export function outcome(number: number, text: string, more: Partial<DigestOutcome> = {}): DigestOutcome {
  const session = `dvnes${String(number).padStart(11, '0')}` as SessionId;
  return { session, at: '2026-05-04T09:00:00.000Z' as IsoTime, pinned: false, done: false, text, ...more };
}

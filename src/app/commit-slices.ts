import type { EventDraft } from '../events/envelope.ts';
import { MAX_COMMIT_BYTES, MAX_COMMIT_EVENTS } from '../events/envelope.ts';
import { serialisedBytes } from './serialised-bytes.ts';

/** What the journal itself adds to an event, at most. */
const ENVELOPE_BYTES = 512;

/** Bytes that a draft takes in the journal, at most. */
export function draftBytes(draft: EventDraft): number {
  return serialisedBytes(draft) + ENVELOPE_BYTES;
}

/** Cuts drafts into slices that each fit one commit, in order. */
export function* commitSlices(drafts: readonly EventDraft[]): Generator<readonly EventDraft[]> {
  let slice: EventDraft[] = [];
  let bytes = 0;
  for (const draft of drafts) {
    const more = draftBytes(draft);
    if (slice.length > 0 && (slice.length >= MAX_COMMIT_EVENTS || bytes + more > MAX_COMMIT_BYTES)) {
      yield slice;
      [slice, bytes] = [[], 0];
    }
    slice.push(draft);
    bytes += more;
  }
  if (slice.length > 0) yield slice;
}

import type { JournalCursor, JournalEntry } from '../app/ports/journal.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { listSegments, resolveEnds } from './segment-list.ts';
import { scanSegment } from './segment-scan.ts';
import type { StoreLayout } from './store-layout.ts';

export interface ReadRequest {
  readonly layout: StoreLayout;
  readonly after: JournalCursor;
  readonly sha256: Sha256;
}

/** All entries after a cursor, in journal order, as the files stand when each is opened. Bounded memory. */
export function* readEntries(request: ReadRequest): Generator<JournalEntry, void> {
  const { layout, after, sha256 } = request;
  let expectedPrev: string | undefined = after.segment === 0 ? '' : after.id || undefined;
  for (const segment of resolveEnds(listSegments(layout), after.segment, sha256)) {
    const from = segment.number === after.segment ? after.offset : 0;
    const scan = yield* scanSegment({ segment, from, expectedPrev, sha256 });
    if (scan.gapAtEnd) expectedPrev = undefined;
    else if (scan.last !== undefined) expectedPrev = scan.last.id;
  }
}

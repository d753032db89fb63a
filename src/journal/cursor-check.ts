import { closeSync, fstatSync } from 'node:fs';
import type { JournalCursor } from '../app/ports/journal.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { lineBefore } from './journal-tail.ts';
import { listSegments, openSegment, resolveEnds } from './segment-list.ts';
import type { StoreLayout } from './store-layout.ts';

/** Whether the line that a cursor names is still there, byte for byte, and part of the journal. */
export function holdsCursor(layout: StoreLayout, cursor: JournalCursor, sha256: Sha256): boolean {
  if (cursor.segment === 0) return true;
  const segment = resolveEnds(listSegments(layout), cursor.segment, sha256)[0];
  if (segment?.number !== cursor.segment || cursor.offset > (segment.ended ?? cursor.offset)) return false;
  const fd = openSegment(segment.path);
  if (fd === undefined) return false;
  try {
    if (cursor.offset > fstatSync(fd).size) return false;
    const line = lineBefore(fd, cursor.offset, sha256);
    return line !== undefined && line.kind !== 'damage' && line.event.id === cursor.id && line.event.sum === cursor.sum;
  } finally {
    closeSync(fd);
  }
}

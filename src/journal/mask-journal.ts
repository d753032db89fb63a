import { closeSync } from 'node:fs';
import type { MaskRequest } from '../app/ports/store-masking.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { replaceEventData } from '../events/erase-line.ts';
import { isErased } from '../events/erased.ts';
import { readTail, scanTail } from './journal-tail.ts';
import { beginMasking, endMasking } from './mask-intent.ts';
import { replaceFile } from './safe-fs.ts';
import { listSegments, openSegment, resolveEnds, type Segment } from './segment-list.ts';
import { type Patch, patchedBytes } from './segment-patch.ts';
import { dropUnfinishedSegment } from './segment-plan.ts';
import { type RawLine, readLines } from './segment-reader.ts';
import { isBlank, parseRawLine } from './segment-scan.ts';
import { type AppendContext, appendCommit } from './segment-writer.ts';
import { acquireWriterLock } from './writer-lock.ts';

const LOCK_WAIT = 10_000;

/**
 * Replaces the data of events by what `mask` makes of them, in place: each affected segment is replaced by a file of equal
 * length. Killed at any point, every file is as it was or masked; `mask.intent` stays until the next round has done the rest.
 */
export async function maskJournal(context: AppendContext, request: MaskRequest): Promise<number> {
  const { layout, sha256 } = context;
  const lock = await acquireWriterLock({ lockFile: layout.lockFile, wait: LOCK_WAIT, progress: () => 0 });
  try {
    dropUnfinishedSegment(layout);
    beginMasking(layout);
    request.beside();
    let lines = 0;
    for (const segment of resolveEnds(listSegments(layout), 0, sha256)) {
      const { end } = scanTail(segment, sha256);
      const patches = findPatches(context, { segment, end }, request.mask);
      lines += patches.length;
      if (patches.length > 0) replaceFile(segment.path, patchedBytes(segment.path, end, patches));
    }
    request.after();
    appendCommit(context, { tail: readTail(layout, sha256), drafts: [request.done(lines)] });
    request.settled();
    endMasking(layout);
    return lines;
  } finally {
    lock.release();
  }
}

function findPatches(
  { sha256 }: AppendContext,
  { segment, end }: { readonly segment: Segment; readonly end: number },
  mask: MaskRequest['mask'],
): Patch[] {
  const fd = openSegment(segment.path);
  if (fd === undefined) return [];
  const masked = (line: RawLine): Uint8Array | undefined => {
    const parsed = isBlank(line) ? undefined : parseRawLine(line, sha256);
    if (parsed?.kind !== 'event' || isErased(parsed.event.data)) return undefined;
    const data = mask(parsed.event as LoomEvent);
    return data === undefined ? undefined : replaceEventData(line.bytes, JSON.stringify(data), sha256);
  };
  try {
    const patches: Patch[] = [];
    for (const line of readLines(fd, 0, end)) {
      const bytes = masked(line);
      if (bytes === undefined) continue;
      patches.push({ offset: line.offset, length: line.length, bytes: Buffer.concat([bytes, Buffer.from('\n')]) });
    }
    return patches;
  } finally {
    closeSync(fd);
  }
}

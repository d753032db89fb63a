import { closeSync } from 'node:fs';
import type { JournalEntry, JournalStretch } from '../app/ports/journal.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { openSegment } from './segment-list.ts';
import { readLines } from './segment-reader.ts';
import { isBlank, parseRawLine } from './segment-scan.ts';
import { type StoreLayout, segmentFile } from './store-layout.ts';

interface StretchRequest {
  readonly layout: StoreLayout;
  readonly stretches: Iterable<JournalStretch>;
  readonly sha256: Sha256;
}

/** Reads stretches one after the other; a segment stays open as long as the next stretch is in it. */
export function* readStretches({ layout, stretches, sha256 }: StretchRequest): Generator<JournalEntry, void> {
  let open: { readonly segment: number; readonly fd: number | undefined } | undefined;
  const close = (): void => {
    if (open?.fd !== undefined) closeSync(open.fd);
  };
  try {
    for (const stretch of stretches) {
      if (open?.segment !== stretch.segment) {
        close();
        open = { segment: stretch.segment, fd: openSegment(segmentFile(layout, stretch.segment)) };
      }
      yield* readStretch(open.fd, stretch, sha256);
    }
  } finally {
    close();
  }
}

function* readStretch(fd: number | undefined, stretch: JournalStretch, sha256: Sha256): Generator<JournalEntry, void> {
  const { segment, start, end } = stretch;
  let reached = start;
  for (const line of fd === undefined ? [] : readLines(fd, start, end)) {
    const place = { segment, offset: line.offset, length: line.length };
    if (line.terminated) reached = line.offset + line.length;
    if (line.terminated && !isBlank(line)) yield { ...parseRawLine(line, sha256), place } as JournalEntry;
  }
  if (reached < end) yield missing({ segment, start: reached, end });
}

function missing({ segment, start, end }: JournalStretch): JournalEntry {
  const place = { segment, offset: start, length: end - start };
  return { kind: 'damage', code: 'not-json', place, streams: [], detail: 'no line ends where one did' };
}

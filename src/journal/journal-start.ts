import { closeSync } from 'node:fs';
import { MAX_EVENT_LINE_BYTES } from '../events/envelope.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { namesIn } from './safe-fs.ts';
import { listSegments, openSegment } from './segment-list.ts';
import { readAt } from './segment-reader.ts';
import type { StoreLayout } from './store-layout.ts';

/** The part of a journal's first line that never changes, not even when the line is erased. */
export interface FirstLine {
  readonly id: string;
  /** When loom wrote it. */
  readonly recorded: string;
}

const HEAD_LINES = 4;
const ENVELOPE = /^\{"v":\d+,"id":"([0-9A-HJKMNP-TV-Z]{26})".*?"recorded":"(\d{4}-[0-9T:.-]+Z)"/;

/** Whether there is anything to read where nothing says that there is a store. */
export function holdsHistory(layout: StoreLayout): boolean {
  return listSegments(layout).length > 0 || namesIn(layout.transcriptsDir).length > 0;
}

/** The first line of the journal whose envelope can be read; `undefined` without one among the first of a segment. */
export function firstLineOf(layout: StoreLayout): FirstLine | undefined {
  for (const { path } of listSegments(layout)) {
    for (const line of headOf(path)) {
      const [, id, recorded] = ENVELOPE.exec(line) ?? [];
      if (id !== undefined && recorded !== undefined) return { id, recorded };
    }
  }
  return undefined;
}

function headOf(path: string): readonly string[] {
  try {
    const fd = openSegment(path);
    if (fd === undefined) return [];
    try {
      const buffer = Buffer.allocUnsafe(HEAD_LINES * MAX_EVENT_LINE_BYTES);
      const text = buffer.subarray(0, readAt(fd, buffer, 0)).toString('utf8');
      return text.split('\n').slice(0, HEAD_LINES);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof LoomError) return [];
    throw error;
  }
}

import { lstatSync } from 'node:fs';
import type { Segment } from './segment-list.ts';

/**
 * How segments look without reading them: their names, ends and gaps, and which file the newest is, how long, and when it was
 * written. Whatever writes to a journal adds to the newest segment or begins another. Null where that cannot be told.
 */
export function lookOf(segments: readonly Segment[]): string | null {
  const newest = segments.at(-1);
  if (newest === undefined) return null;
  try {
    const { ino, size, mtimeNs } = lstatSync(newest.path, { bigint: true });
    const marks = segments.map(({ number, ended, gaps }) => [number, ended ?? null, gaps]);
    return JSON.stringify([marks, String(ino), String(size), String(mtimeNs)]);
  } catch {
    return null;
  }
}

import { closeSync, fstatSync, lstatSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { eraseEventLine } from '../events/erase-line.ts';
import { isErased } from '../events/erased.ts';
import type { ParsedLine } from '../events/event-line.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { scanTail } from './journal-tail.ts';
import { namesIn, replaceFile, storageFault } from './safe-fs.ts';
import type { Segment } from './segment-list.ts';
import { listSegments, openSegment, resolveEnds } from './segment-list.ts';
import type { Patch } from './segment-patch.ts';
import { blankLines, patchedBytes } from './segment-patch.ts';
import type { RawLine } from './segment-reader.ts';
import { readAt, readLines } from './segment-reader.ts';
import { isBlank, parseRawLine } from './segment-scan.ts';
import type { StoreLayout } from './store-layout.ts';

interface Erasure {
  /** Ids of the sessions, projects and memory records whose streams go. */
  readonly subjects: readonly string[];
  readonly sha256: Sha256;
}

/** Kinds of stream that can be erased. */
const ERASABLE: ReadonlySet<string> = new Set(['session', 'project', 'memory']);
/** What an erasure itself says of its subjects. */
const LAST_WORDS: ReadonlySet<string> = new Set(['session.purged', 'memory.forgotten']);

const CHUNK = 1024 * 1024;

/**
 * Erases the data of every line of these sessions, projects and memory records, in place: each affected segment is replaced by a file of equal length; only
 * under the lock, repeatable, kill-safe. Bytes that are not part of the journal, and damaged lines that name one, go too.
 */
export function eraseStreams(layout: StoreLayout, erasure: Erasure): void {
  for (const segment of resolveEnds(listSegments(layout), 0, erasure.sha256)) {
    const { end, size } = scanTail(segment, erasure.sha256);
    const patches = mentionsAny(segment.path, erasure.subjects) ? findPatches(segment, end, erasure) : [];
    if (patches.length > 0 || end < size) replaceFile(segment.path, patchedBytes(segment.path, end, patches));
  }
}

/** Removes what repairs set aside and rewrites left behind, where it names one of the subjects; repeatable. */
export function unlinkCopies(layout: StoreLayout, subjects: readonly string[]): void {
  const folders = filesIn(layout.quarantineDir);
  const leftovers = filesIn(layout.journalDir).filter((path) => path.endsWith('.tmp'));
  for (const path of [...folders.flatMap(filesIn), ...leftovers]) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    // A transcript that was set aside has the id in its name alone.
    const isOf = subjects.some((subject) => basename(path) === `${subject}.jsonl`);
    if (isOf || mentionsAny(path, subjects)) removeCopy(path);
  }
}

function removeCopy(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    throw storageFault({ operation: 'unlink', path, cause: error });
  }
}

function filesIn(folder: string): string[] {
  return namesIn(folder).map((name) => join(folder, name));
}

function findPatches(segment: Segment, end: number, erasure: Erasure): Patch[] {
  const fd = openSegment(segment.path);
  if (fd === undefined) return [];
  try {
    const patches: Patch[] = [];
    for (const line of readLines(fd, 0, end)) {
      const bytes = isBlank(line) ? undefined : erasedLine(line, erasure);
      if (bytes !== undefined) patches.push({ offset: line.offset, length: line.length, bytes });
    }
    return patches;
  } finally {
    closeSync(fd);
  }
}

/** What takes the place of a line, line feed included; `undefined` when the line stays as it is. */
function erasedLine(line: RawLine, erasure: Erasure): Uint8Array | undefined {
  const parsed = parseRawLine(line, erasure.sha256);
  if (parsed.kind === 'damage') return mentions(line.bytes, erasure.subjects) ? blankLines(line.length) : undefined;
  if (!mustErase(parsed, erasure.subjects)) return undefined;
  const erased = eraseEventLine(line.bytes, erasure.sha256);
  return erased === undefined ? undefined : Buffer.concat([erased, Buffer.from('\n')]);
}

/** A purge that is finished twice must not erase what the first round said about it. */
function mustErase(parsed: Exclude<ParsedLine, { kind: 'damage' }>, subjects: readonly string[]): boolean {
  const [kind, subject] = parsed.event.stream.split('/');
  if (subject === undefined || !ERASABLE.has(kind ?? '') || !subjects.includes(subject)) return false;
  return !LAST_WORDS.has(parsed.event.type) && !isErased(parsed.event.data);
}

function mentions(bytes: Uint8Array, subjects: readonly string[]): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return subjects.some((subject) => text.includes(subject));
}

/** Whether a file holds one of the ids anywhere: far cheaper than reading its lines. */
function mentionsAny(path: string, subjects: readonly string[]): boolean {
  const fd = openSegment(path);
  if (fd === undefined) return false;
  try {
    const { size } = fstatSync(fd);
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, size));
    // Chunks overlap by more than an id, so that none hides on a border.
    for (let position = 0; position < size; position += Math.max(1, buffer.length - 32)) {
      if (mentions(buffer.subarray(0, readAt(fd, buffer, position)), subjects)) return true;
      if (position + buffer.length >= size) break;
    }
    return false;
  } finally {
    closeSync(fd);
  }
}

import type { MemoryKind } from '../events/memory-data.ts';
import { parseInstant } from '../kernel/instant.ts';
import { printJson } from '../kernel/json-text.ts';
import { makeLineVisible } from '../kernel/visible-text.ts';
import { kindOfSection } from './digest-edits.ts';
import { readPage } from './digest-page.ts';
import { DIGEST_SECTIONS } from './digest-section.ts';
import type { MemoryRecord } from './memory-state.ts';

/** A claim out of a file that somebody shares. Whatever else the file says of it is not taken. */
export interface SharedClaim {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  readonly kind: MemoryKind;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  /** ISO-8601; null when the file does not tell. */
  readonly learnedAt: string | null;
}

/** What a shared file holds. */
export interface SharedFile {
  readonly claims: readonly SharedClaim[];
  /** Lines that are no record. */
  readonly malformed: readonly number[];
  /** Lines that an unresolved merge left: both sides are read. */
  readonly conflictMarkers: number;
}

const KINDS: readonly MemoryKind[] = ['constraint', 'decision', 'preference', 'procedure', 'fact', 'reference'];
const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?$/;
const MOST_LINE = 64 * 1024;
const MOST_CLAIMS = 50_000;
const MOST_WORDS = 32;
const LONGEST_TAG = 64;
const LONGEST_PATH = 512;

function isSharable(record: MemoryRecord): boolean {
  return record.status === 'accepted' && record.blocked === null;
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

/** One record as a line of JSON: no more than others need, keys in one order, so that equal records are equal lines. */
function lineOf(record: MemoryRecord): string {
  const { id, kind, text, tags, paths, learnedAt, acceptedAt, confirmedAt, provenance } = record;
  return printJson({
    loom: 'memory',
    v: 1,
    id,
    kind,
    text,
    ...(tags.length === 0 ? {} : { tags }),
    ...(paths.length === 0 ? {} : { paths }),
    learnedAt: learnedAt ?? record.proposedAt,
    acceptedAt,
    ...(confirmedAt === null ? {} : { confirmedAt }),
    ...(provenance.agent === null ? {} : { agent: provenance.agent }),
  });
}

/** Records for others, one line each, sorted by id: files of two people merge line by line. */
export function shareLines(records: readonly MemoryRecord[]): string {
  return mergeShare(records, []);
}

function knownAt({ confirmedAt, acceptedAt, proposedAt }: MemoryRecord): string {
  return (confirmedAt ?? acceptedAt ?? proposedAt).slice(0, 10);
}

/** Records for people to read, by kind. */
export function shareMarkdown(records: readonly MemoryRecord[]): string {
  const shared = records.filter(isSharable).sort(byId);
  const parts = ['# Project memory'];
  for (const [section, title] of DIGEST_SECTIONS) {
    const lines = shared
      .filter(({ kind }) => kind === section)
      .map(
        (record) =>
          `- ${makeLineVisible(record.text.replace(/\s+/g, ' ').trim())} (known as of ${knownAt(record)}; ${record.id})`,
      );
    if (lines.length > 0) parts.push(`## ${title}\n\n${lines.join('\n')}`);
  }
  return `${parts.join('\n\n')}\n`;
}

function words(value: unknown, longest: number): readonly string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.filter((word) => typeof word === 'string' && word !== '' && word.length <= longest);
  return [...new Set(texts as string[])].slice(0, MOST_WORDS);
}

function instantOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 40 && parseInstant(value) !== undefined ? value : null;
}

function readRecord(text: string, line: number): SharedClaim | undefined {
  let value: unknown;
  try {
    value = text.length > MOST_LINE ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  const claim = members['text'];
  if (members['loom'] !== 'memory' || typeof claim !== 'string') return undefined;
  const kind = KINDS.find((each) => each === members['kind']) ?? 'fact';
  const tags = words(members['tags'], LONGEST_TAG);
  const paths = words(members['paths'], LONGEST_PATH);
  return { line, text: claim, kind, tags, paths, learnedAt: instantOf(members['learnedAt']) };
}

function readLines(lines: readonly string[]): Pick<SharedFile, 'claims' | 'malformed'> {
  const claims: SharedClaim[] = [];
  const malformed: number[] = [];
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const claim = claims.length < MOST_CLAIMS ? readRecord(text, at + 1) : undefined;
    if (claim === undefined) malformed.push(at + 1);
    else claims.push(claim);
  }
  return { claims, malformed };
}

const REFERENCE = / \(known as of (\d{4}-\d\d-\d\d); [0-9a-hjkmnp-tv-z]{16}\)$/;

function readMarkdown(lines: readonly string[]): Pick<SharedFile, 'claims' | 'malformed'> {
  const page = readPage(lines.join('\n'));
  const claims = page.lines.slice(0, MOST_CLAIMS).map(({ line, text, section }): SharedClaim => {
    const day = REFERENCE.exec(text)?.[1] ?? null;
    const kind = kindOfSection(section);
    return { line, text: text.replace(REFERENCE, ''), kind, tags: [], paths: [], learnedAt: day };
  });
  return { claims, malformed: page.foreign.map(({ line }) => line) };
}

/** A line of a shared file: its record, and what it claims. */
export interface SharedLine {
  readonly id: string;
  readonly text: string;
  readonly line: string;
}

/** Lines of a file that holds nothing but records; `undefined` for any other file, an unresolved merge included. */
export function readShareLines(file: string): readonly SharedLine[] | undefined {
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|[\n\r]/);
  const read: SharedLine[] = [];
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const claim = readRecord(line, 0);
    const id: unknown = claim === undefined ? undefined : JSON.parse(line).id;
    if (claim === undefined || typeof id !== 'string') return undefined;
    read.push({ id, text: claim.text, line });
  }
  return read;
}

/**
 * The records of this store for a file that holds records of others as well: their lines stay as they are, sorted in by
 * id. What this store knows is told by this store alone.
 */
export function mergeShare(records: readonly MemoryRecord[], others: readonly SharedLine[]): string {
  const own = records.filter(isSharable).map((record) => ({ id: record.id, line: lineOf(record) }));
  const lines = [...own, ...others].sort(byId);
  return lines.map(({ line }) => `${line}\n`).join('');
}

/**
 * Reads a shared file: lines of JSON, or Markdown. Only what is claimed is taken; who accepted it, and how it is to be
 * trusted, is for the reader to say. Lines of an unresolved merge are counted, and both its sides read.
 */
export function readSharedFile(file: string): SharedFile {
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|[\n\r]/);
  const plain = lines.map((line) => (MARKER.test(line) ? '' : line));
  const isJson =
    plain
      .find((line) => line.trim() !== '')
      ?.trimStart()
      .startsWith('{') === true;
  const conflictMarkers = lines.filter((line) => MARKER.test(line)).length;
  return { ...(isJson ? readLines(plain) : readMarkdown(plain)), conflictMarkers };
}

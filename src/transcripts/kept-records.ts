import type { KeptDamage, KeptRecord, KeptSub } from '../app/ports/transcripts.ts';
import { type AgentName, parseAgentName } from '../events/agents.ts';
import { type IsoTime, parseIsoTime } from '../kernel/ids.ts';

/** Bytes of a kept transcript that can be read in part. */
export interface KeptBytes {
  /** Bytes that are there, at most as many as the journal names. */
  readonly length: number;
  /** Chunks of any size from a place to `length`. */
  chunks(from?: number): Iterable<Buffer>;
  /** The first bytes of the last line; empty when there is none. */
  lastLineHead(): Buffer;
}

/** Bytes of one line, without line feed. */
export interface KeptBytesLine {
  readonly bytes: Buffer;
  readonly offset: number;
  readonly terminated: boolean;
}

/** A generation, and which earlier records it still contains. */
export interface NewestGeneration {
  readonly generation: number;
  readonly keeps: readonly (readonly [number, number])[];
}

const LINE_FEED = 0x0a;
const HEAD = /^\{"v":1,(?:"n":\d{1,15},)?"g":(\d{1,9}),/;
const GENERATION_HEAD = Buffer.from('{"v":1,"g":');

/** Yields what is kept, in order; what cannot be read is yielded as damage, and so is what is missing at the end. */
export function* readKeptRecords(kept: KeptBytes, named: number): Generator<KeptRecord | KeptDamage> {
  const newest = newestGeneration(kept);
  let expected: number | undefined = 1;
  for (const line of splitLines(kept.chunks())) {
    const read = line.terminated ? readKeptLine(line.bytes) : 'the last line is incomplete';
    if (typeof read === 'string') {
      expected = undefined;
      yield unread(read, line);
    } else if (read.kind === 'record') {
      if (expected !== undefined && read.n !== expected) {
        yield { damage: `record ${expected} should be here, but ${read.n} is`, offset: line.offset, length: 0 };
      }
      expected = read.n + 1;
      const { kind: _, ...record } = read;
      yield { ...record, current: isCurrent(newest, record.n, record.generation) };
    }
  }
  if (kept.length < named) {
    yield {
      damage: `${named - kept.length} bytes are missing at the end`,
      offset: kept.length,
      length: named - kept.length,
    };
  }
}

const OTHER_VERSION = 'written by another version of the format';

/** A line that cannot be read, and whether a newer loom wrote it. */
function unread(damage: string, { offset, bytes }: KeptBytesLine): KeptDamage {
  const isNewer = damage.startsWith(OTHER_VERSION) && Number(damage.slice(OTHER_VERSION.length + 2, -1)) > 1;
  return { damage, ...(isNewer ? { newer: true } : {}), offset, length: bytes.length };
}

/** Lines of a transcript with their places. The last one may lack its line feed. */
export function* splitLines(chunks: Iterable<Buffer>): Generator<KeptBytesLine> {
  let offset = 0;
  let pending: Buffer[] = [];
  let pendingLength = 0;
  for (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      const part = chunk.subarray(from, end);
      const bytes = pending.length === 0 ? part : Buffer.concat([...pending, part]);
      yield { bytes, offset, terminated: true };
      offset += bytes.length + 1;
      from = end + 1;
      pending = [];
      pendingLength = 0;
    }
    if (from < chunk.length) {
      pending.push(Buffer.from(chunk.subarray(from)));
      pendingLength += chunk.length - from;
    }
  }
  if (pendingLength > 0) yield { bytes: Buffer.concat(pending), offset, terminated: false };
}

/** The line that begins a generation. */
export interface GenerationLine extends NewestGeneration {
  readonly kind: 'generation';
}

/** The line of a record. */
export interface RecordLine extends Omit<KeptRecord, 'current'> {
  readonly kind: 'record';
}

/** Reads one line; a text says why it cannot be read. */
export function readKeptLine(bytes: Buffer): RecordLine | GenerationLine | string {
  let line: unknown;
  try {
    line = JSON.parse(bytes.toString());
  } catch {
    return 'not JSON';
  }
  if (!isObject(line)) return 'not an object';
  if (member(line, 'v') !== 1) return `${OTHER_VERSION} (${JSON.stringify(member(line, 'v'))})`;
  return Object.hasOwn(line, 'keeps') ? readGeneration(line) : readRecord(line);
}

function readGeneration(line: object): GenerationLine | string {
  const generation = member(line, 'g');
  const keeps = member(line, 'keeps');
  if (!isOrdinal(generation) || !isRanges(keeps)) return 'not a line that begins a generation';
  return { kind: 'generation', generation, keeps };
}

function readRecord(line: object): RecordLine | string {
  const n = member(line, 'n');
  const generation = member(line, 'g');
  const source = readSource(member(line, 'src'));
  const at = readTime(member(line, 'at'));
  const subs = member(line, 'subs');
  if (!isOrdinal(n) || !isOrdinal(generation) || source === undefined || at === undefined) return 'not a kept record';
  if (!Array.isArray(subs) || !subs.every(isSub) || !Object.hasOwn(line, 'record')) return 'not a kept record';
  return { kind: 'record', n, generation, at, ...source, record: member(line, 'record'), subs };
}

function readSource(source: unknown): { readonly agent: AgentName; readonly sourceLine: number } | undefined {
  if (!isObject(source)) return undefined;
  const agent = parseAgentName(String(member(source, 'agent')));
  const sourceLine = member(source, 'line');
  return agent === undefined || typeof sourceLine !== 'number' ? undefined : { agent, sourceLine };
}

function readTime(at: unknown): IsoTime | null | undefined {
  if (at === null) return null;
  return typeof at === 'string' ? parseIsoTime(at) : undefined;
}

function isSub(sub: unknown): sub is KeptSub {
  if (!isObject(sub) || typeof member(sub, 'pointer') !== 'string') return false;
  if (member(sub, 'kind') === 'redacted') return Array.isArray(member(sub, 'rules'));
  return (
    member(sub, 'kind') === 'blob' &&
    /^[0-9a-f]{64}$/.test(String(member(sub, 'sha256'))) &&
    typeof member(sub, 'bytes') === 'number'
  );
}

function isRanges(keeps: unknown): keeps is readonly (readonly [number, number])[] {
  return (
    Array.isArray(keeps) && keeps.every((range) => Array.isArray(range) && range.length === 2 && range.every(isOrdinal))
  );
}

function isOrdinal(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function member(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Looks at the whole transcript only when it has more than one generation. */
function newestGeneration(kept: KeptBytes): NewestGeneration {
  const first: NewestGeneration = { generation: 1, keeps: [] };
  if (kept.length === 0 || HEAD.exec(kept.lastLineHead().toString('latin1'))?.[1] === '1') return first;
  let newest = first;
  for (const { bytes, terminated } of splitLines(kept.chunks())) {
    if (!terminated || !bytes.subarray(0, GENERATION_HEAD.length).equals(GENERATION_HEAD)) continue;
    const line = readKeptLine(bytes);
    if (typeof line !== 'string' && line.kind === 'generation' && line.generation > newest.generation) newest = line;
  }
  return newest;
}

function isCurrent(newest: NewestGeneration, n: number, generation: number): boolean {
  return generation >= newest.generation || newest.keeps.some(([from, to]) => n >= from && n <= to);
}

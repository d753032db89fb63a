import { isPlausible } from '../domain/session-times.ts';
import type { ImportTally } from '../events/session-data.ts';
import type { IsoTime } from '../kernel/ids.ts';
import type { Importer, SourceIdentity } from './ports/importer.ts';
import type { OpenSource, SourceLine } from './ports/source-reader.ts';

/** Sources up to this size are parsed once and held; larger ones are read twice, so that memory stays bounded. */
const HOLD_BYTES = 8 * 1024 * 1024;
const MOST_LINE_NUMBERS = 20;
/** For a pass whose times nobody asks for. */
const NEVER = '9999-12-31T23:59:59.999Z' as IsoTime;

/** One record worth keeping. */
export interface HeldRecord {
  readonly bytes: Uint8Array;
  readonly value: unknown;
  readonly sourceLine: number;
  readonly at: IsoTime | null;
  readonly key: string | undefined;
}

/** A record of which only its key is still known. */
export type KeyedRecord = Pick<HeldRecord, 'key'>;

/** What one pass over a source found. */
export interface SourcePass<R extends KeyedRecord = HeldRecord> {
  readonly identity: SourceIdentity | undefined;
  readonly tally: ImportTally;
  /** Byte after the last line that is accounted for. */
  readonly offset: number;
  /** Number of the last line that is accounted for. */
  readonly line: number;
  /** The latest time that a record bears and that can be true. */
  readonly lastAt: IsoTime | null;
  /** Native keys of the records. */
  readonly keys: ReadonlySet<string>;
  /** Yields the records to keep, in source order. */
  readonly records: () => Iterable<R>;
}

interface RunningTally {
  read: number;
  kept: number;
  malformed: number;
  recovered: number;
  unknown: number;
  /** Runs of NUL bytes, as a file system leaves after a crash. */
  padding: number;
  malformedLines: number[];
}

interface PassState {
  readonly tally: RunningTally;
  offset: number;
  line: number;
  lastAt: IsoTime | null;
  /** When the source is read. */
  readonly asOf: IsoTime;
}

/** Accounts for a line that is no record. */
function accountLine(state: PassState, line: Exclude<SourceLine, { kind: 'record' }>): void {
  if (line.kind === 'deferred') return;
  state.offset = line.end;
  state.line = line.sourceLine;
  if (line.kind === 'padding') state.tally.padding += 1;
  if (line.kind === 'blank' || line.kind === 'padding') return;
  state.tally.read += 1;
  state.tally.malformed += 1;
  if (state.tally.malformedLines.length < MOST_LINE_NUMBERS) state.tally.malformedLines.push(line.sourceLine);
}

function isLater(at: IsoTime | null, { lastAt, asOf }: PassState): boolean {
  return at !== null && (lastAt === null || at > lastAt) && isPlausible(at, asOf);
}

function toHeld(importer: Importer, line: Extract<SourceLine, { kind: 'record' }>, state: PassState): HeldRecord {
  const facts = importer.facts(line.value);
  state.offset = line.end;
  state.line = line.sourceLine;
  if (isLater(facts.at, state)) state.lastAt = facts.at;
  state.tally.read += 1;
  state.tally.kept += 1;
  if (line.glued) state.tally.recovered += 1;
  if (!facts.known) state.tally.unknown += 1;
  return { bytes: line.bytes, value: line.value, sourceLine: line.sourceLine, at: facts.at, key: facts.key };
}

function* rereadRecords(
  importer: Importer,
  source: OpenSource,
  from: { offset: number; line: number },
): Generator<HeldRecord> {
  const scratch = beginState(from, NEVER);
  for (const line of source.lines(from)) {
    if (line.kind === 'record') yield toHeld(importer, line, scratch);
  }
}

function emptyTally(): RunningTally {
  return { read: 0, kept: 0, malformed: 0, recovered: 0, unknown: 0, padding: 0, malformedLines: [] };
}

/** A place in a source: a byte offset, and the number of the last line before it. */
export interface SourcePlace {
  readonly offset: number;
  readonly line: number;
}

/** How to pass over a source. */
export interface ReadingWish {
  readonly from: SourcePlace;
  readonly path: string;
  /** The present moment, where `lastAt` is asked for: no record can be of a later one. */
  readonly asOf?: IsoTime;
}

function beginState({ offset, line }: SourcePlace, asOf: IsoTime): PassState {
  return { tally: emptyTally(), offset, line, lastAt: null, asOf };
}

/** A pass over a source that is under way. */
export interface SourceReading {
  /** Yields the records to keep, once; bytes are valid until the next one. */
  readonly records: Iterable<HeldRecord>;
  /** What was found, once the records are through; `held`: the records, where they were held. */
  readonly finish: (held?: readonly HeldRecord[]) => SourcePass;
}

/** Whether what a source holds from a place on is little enough to be held while it is imported. */
export function fitsInMemory(source: OpenSource, from: SourcePlace): boolean {
  return (source.textSize ?? source.size) - from.offset <= HOLD_BYTES;
}

/** Begins a pass over a source from a place to its end. */
export function beginReading(
  importer: Importer,
  source: OpenSource,
  { from, path, asOf = NEVER }: ReadingWish,
): SourceReading {
  const keys = new Set<string>();
  const gatherer = importer.identify();
  const state = beginState(from, asOf);
  function* read(): Generator<HeldRecord> {
    for (const line of source.lines(from)) {
      if (line.kind !== 'record') {
        accountLine(state, line);
        continue;
      }
      const record = toHeld(importer, line, state);
      gatherer.add(line.value);
      if (record.key !== undefined) keys.add(record.key);
      yield record;
    }
  }
  return {
    records: read(),
    finish: (held) => ({
      identity: gatherer.finish(path),
      tally: tallyOf(state.tally),
      offset: state.offset,
      line: state.line,
      lastAt: state.lastAt,
      keys,
      records: held === undefined ? () => rereadRecords(importer, source, from) : () => held,
    }),
  };
}

function tallyOf({ malformedLines, padding, ...counts }: RunningTally): ImportTally {
  return {
    ...counts,
    skipped: padding,
    ...(padding > 0 ? { skippedTypes: { 'nul-padding': padding } } : {}),
    ...(malformedLines.length > 0 ? { malformedLines } : {}),
  };
}

/** Reads a source from a place to its end: who it is, what it holds, and the records to keep. */
export function readSource(importer: Importer, source: OpenSource, wish: ReadingWish): SourcePass {
  const reading = beginReading(importer, source, wish);
  const held: HeldRecord[] | undefined = fitsInMemory(source, wish.from) ? [] : undefined;
  for (const record of reading.records) held?.push({ ...record, bytes: new Uint8Array(record.bytes) });
  return reading.finish(held);
}

import type { ImportTally } from '../events/session-data.ts';
import type { IsoTime } from '../kernel/ids.ts';
import type { Importer, SourceIdentity } from './ports/importer.ts';
import type { OpenSource, SourceLine } from './ports/source-reader.ts';

/** Sources up to this size are parsed once and held; larger ones are read twice, so that memory stays bounded. */
const HOLD_BYTES = 8 * 1024 * 1024;
const MOST_LINE_NUMBERS = 20;

/** One record worth keeping. */
export interface HeldRecord {
  readonly bytes: Uint8Array;
  readonly value: unknown;
  readonly sourceLine: number;
  readonly at: IsoTime | null;
  readonly key: string | undefined;
}

/** What one pass over a source found. */
export interface SourcePass {
  readonly identity: SourceIdentity | undefined;
  readonly tally: ImportTally;
  /** Byte after the last line that is accounted for. */
  readonly offset: number;
  /** Number of the last line that is accounted for. */
  readonly line: number;
  readonly hasDeferred: boolean;
  /** Native keys of the records. */
  readonly keys: ReadonlySet<string>;
  /** The records themselves, when the source is small enough to hold them. */
  readonly held: readonly HeldRecord[] | undefined;
  /** Yields the records to keep, in source order. */
  readonly records: () => Iterable<HeldRecord>;
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
  hasDeferred: boolean;
}

/** Accounts for a line that is no record. */
function accountLine(state: PassState, line: Exclude<SourceLine, { kind: 'record' }>): void {
  if (line.kind === 'deferred') {
    state.hasDeferred = true;
    return;
  }
  state.offset = line.end;
  state.line = line.sourceLine;
  if (line.kind === 'padding') state.tally.padding += 1;
  if (line.kind === 'blank' || line.kind === 'padding') return;
  state.tally.read += 1;
  state.tally.malformed += 1;
  if (state.tally.malformedLines.length < MOST_LINE_NUMBERS) state.tally.malformedLines.push(line.sourceLine);
}

function toHeld(importer: Importer, line: Extract<SourceLine, { kind: 'record' }>, state: PassState): HeldRecord {
  const facts = importer.facts(line.value);
  state.offset = line.end;
  state.line = line.sourceLine;
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
  const scratch: PassState = { tally: emptyTally(), offset: 0, line: 0, hasDeferred: false };
  for (const line of source.lines(from)) {
    if (line.kind === 'record') yield toHeld(importer, line, scratch);
  }
}

function emptyTally(): RunningTally {
  return { read: 0, kept: 0, malformed: 0, recovered: 0, unknown: 0, padding: 0, malformedLines: [] };
}

/** Reads a source from a place to its end: who it is, what it holds, and the records to keep. */
export function readSource(
  importer: Importer,
  source: OpenSource,
  { from, path }: { readonly from: { readonly offset: number; readonly line: number }; readonly path: string },
): SourcePass {
  const hold = (source.textSize ?? source.size) - from.offset <= HOLD_BYTES;
  const held: HeldRecord[] = [];
  const keys = new Set<string>();
  const gatherer = importer.identify();
  const state: PassState = { tally: emptyTally(), offset: from.offset, line: from.line, hasDeferred: false };
  for (const line of source.lines(from)) {
    if (line.kind !== 'record') {
      accountLine(state, line);
      continue;
    }
    const record = toHeld(importer, line, state);
    gatherer.add(line.value);
    if (record.key !== undefined) keys.add(record.key);
    if (hold) held.push({ ...record, bytes: line.bytes.slice() });
  }
  const { malformedLines, padding, ...counts } = state.tally;
  return {
    identity: gatherer.finish(path),
    tally: {
      ...counts,
      skipped: padding,
      ...(padding > 0 ? { skippedTypes: { 'nul-padding': padding } } : {}),
      ...(malformedLines.length > 0 ? { malformedLines } : {}),
    },
    offset: state.offset,
    line: state.line,
    hasDeferred: state.hasDeferred,
    keys,
    held: hold ? held : undefined,
    records: hold ? () => held : () => rereadRecords(importer, source, from),
  };
}

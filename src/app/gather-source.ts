import { formatInstant } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import { addToDraft, type FilledDraft } from './keep-records.ts';
import { type ReadRecord, toKeptRecords } from './kept-as-read.ts';
import type { Importer, SourceIdentity } from './ports/importer.ts';
import type { Snapshots } from './ports/snapshots.ts';
import type { OpenSource } from './ports/source-reader.ts';
import type { TranscriptDraft } from './ports/transcripts.ts';
import { beginReading, type HeldRecord, type SourcePass, type SourceReading } from './read-source.ts';
import { redactIdentity } from './redact-identity.ts';

/** What a source is read with, whatever the store holds. */
export interface GatherParts extends Pick<AppContext, 'redactor' | 'keyedDigest' | 'clock' | 'decodeText'> {
  readonly snapshots: Pick<Snapshots, 'digestContent'>;
}

/** A source to read from its beginning. */
export interface GatherWish {
  readonly app: GatherParts;
  readonly importer: Importer;
  readonly source: OpenSource;
  /** Path of the source, as found. */
  readonly path: string;
  /** Told of each record. */
  readonly onRecord?: (record: HeldRecord) => void;
}

/** A source that was read once: who it is, and the draft that holds its records. */
export interface GatheredSource {
  readonly pass: SourcePass;
  readonly identity: SourceIdentity | undefined;
  readonly filled: FilledDraft;
}

/** Redacts, keeps and summarizes records as they are read. */
function fillWhileReading(wish: GatherWish, draft: TranscriptDraft, reading: SourceReading): FilledDraft {
  const { app, importer, onRecord } = wish;
  const contents = importer.contents?.(app.snapshots.digestContent);
  const keep = (record: HeldRecord): ReadRecord => {
    onRecord?.(record);
    contents?.add(record.value);
    return addToDraft(app, draft, record);
  };
  function* kept(): Generator<ReadRecord> {
    for (const record of reading.records) yield keep(record);
  }
  const asOf = formatInstant(app.clock());
  const records = kept();
  // A summary that has seen enough ends its own loop, not the reading.
  const shown: Iterable<ReadRecord> = { [Symbol.iterator]: () => ({ next: () => records.next() }) };
  const summary = importer.summarize(toKeptRecords(importer, shown), { asOf });
  for (const _rest of records);
  const asRead = { summary, asOf, keptLength: draft.report().keptLength };
  return { draft, touched: contents?.finish() ?? [], asRead };
}

/** Reads a source once, from its beginning to its end, into an empty draft; the draft is discarded where that fails. */
export function gatherSource(wish: GatherWish, draft: TranscriptDraft): GatheredSource {
  const { app, importer, source, path } = wish;
  const reading = beginReading(importer, source, {
    from: { offset: 0, line: 0 },
    path,
    asOf: formatInstant(app.clock()),
  });
  try {
    const filled = fillWhileReading(wish, draft, reading);
    const pass = reading.finish();
    const identity = pass.identity === undefined ? undefined : redactIdentity(app, pass.identity);
    return { pass, identity, filled };
  } catch (error) {
    draft.discard();
    throw error;
  }
}

import type { LoomEvent } from '../events/envelope.ts';
import type { AppContext } from './context.ts';
import type { Importer } from './ports/importer.ts';
import type { KeepReport, KeptRecord } from './ports/transcripts.ts';
import type { PreparedImport } from './prepare-import.ts';
import type { HeldRecord } from './read-source.ts';

type ReadRecord = Omit<HeldRecord, 'bytes' | 'key'>;

/** A transcript whose kept records are, value for value, the parsed records of the source. */
export interface KeptAsRead {
  readonly records: readonly ReadRecord[];
  readonly keptLength: number;
}

/** Tells whether a draft of a whole new transcript changed nothing of the records that are still held. */
export function keptAsRead(records: readonly HeldRecord[] | undefined, report: KeepReport): KeptAsRead | undefined {
  const untouched = report.blobs === 0 && Object.keys(report.redactions).length === 0;
  if (!untouched || records?.length !== report.lines) return undefined;
  // Without the bytes: they would fill the memory until the commit.
  const read = records.map(({ value, sourceLine, at }) => ({ value, sourceLine, at }));
  return { records: read, keptLength: report.keptLength };
}

/** Summarizes what was just committed from memory, so that the read model need not read the kept transcript again. */
export function offerSummary(
  app: AppContext,
  importer: Importer,
  { prepared, events }: { readonly prepared: PreparedImport; readonly events: readonly LoomEvent[] },
): void {
  const { asRead, session } = prepared;
  const ids = new Set<string>(prepared.drafts.map((draft) => draft.id));
  const synced = events.find((event) => event.type === 'transcript.synced' && ids.has(event.id));
  if (asRead === undefined || synced?.type !== 'transcript.synced') return;
  const inheritedRecords = synced.data.inherited?.records;
  const asOf = synced.recorded;
  const summary = importer.summarize(
    keptRecords(importer, asRead.records),
    inheritedRecords === undefined ? { asOf } : { asOf, inheritedRecords },
  );
  const key = { keptLength: asRead.keptLength, normalizerVersion: importer.normalizerVersion, event: synced.id };
  app.readModel.offerSummary(session, key, summary);
}

/** The records as the first generation of a transcript yields them. */
function* keptRecords({ agent }: Importer, records: readonly ReadRecord[]): Generator<KeptRecord> {
  for (const [index, { at, sourceLine, value }] of records.entries()) {
    yield { n: index + 1, generation: 1, at, agent, sourceLine, record: value, subs: [], current: true };
  }
}

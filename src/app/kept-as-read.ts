import type { ConversationSummary } from '../domain/conversation.ts';
import type { IsoTime } from '../kernel/ids.ts';
import type { Importer } from './ports/importer.ts';
import type { KeepReport, KeptRecord, KeptSub } from './ports/transcripts.ts';

/** A record as it is kept, without its bytes: they would fill the memory until the commit. */
export interface ReadRecord {
  readonly value: unknown;
  readonly subs: readonly KeptSub[];
  readonly sourceLine: number;
  readonly at: IsoTime | null;
}

/** Every record of a new transcript, as it is kept. */
export interface KeptAsRead {
  readonly records: readonly ReadRecord[];
  readonly keptLength: number;
}

/** The summary of a new transcript, made while it was read. */
export interface SummaryAsRead {
  readonly summary: ConversationSummary;
  /** The moment it speaks of. */
  readonly asOf: IsoTime;
  readonly keptLength: number;
}

/** The records of a draft, when they are all of it. */
export function keptAsRead(records: readonly ReadRecord[], report: KeepReport): KeptAsRead | undefined {
  return records.length === report.lines ? { records, keptLength: report.keptLength } : undefined;
}

/** The records as the first generation of a transcript yields them. */
export function* toKeptRecords({ agent }: Importer, records: Iterable<ReadRecord>): Generator<KeptRecord> {
  let n = 0;
  for (const { at, sourceLine, value, subs } of records) {
    n += 1;
    yield { n, generation: 1, at, agent, sourceLine, record: value, subs, current: true };
  }
}

import type { ConversationSummary } from '../domain/conversation.ts';
import type { IsoTime } from '../kernel/ids.ts';
import type { Importer } from './ports/importer.ts';
import type { KeptRecord, KeptSub } from './ports/transcripts.ts';

/** A record as it is kept, without its bytes: they would fill the memory until the commit. */
export interface ReadRecord {
  readonly value: unknown;
  readonly subs: readonly KeptSub[];
  readonly sourceLine: number;
  readonly at: IsoTime | null;
}

/** The summary of a new transcript, made while it was read. */
export interface SummaryAsRead {
  readonly summary: ConversationSummary;
  /** The moment it speaks of. */
  readonly asOf: IsoTime;
  readonly keptLength: number;
}

/** The records as the first generation of a transcript yields them. */
export function* toKeptRecords({ agent }: Importer, records: Iterable<ReadRecord>): Generator<KeptRecord> {
  let n = 0;
  for (const { at, sourceLine, value, subs } of records) {
    n += 1;
    yield { n, generation: 1, at, agent, sourceLine, record: value, subs, current: true };
  }
}

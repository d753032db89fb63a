import type { LoomEvent } from '../events/envelope.ts';
import type { AppContext } from './context.ts';
import type { SummaryAsRead } from './kept-as-read.ts';
import type { Importer } from './ports/importer.ts';
import type { PreparedImport } from './prepared-import.ts';

type Synced = Extract<LoomEvent, { readonly type: 'transcript.synced' }>;

/** Whether a summary of an earlier moment says what one of the sync would: no time in it was still to come, and nothing is inherited. */
function isStillTrue({ summary, asOf }: SummaryAsRead, synced: Synced): boolean {
  const ended = summary.updatedAt === null || summary.updatedAt <= asOf;
  return ended && asOf <= synced.recorded && synced.data.inherited === undefined;
}

/** Offers the summary of what was just committed, so that the read model need not read the kept transcript again. */
export function offerSummary(
  app: AppContext,
  importer: Importer,
  { prepared, events }: { readonly prepared: PreparedImport; readonly events: readonly LoomEvent[] },
): void {
  const { asRead, session } = prepared;
  const ids = new Set<string>(prepared.drafts.map((draft) => draft.id));
  const synced = events.find((event) => event.type === 'transcript.synced' && ids.has(event.id));
  if (asRead === undefined || synced?.type !== 'transcript.synced') return;
  if (!isStillTrue(asRead, synced)) return;
  const key = { keptLength: asRead.keptLength, normalizerVersion: importer.normalizerVersion, event: synced.id };
  app.readModel.offerSummary(session, key, asRead.summary);
}

import type { EventDraft } from '../events/envelope.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Journal } from './ports/journal.ts';

/** Where captured events go: the journal, and, while somebody else holds its lock, the spool beside it. */
export interface CaptureSink {
  readonly journal: Pick<Journal, 'head' | 'commit'>;
  /** Writes events durably beside the journal, for whoever gets the lock next. */
  readonly spool: (drafts: readonly EventDraft[]) => void;
}

/** How long a hook waits for the lock, in milliseconds. */
const LOCK_WAIT = 250;
/** The journal may grow by more than one commit may see while a hook waits. */
const MOST_TRIES = 3;

/** Appends captured events without deciding anything about them; when this resolves they are durable. Faults are thrown. */
export async function recordCapture(sink: CaptureSink, drafts: readonly EventDraft[]): Promise<'journal' | 'spool'> {
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const since = sink.journal.head();
      const outcome = await sink.journal.commit<never>({
        since,
        decide: () => ({ kind: 'append', drafts }),
        wait: LOCK_WAIT,
      });
      if (outcome.kind === 'appended') return 'journal';
    }
  } catch (error) {
    if (!(error instanceof LoomError) || error.kind !== 'busy') throw error;
  }
  sink.spool(drafts);
  return 'spool';
}

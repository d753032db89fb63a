import type { LoomEvent } from '../events/envelope.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import type { CommitDecision, JournalCursor, JournalEntry } from './ports/journal.ts';

/** How long a person's command waits for the writer lock, in milliseconds. */
const COMMAND_WAIT = 10_000;
const MOST_ROUNDS = 50;

/** A decision over the read model as it stands, with the entries that it has not seen yet. */
export type Decide<R> = (tail: readonly JournalEntry[]) => CommitDecision<R>;

export type Committed<R> =
  | { readonly kind: 'appended'; readonly events: readonly LoomEvent[]; readonly cursor: JournalCursor }
  | { readonly kind: 'refused'; readonly refusal: R }
  | { readonly kind: 'nothing' };

export interface CommitOptions {
  readonly wait?: number | 'growing';
  readonly onWait?: () => void;
  /** What the first try is prepared from, where that is already more than the read model has folded. */
  readonly since?: JournalCursor;
}

/**
 * Catches the read model up, decides inside the lock, appends, and catches up again. `prepare` runs before each try, after the
 * catch-up, and returns the decision; it runs again when too much was appended meanwhile.
 */
export async function commitDecision<R>(
  app: AppContext,
  prepare: () => Decide<R>,
  options: CommitOptions = {},
): Promise<Committed<R>> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const since = (round === 0 ? options.since : undefined) ?? app.readModel.catchUp();
    const decide = prepare();
    const outcome = await app.journal.commit<R>({
      since,
      decide,
      wait: options.wait ?? COMMAND_WAIT,
      ...(options.onWait === undefined ? {} : { onWait: options.onWait }),
    });
    if (outcome.kind === 'behind') continue;
    return outcome;
  }
  throw new LoomError({
    kind: 'busy',
    code: 'journal-outruns',
    message: 'other processes write faster than this one can follow',
    hints: ['run the same command again'],
  });
}

/** Whether a tail holds anything in one of these streams; then a decision made before it is void. */
export function touchesStream(tail: readonly JournalEntry[], stream: string): boolean {
  return tail.some((entry) =>
    entry.kind === 'damage' ? entry.streams.includes(stream as never) : entry.event.stream === stream,
  );
}

/** Figures of one look at everything or at what changed, in milliseconds. */
export interface LookTimes {
  /** When the last look at everything ended, and how long it took. */
  readonly allEnded: number;
  readonly allTook: number;
  /** When the last look of any kind ended, and how long it took. */
  readonly ended: number;
  readonly took: number;
}

/** What waits to be looked at: when its first and its last event came; null when nothing does. */
export interface WaitingEvents {
  readonly first: number;
  readonly last: number;
  /** Something that is no known source changed: only a look at everything tells what. */
  readonly unknown: boolean;
}

const QUIET = 150;
const LONGEST_WAIT = 1000;
const POLL_EVERY = 2000;
/** Shares of the time that looks may take: everything for no reason, everything after an event, single files. */
const POLL_SHARE = 20;
const UNKNOWN_SHARE = 10;
const FILE_SHARE = 5;

/**
 * When the next look is due, in milliseconds of the same clock. Events are gathered until they pause; looks that take
 * long come seldom, so that following many or large files leaves the machine to others.
 */
export function nextLook(
  times: LookTimes,
  waiting: WaitingEvents | null,
): { readonly at: number; readonly all: boolean } {
  const poll = times.allEnded + Math.max(POLL_EVERY, times.allTook * POLL_SHARE);
  if (waiting === null) return { at: poll, all: true };
  const settled = Math.min(waiting.last + QUIET, waiting.first + LONGEST_WAIT);
  const rested = waiting.unknown
    ? times.allEnded + times.allTook * UNKNOWN_SHARE
    : times.ended + times.took * FILE_SHARE;
  const at = Math.max(settled, rested);
  return at < poll ? { at, all: waiting.unknown } : { at: poll, all: true };
}

import type { IsoTime } from '../kernel/ids.ts';
import { formatInstant, instantMillis } from '../kernel/instant.ts';

/** No agent that loom knows is older. */
const FIRST_PLAUSIBLE = '2020-01-01T00:00:00.000Z' as IsoTime;
const SKEW_MILLIS = 5 * 60_000;

/** Tells whether a claimed time can be true: not before 2020, and at most five minutes after loom wrote it down. */
export function isPlausible(at: IsoTime, recorded: IsoTime): boolean {
  if (at < FIRST_PLAUSIBLE) return false;
  return at <= recorded || at <= formatInstant(instantMillis(recorded) + SKEW_MILLIS);
}

/** The later of two instants; an absent one never wins. */
export function laterOf(one: IsoTime, other: IsoTime | null): IsoTime {
  return other !== null && other > one ? other : one;
}

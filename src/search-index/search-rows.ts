import type { IsoTime } from '../kernel/ids.ts';
import { instantMillis } from '../kernel/instant.ts';

const MINUTE = 60_000;
/** Rows of one minute. */
export const ROWS_A_MINUTE = 65_536;

/** The number of the first row of the minute in which an instant lies; never negative. */
export function firstRowOf(at: string): number {
  return Math.max(0, Math.floor(instantMillis(at as IsoTime) / MINUTE)) * ROWS_A_MINUTE;
}

/** The minute that a row lies in. */
export function minuteOf(row: number): number {
  return Math.floor(row / ROWS_A_MINUTE);
}

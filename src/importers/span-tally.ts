import type { IsoTime } from '../kernel/ids.ts';
import { formatInstant, instantMillis } from '../kernel/instant.ts';
import { type ForeignTime, readForeignTime } from './foreign-time.ts';

const FIRST_PLAUSIBLE = '2020-01-01T00:00:00.000Z';
const CLOCK_SKEW_MILLIS = 5 * 60_000;

/** Earliest, latest and latest plausible time of the records seen. Loom's ISO form sorts as text. */
export class SpanTally {
  first: IsoTime | null = null;
  last: IsoTime | null = null;
  plausible: IsoTime | null = null;
  suspect = false;
  readonly #latest: IsoTime;

  constructor(asOf: IsoTime) {
    this.#latest = formatInstant(instantMillis(asOf) + CLOCK_SKEW_MILLIS);
  }

  /** Adds the time of a record. A time that cannot be read is suspect, and a missing one where the record should have one. */
  add(timestamp: unknown, isExpected: boolean): void {
    const time = readForeignTime(timestamp);
    if (time === null) {
      if (isExpected || (timestamp !== undefined && timestamp !== null)) this.suspect = true;
      return;
    }
    this.#addTime(time);
  }

  #addTime({ iso, zoneless }: ForeignTime): void {
    if (this.first === null || iso < this.first) this.first = iso;
    if (this.last === null || iso > this.last) this.last = iso;
    const plausible = iso >= FIRST_PLAUSIBLE && iso <= this.#latest;
    if (!plausible || zoneless) this.suspect = true;
    if (plausible && (this.plausible === null || iso > this.plausible)) this.plausible = iso;
  }
}

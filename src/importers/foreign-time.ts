import type { IsoTime } from '../kernel/ids.ts';
import { formatInstant, parseInstant } from '../kernel/instant.ts';

/** A time as another tool wrote it. */
export interface ForeignTime {
  readonly iso: IsoTime;
  /** The text had no zone and was read as UTC. */
  readonly zoneless: boolean;
}

const EPOCH_DIGITS = /^\d{10}(?:\d{3}){0,2}(?:\.\d+)?$/;
const LOOM_FORM = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2}))?/;
const ZONE = /[+-](\d{2}):?(\d{2})$/;
/** Numbers outside are no time: counters, ids, durations. 1973 in seconds, and 2286 in microseconds. */
const LEAST_EPOCH = 1e8;
const MOST_EPOCH = 1e16;

/** Seconds, milliseconds or microseconds since the epoch, told apart by size. */
function fromEpoch(value: number): ForeignTime | null {
  if (!(value >= LEAST_EPOCH && value <= MOST_EPOCH)) return null;
  let millis = value;
  if (value < 1e11) millis = value * 1000;
  else if (value > 1e14) millis = value / 1000;
  return { iso: formatInstant(millis), zoneless: false };
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Whether the calendar, the clock and the world know the date, the hour and the zone of a text in ISO form. */
function exists(text: string): boolean {
  const parts = DATE.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  if (day > daysOf(year, month) || (hour === 24 && minute > 0)) return false;
  const zone = text.includes(':') ? ZONE.exec(text) : null;
  return zone === null || (Number(zone[1]) <= 14 && Number(zone[2]) < 60);
}

/** Reads ISO text with or without zone, or an epoch number in seconds, milliseconds or microseconds; null for anything else. */
export function readForeignTime(value: unknown): ForeignTime | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return null;
  if (LOOM_FORM.test(value)) return { iso: value as IsoTime, zoneless: false };
  const text = value.trim();
  if (EPOCH_DIGITS.test(text)) return fromEpoch(Number(text));
  const parsed = exists(text) ? parseInstant(text) : undefined;
  return parsed === undefined ? null : { iso: formatInstant(parsed.millis), zoneless: !parsed.zoned };
}

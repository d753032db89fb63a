import type { IsoTime } from './ids.ts';

const DAY = 86_400_000;

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days since 1970-01-01 of a proleptic Gregorian date (Hinnant's days_from_civil). */
function daysFromCivil({ year, month, day }: CivilDate): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Inverse of {@link daysFromCivil}. */
function civilFromDays(days: number): CivilDate {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const doe = z - era * 146_097;
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365);
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const month = mp + (mp < 10 ? 3 : -9);
  const day = doy - Math.floor((153 * mp + 2) / 5) + 1;
  return { year: yoe + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** Milliseconds since the epoch → loom's ISO form. Times outside years 0000–9999 are clamped, never thrown on. */
export function formatInstant(millis: number): IsoTime {
  const ms = Math.min(Math.max(Math.floor(millis), -62_167_219_200_000), 253_402_300_799_999);
  const days = Math.floor(ms / DAY);
  const rest = ms - days * DAY;
  const { year, month, day } = civilFromDays(days);
  const clock = `${pad(Math.floor(rest / 3_600_000), 2)}:${pad(Math.floor(rest / 60_000) % 60, 2)}:${pad(Math.floor(rest / 1000) % 60, 2)}.${pad(rest % 1000, 3)}`;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${clock}Z` as IsoTime;
}

const LOOSE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?$/;

/** What a foreign time text said. */
export interface ParsedInstant {
  /** Milliseconds since the epoch, UTC. */
  readonly millis: number;
  /** `false` when the text had no zone and was read as UTC. */
  readonly zoned: boolean;
}

function offsetMillis(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.slice(1).replace(':', '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4))) * 60_000;
}

interface CivilTime extends CivilDate {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly fraction: number;
}

/** Milliseconds since the epoch; `undefined` when there is no such time, or a part is no number. */
function civilMillis({ year, month, day, hour, minute, second, fraction }: CivilTime): number | undefined {
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  if (!isDay || hour > 24 || minute > 59 || second > 60) return undefined;
  const millis =
    daysFromCivil({ year, month, day }) * DAY + hour * 3_600_000 + minute * 60_000 + second * 1000 + fraction;
  return Number.isNaN(millis) ? undefined : millis;
}

/** The digits of a part of a text as a number. */
function digitsOf(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

const MARKS: readonly (readonly [place: number, mark: string])[] = [
  [4, '-'],
  [7, '-'],
  [10, 'T'],
  [13, ':'],
  [16, ':'],
  [19, '.'],
  [23, 'Z'],
];

/** Reads by places what {@link formatInstant} writes, as nearly all times are written: a pattern takes ten times as long. */
function persistedMillis(text: string): number | undefined {
  if (text.length !== 24) return undefined;
  for (const [place, mark] of MARKS) if (text[place] !== mark) return undefined;
  return civilMillis({
    year: digitsOf(text, 0, 4),
    month: digitsOf(text, 5, 7),
    day: digitsOf(text, 8, 10),
    hour: digitsOf(text, 11, 13),
    minute: digitsOf(text, 14, 16),
    second: digitsOf(text, 17, 19),
    fraction: digitsOf(text, 20, 23),
  });
}

/** Parses ISO-8601 as agents write it, with or without zone, seconds and fraction; `undefined` when it is no instant. */
export function parseInstant(text: string): ParsedInstant | undefined {
  const persisted = persistedMillis(text);
  if (persisted !== undefined) return { millis: persisted, zoned: true };
  const match = LOOSE.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const fraction = Number((match[7] ?? '0').padEnd(3, '0').slice(0, 3));
  const millis = civilMillis({ year, month, day, hour, minute, second, fraction });
  return millis === undefined ? undefined : { millis: millis - offsetMillis(match[8]), zoned: match[8] !== undefined };
}

/** Milliseconds of a persisted instant. Throws on anything that {@link formatInstant} did not write. */
export function instantMillis(iso: IsoTime): number {
  const parsed = parseInstant(iso);
  if (parsed === undefined) throw new TypeError(`not a persisted instant: ${iso}`);
  return parsed.millis;
}

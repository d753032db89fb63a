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

/** Parses ISO-8601 as agents write it, with or without zone, seconds and fraction; `undefined` when it is no instant. */
export function parseInstant(text: string): ParsedInstant | undefined {
  const match = LOOSE.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > 31 || (hour ?? 0) > 24 || (minute ?? 0) > 59 || (second ?? 0) > 60) {
    return undefined;
  }
  const fraction = Number((match[7] ?? '0').padEnd(3, '0').slice(0, 3));
  const clock = (hour ?? 0) * 3_600_000 + (minute ?? 0) * 60_000 + (second ?? 0) * 1000 + fraction;
  return {
    millis: daysFromCivil({ year, month, day }) * DAY + clock - offsetMillis(match[8]),
    zoned: match[8] !== undefined,
  };
}

/** Milliseconds of a persisted instant. Throws on anything that {@link formatInstant} did not write. */
export function instantMillis(iso: IsoTime): number {
  const parsed = parseInstant(iso);
  if (parsed === undefined) throw new TypeError(`not a persisted instant: ${iso}`);
  return parsed.millis;
}

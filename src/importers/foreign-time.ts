import type { IsoTime } from '../kernel/ids.ts';
import { formatInstant, parseInstant } from '../kernel/instant.ts';

/** A time as another tool wrote it. */
export interface ForeignTime {
  readonly iso: IsoTime;
  /** The text had no zone and was read as UTC. */
  readonly zoneless: boolean;
}

const EPOCH_DIGITS = /^\d{10}(?:\d{3}){0,2}(?:\.\d+)?$/;
const LOOM_FORM = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[01]\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Seconds, milliseconds or microseconds since the epoch, told apart by size. */
function fromEpoch(value: number): ForeignTime | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  let millis = value;
  if (value < 1e11) millis = value * 1000;
  else if (value > 1e14) millis = value / 1000;
  return { iso: formatInstant(millis), zoneless: false };
}

/** Reads ISO text with or without zone, or an epoch number in seconds, milliseconds or microseconds; null for anything else. */
export function readForeignTime(value: unknown): ForeignTime | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return null;
  if (LOOM_FORM.test(value)) return { iso: value as IsoTime, zoneless: false };
  const text = value.trim();
  if (EPOCH_DIGITS.test(text)) return fromEpoch(Number(text));
  const parsed = parseInstant(text);
  return parsed === undefined ? null : { iso: formatInstant(parsed.millis), zoneless: !parsed.zoned };
}

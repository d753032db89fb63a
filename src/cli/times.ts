import type { IsoTime } from '../kernel/ids.ts';
import { formatInstant, parseInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { Screen } from './screen.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY };

function ago(elapsed: number): string {
  if (elapsed < MINUTE) return 'just now';
  if (elapsed < HOUR) return `${Math.floor(elapsed / MINUTE)}m ago`;
  if (elapsed < DAY) return `${Math.floor(elapsed / HOUR)}h ago`;
  return `${Math.floor(elapsed / DAY)}d ago`;
}

/** Shows an instant: how long ago for people (the date beyond 30 days and for the future), ISO elsewhere. */
export function showTime(at: IsoTime | null, screen: Pick<Screen, 'terminal' | 'now'>): string {
  if (at === null) return '';
  if (!screen.terminal) return at;
  const instant = parseInstant(at);
  if (instant === undefined) return at;
  const elapsed = screen.now - instant.millis;
  return elapsed < -MINUTE || elapsed > 30 * DAY ? at.slice(0, 10) : ago(Math.max(0, elapsed));
}

/** Midnight of the local day that lies `days` before `now`; daylight saving is the calendar's business. */
function localMidnight(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

function localInstant(text: string): number | undefined {
  const parsed = parseInstant(text);
  if (parsed === undefined) return undefined;
  if (parsed.zoned) return parsed.millis;
  const utc = new Date(parsed.millis);
  if (!text.includes(String(utc.getUTCDate()).padStart(2, '0'))) return undefined;
  const local = new Date(0);
  local.setFullYear(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate());
  local.setHours(utc.getUTCHours(), utc.getUTCMinutes(), utc.getUTCSeconds(), utc.getUTCMilliseconds());
  return local.getTime();
}

function parseMillis(text: string, now: number): number | undefined {
  if (text === 'now') return now;
  if (text === 'today') return localMidnight(now, 0);
  if (text === 'yesterday') return localMidnight(now, 1);
  const span = /^(\d{1,6})([smhdw])(?: ago)?$/.exec(text);
  if (span !== null) return now - Number(span[1]) * (UNITS[span[2] ?? ''] ?? 0);
  return localInstant(text);
}

/**
 * Reads `--since` and `--until`: `2d`, `3h`, `1w`, `now`, `today`, `yesterday`, a date or an ISO instant. Dates and times without
 * zone are local. Throws LoomError `usage` (`bad-time`) that names the flag.
 */
export function parseWhen(flag: string, text: string, now: number): IsoTime {
  const millis = parseMillis(text.trim().toLowerCase(), now) ?? parseMillis(text.trim(), now);
  if (millis !== undefined && !Number.isNaN(millis)) return formatInstant(millis);
  throw new LoomError({
    kind: 'usage',
    code: 'bad-time',
    message: `--${flag} is no time: ${JSON.stringify(text)}`,
    hints: ['use 2d, 3h, 1w, today, yesterday, 2026-01-31 or 2026-01-31T10:00:00Z'],
  });
}

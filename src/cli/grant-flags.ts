import type { RevokeRequest } from '../app/project-grants.ts';
import { parseEventId } from '../kernel/ids.ts';
import { formatInstant, parseInstant } from '../kernel/instant.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { systemClock } from './system-sources.ts';

/** Reads `--until` of a grant: a date or an instant to come. Throws LoomError `usage`. */
export function readUntilInstant(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (instant !== undefined && instant.millis > systemClock()) return formatInstant(instant.millis);
  throw new LoomError({
    kind: 'usage',
    code: 'bad-value',
    message: `--until: a date or instant to come, such as 2027-01-31; not ${text}`,
  });
}

/** Reads which grants are meant: one by its id, or those of a project. */
export function readRevokeWish(
  word: string,
  { to, everywhere }: { readonly to?: string | undefined; readonly everywhere: boolean },
): RevokeRequest {
  if (parseEventId(word.toUpperCase()) !== undefined) return { grant: word };
  return { from: word, everywhere, ...(to === undefined ? {} : { to }) };
}

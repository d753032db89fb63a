import type { Where } from '../events/session-data.ts';
import type { SourceIdentity } from './ports/importer.ts';
import type { Redactor } from './ports/redactor.ts';

/** Redacts every string of a plain value; shapes and keys stay as they are. */
export function redactStrings<T>(redactor: Redactor, value: T): T {
  if (typeof value === 'string') return redactor.redact(value).text as T;
  if (Array.isArray(value)) return value.map((item) => redactStrings(redactor, item)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactStrings(redactor, item)])) as T;
}

/** Redacts what a source says of itself, before anything of it is written or looked up. */
export function redactIdentity(redactor: Redactor, identity: SourceIdentity): SourceIdentity {
  return redactStrings(redactor, identity);
}

/** Redacts what was observed of a folder. */
export function redactWhere(redactor: Redactor, where: Where): Where {
  return redactStrings(redactor, where);
}

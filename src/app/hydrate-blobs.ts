import type { SessionId } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';

const REFERENCE = /\[blob:([0-9a-f]{64})\]/g;

/** Text with every reference to one of the session's blobs replaced by its content; what is no text stays a reference. */
function hydrateText(app: AppContext, session: SessionId, text: string): string {
  if (!text.includes('[blob:')) return text;
  return text.replace(REFERENCE, (reference, sha256: string) => {
    const content = app.transcripts.blob(session, sha256);
    return content === undefined ? reference : app.decodeText(content);
  });
}

/** Puts long strings back into every string of a plain value. */
export function hydrateStrings<T>(app: AppContext, session: SessionId, value: T): T {
  if (typeof value === 'string') return hydrateText(app, session, value) as T;
  if (Array.isArray(value)) return value.map((item) => hydrateStrings(app, session, item)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hydrateStrings(app, session, item)])) as T;
}

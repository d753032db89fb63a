import { parseSessionId, type SessionId, type StreamName, sessionOfStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import { findHit } from './find-hit.ts';
import type { SessionScope } from './list-sessions.ts';
import type { StoredDocument } from './ports/search.ts';
import { searchFeed } from './search-feed.ts';

const MOST_PLACES = 200;

/** Where an id is looked for. */
export interface MessagePlace {
  readonly scope: SessionScope;
  /** Sessions that a bare id may be of; all without it. */
  readonly isWithin?: (session: SessionId) => boolean;
}

/**
 * Gives ids that {@link findHit} knows: the bare id that an agent gave a message or a call, which no session's id stands
 * before, gets its session. Every other id stays as it is, also one that is nowhere. Throws LoomError `not-found`, with
 * candidates, for one that several sessions gave to different things.
 */
export async function withSessions(
  app: AppContext,
  ids: readonly string[],
  { scope, isWithin = () => true }: MessagePlace,
): Promise<readonly string[]> {
  const whole: string[] = [];
  for (const id of ids)
    whole.push(isKnown(app, id, scope) ? id : ((await placeOfMessage(app, id.trim(), isWithin)) ?? id));
  return whole;
}

function isKnown(app: AppContext, id: string, scope: SessionScope): boolean {
  const session = parseSessionId(id.slice(0, Math.max(0, id.indexOf(':'))));
  if (session !== undefined && app.readModel.view(session) !== undefined) return true;
  try {
    findHit(app, id, scope);
    return true;
  } catch (error) {
    if (error instanceof LoomError && error.kind === 'not-found' && !error.code.endsWith('ambiguous')) return false;
    throw error;
  }
}

async function placeOfMessage(
  app: AppContext,
  key: string,
  isWithin: (session: SessionId) => boolean,
): Promise<string | undefined> {
  if (key === '') return undefined;
  const index = await app.openSearch();
  const found = index.read(searchFeed(app), (reader) => reader.withKey(key, MOST_PLACES));
  const within = found.filter((document) => sessionOf(document).some(isWithin));
  const sessions = [...new Set(firstTold(within).flatMap(sessionOf))];
  if (sessions.length > 1) throw severalMessages(key, sessions);
  return sessions[0] === undefined ? undefined : `${sessions[0]}:${key}`;
}

/** What forks and continuations repeat is looked for in the session that held it first, where that is still there. */
function firstTold(found: readonly StoredDocument[]): readonly StoredDocument[] {
  const first = found.filter(({ inherited }) => !inherited);
  return first.length > 0 ? first : found.slice(0, 1);
}

function sessionOf({ subjectId }: StoredDocument): readonly SessionId[] {
  const session = sessionOfStream(subjectId as string as StreamName);
  return session === undefined ? [] : [session];
}

function severalMessages(key: string, sessions: readonly SessionId[]): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'message-ambiguous',
    message: `${sessions.length} sessions have a message or call ${key}`,
    hints: sessions.slice(0, 5).map((session) => `loom memory show ${session}:${key}`),
  });
}

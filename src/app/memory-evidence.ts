import { indexMessages } from '../domain/conversation-path.ts';
import type { SessionView } from '../domain/session-view.ts';
import { leastTrust } from '../domain/trust-order.ts';
import type { Trust } from '../events/envelope.ts';
import type { MemoryProvenance } from '../events/memory-data.ts';
import { type EventId, parseEventId, type SessionId, sessionOfStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import type { AppContext } from './context.ts';
import { findSession } from './find-session.ts';
import { projectFilter, type SessionScope } from './list-sessions.ts';
import { readConversation } from './show-session.ts';

/** What a claim goes back to. */
export interface Evidence {
  readonly provenance: MemoryProvenance;
  /** The least trust of it: what a tool brought in is nobody's word. */
  readonly trust: Trust;
  /** When the newest piece of it happened; null when nothing tells. */
  readonly at: string | null;
}

interface Piece {
  readonly session: SessionId | null;
  readonly event?: EventId;
  readonly message?: string;
  readonly trust: Trust;
  readonly at: string | null;
}

function notFound(word: string): LoomError {
  return new LoomError({
    kind: 'not-found',
    code: 'evidence-not-found',
    message: `${word} is no session, event or message that loom knows here`,
    hints: ['loom sessions list', 'name the session first: --because SESSION --because MESSAGE'],
  });
}

function findEvent(app: AppContext, id: EventId): Piece | undefined {
  for (const entry of app.journal.read()) {
    if (entry.kind === 'damage' || entry.event.id !== id) continue;
    const { stream, trust, at } = entry.event;
    return { session: sessionOfStream(stream) ?? null, event: id, trust, at };
  }
  return undefined;
}

function namedSession(app: AppContext, word: string, scope: SessionScope): SessionView | undefined {
  try {
    return findSession(app, word, scope);
  } catch (error) {
    // Several sessions are a question for the person; none may still be a message.
    if (error instanceof LoomError && error.code === 'session-not-found') return undefined;
    throw error;
  }
}

/** Whether kept bytes hold a text; chunks overlap so that none hides on a border. */
function holdsText(app: AppContext, session: SessionId, text: string): boolean {
  const length = app.readModel.state(session)?.transcript?.keptLength ?? 0;
  let rest = '';
  for (const chunk of app.transcripts.bytes(session, length)) {
    const seen = rest + app.decodeText(chunk);
    if (seen.includes(text)) return true;
    rest = seen.slice(-text.length);
  }
  return false;
}

const TRUST_OF_KIND = {
  prompt: 'person',
  answer: 'agent',
  summary: 'agent',
  notice: 'agent',
  meta: 'untrusted',
  toolResult: 'untrusted',
} as const;

function findMessage(app: AppContext, word: string, sessions: readonly SessionId[]): Piece | undefined {
  for (const session of sessions) {
    if (!holdsText(app, session, word)) continue;
    const message = indexMessages(readConversation(app, session).messages).get(word);
    if (message === undefined) continue;
    return { session, message: word, trust: TRUST_OF_KIND[message.kind], at: message.at };
  }
  return undefined;
}

function sessionsOf(app: AppContext, scope: SessionScope): readonly SessionId[] {
  if (!scope.all && scope.project === null) return [];
  const project = projectFilter(scope);
  return app.readModel.list({ ...project, anyArchived: true, includeSubagents: true }).map(({ id }) => id);
}

interface Search {
  readonly scope: SessionScope;
  /** Sessions that earlier words named. */
  readonly named: readonly SessionId[];
}

function findPiece(app: AppContext, word: string, { scope, named }: Search): Piece {
  const event = parseEventId(word.toUpperCase());
  const found = event === undefined ? undefined : findEvent(app, event);
  if (found !== undefined) return found;
  const view = namedSession(app, word, scope);
  if (view !== undefined) return { session: view.id, trust: view.trust, at: view.updatedAt };
  const message = findMessage(app, word, named.length > 0 ? named : sessionsOf(app, scope));
  if (message === undefined) throw notFound(word);
  return message;
}

function without<T>(items: readonly (T | undefined)[]): readonly T[] {
  return items.filter((item) => item !== undefined);
}

/**
 * Finds the sessions, events and messages that a claim goes back to; a session that is named narrows where later words
 * are looked for. All of it must be of one session. Throws LoomError `not-found` for a word that is none of them.
 */
export function findEvidence(app: AppContext, words: readonly string[], scope: SessionScope): Evidence {
  app.readModel.catchUp();
  const pieces: Piece[] = [];
  for (const word of words) {
    pieces.push(findPiece(app, word, { scope, named: without(pieces.map(({ session }) => session ?? undefined)) }));
  }
  const sessions = [...new Set(without(pieces.map(({ session }) => session ?? undefined)))];
  if (sessions.length > 1) throw severalSessions(sessions);
  const [session] = sessions;
  const agent = session === undefined ? undefined : app.readModel.state(session)?.agent;
  const eventIds = without(pieces.map(({ event }) => event));
  const messageIds = without(pieces.map(({ message }) => message));
  // A session alone says little of trust; the message or event that is named says more.
  const telling = pieces.filter(({ event, message }) => event !== undefined || message !== undefined);
  const trusts = (telling.length > 0 ? telling : pieces).map(({ trust }) => trust);
  return {
    provenance: {
      ...(session === undefined ? {} : { sessionId: session }),
      ...(eventIds.length === 0 ? {} : { eventIds }),
      ...(messageIds.length === 0 ? {} : { messageIds }),
      ...(agent === undefined ? {} : { agent }),
    },
    trust: trusts.reduce(leastTrust, 'person'),
    at: telling
      .map(({ at }) => at)
      .reduce<string | null>((latest, at) => ((at ?? '') > (latest ?? '') ? at : latest), null),
  };
}

function severalSessions(sessions: readonly SessionId[]): LoomError {
  return new LoomError({
    kind: 'usage',
    code: 'evidence-of-several-sessions',
    message: `a record goes back to one session; ${sessions.length} are named`,
    hints: sessions.map((id) => `loom sessions show ${id}`),
  });
}

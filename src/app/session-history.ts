import type { LoomEvent } from '../events/envelope.ts';
import { eventTail, type SessionId, sessionOfStream } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { JournalCursor } from './ports/journal.ts';

/**
 * The events of some sessions in journal order, each fact once, erased ones left out; the sessions in the order they are named.
 * The journal is read once, however many there are; `after`: only what follows this place.
 */
export function eventsOfSessions(
  app: AppContext,
  sessions: readonly SessionId[],
  after?: JournalCursor,
): ReadonlyMap<SessionId, readonly LoomEvent[]> {
  const histories = new Map<SessionId, LoomEvent[]>(sessions.map((session) => [session, []]));
  const seen = new Set<string>();
  for (const entry of app.journal.read(after)) {
    const session = entry.kind === 'event' ? sessionOfStream(entry.event.stream) : undefined;
    const history = session === undefined ? undefined : histories.get(session);
    if (entry.kind !== 'event' || history === undefined || 'erased' in entry.event.data) continue;
    const fact = `${session} ${eventTail(entry.event.id)}`;
    if (seen.has(fact)) continue;
    seen.add(fact);
    history.push(entry.event);
  }
  return histories;
}

/** The events of one session; see {@link eventsOfSessions}. */
export function sessionEvents(app: AppContext, session: SessionId): readonly LoomEvent[] {
  return eventsOfSessions(app, [session]).get(session) ?? [];
}

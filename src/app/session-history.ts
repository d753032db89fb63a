import type { LoomEvent } from '../events/envelope.ts';
import { eventTail, type SessionId, sessionOfStream } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { JournalCursor, JournalEntry } from './ports/journal.ts';

type EventEntry = Extract<JournalEntry, { kind: 'event' }>;

/** Which events are wanted. */
export interface HistoryWish {
  /** Only what follows this place. */
  readonly after?: JournalCursor;
  /** Only events of these types. */
  readonly types?: ReadonlySet<string>;
}

function isWanted(entry: JournalEntry, types: ReadonlySet<string> | undefined): entry is EventEntry {
  if (entry.kind !== 'event' || 'erased' in entry.event.data) return false;
  return types === undefined || types.has(entry.event.type);
}

/**
 * The events of some sessions in journal order, each fact once, erased ones left out; the sessions in the order they are named.
 * The journal is read once, however many there are.
 */
export function eventsOfSessions(
  app: AppContext,
  sessions: readonly SessionId[],
  { after, types }: HistoryWish = {},
): ReadonlyMap<SessionId, readonly LoomEvent[]> {
  const histories = new Map<SessionId, LoomEvent[]>(sessions.map((session) => [session, []]));
  const seen = new Set<string>();
  for (const entry of app.journal.read(after)) {
    if (!isWanted(entry, types)) continue;
    const session = sessionOfStream(entry.event.stream);
    const history = session === undefined ? undefined : histories.get(session);
    const fact = `${session} ${eventTail(entry.event.id)}`;
    if (history === undefined || seen.has(fact)) continue;
    seen.add(fact);
    history.push(entry.event);
  }
  return histories;
}

/** The events of one session; see {@link eventsOfSessions}. */
export function sessionEvents(app: AppContext, session: SessionId): readonly LoomEvent[] {
  return eventsOfSessions(app, [session]).get(session) ?? [];
}

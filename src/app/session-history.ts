import { type EventSubject, sessionSubject } from '../domain/event-subjects.ts';
import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { eventTail, type SessionId, sessionOfStream } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';
import type { JournalCursor, JournalEntry } from './ports/journal.ts';

/** What histories are read from. */
export type Reading = Pick<AppContext, 'journal' | 'readModel'>;

type EventEntry = Extract<JournalEntry, { kind: 'event' }>;

/** Which events are wanted. */
export interface HistoryWish {
  /** Only what follows this place. */
  readonly after?: JournalCursor;
  /** Only events of these types. */
  readonly types?: ReadonlySet<string>;
}

function isWanted(entry: JournalEntry, types: ReadonlySet<string> | undefined): entry is EventEntry {
  if (entry.kind !== 'event' || isErased(entry.event.data)) return false;
  return types === undefined || types.has(entry.event.type);
}

/** A journal is read from one end to the other for more subjects than this. */
const MOST_SUBJECTS = 200;
/** What follows a place is read as it is where it is no longer than this. */
const SHORT = 1 << 18;

/** Lines at noted places, then what no index has seen; `undefined` where a place is no line any more. */
function readNoted(app: Reading, subjects: readonly EventSubject[]): readonly JournalEntry[] | undefined {
  const cursor = app.readModel.catchUp();
  const entries = [...app.journal.readStretches(app.readModel.stretches(subjects))];
  if (entries.some(({ kind }) => kind === 'damage')) return undefined;
  return [...entries, ...app.journal.read(cursor)];
}

function isAfter({ segment, offset }: JournalEntry['place'], cursor: JournalCursor): boolean {
  return segment > cursor.segment || (segment === cursor.segment && offset >= cursor.offset);
}

/**
 * Entries of the journal among which is everything about these subjects, in journal order. The index says where to look; the
 * whole journal is read where that would be no less, or where the places are not those of lines.
 */
export function entriesAbout(
  app: Reading,
  subjects: readonly EventSubject[],
  after?: JournalCursor,
): Iterable<JournalEntry> {
  if (after !== undefined && app.journal.distance(after) <= SHORT) return app.journal.read(after);
  if (subjects.length > MOST_SUBJECTS) return app.journal.read(after);
  const noted = readNoted(app, subjects);
  if (noted === undefined) return app.journal.read(after);
  return after === undefined ? noted : noted.filter(({ place }) => isAfter(place, after));
}

/** The events of some sessions in journal order, each fact once, erased ones left out; the sessions in the order they are named. */
export function eventsOfSessions(
  app: Reading,
  sessions: readonly SessionId[],
  { after, types }: HistoryWish = {},
): ReadonlyMap<SessionId, readonly LoomEvent[]> {
  const histories = new Map<SessionId, LoomEvent[]>(sessions.map((session) => [session, []]));
  const seen = new Set<string>();
  for (const entry of entriesAbout(app, sessions.map(sessionSubject), after)) {
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
export function sessionEvents(app: Reading, session: SessionId): readonly LoomEvent[] {
  return eventsOfSessions(app, [session]).get(session) ?? [];
}

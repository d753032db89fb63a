import { mergeTimeline, type TimelineEntry } from '../domain/session-timeline.ts';
import type { LoomEvent, UnknownEvent } from '../events/envelope.ts';
import { factTail } from '../events/event-id.ts';
import { encodeCrockford } from '../kernel/crockford.ts';
import { type SessionId, sessionStream } from '../kernel/ids.ts';
import type { AppContext } from './context.ts';

/** The journaled events of a session, those of unknown types included, erased ones left out. */
function journaledEvents(app: AppContext, session: SessionId): readonly (LoomEvent | UnknownEvent)[] {
  const stream = sessionStream(session);
  const events: (LoomEvent | UnknownEvent)[] = [];
  for (const entry of app.journal.read()) {
    if (entry.kind !== 'damage' && entry.event.stream === stream && !('erased' in entry.event.data))
      events.push(entry.event);
  }
  return events;
}

/** Everything that happened in a session, oldest first: what the journal holds, and what its kept records show. */
export function readTimeline(app: AppContext, session: SessionId): readonly TimelineEntry[] {
  app.readModel.catchUp();
  const state = app.readModel.state(session);
  const journaled = journaledEvents(app, session);
  const importer = state === undefined ? undefined : app.importerFor(state.agent);
  if (state === undefined || state.transcript === null || importer === undefined)
    return mergeTimeline(journaled, [], () => '');
  const derived = importer.eventsOf(app.transcripts.records(session, state.transcript.keptLength));
  const { agent, nativeId } = state;
  return mergeTimeline(journaled, derived, (type, key) =>
    encodeCrockford(factTail({ agent, nativeId, key, type }, app.sha256)).toUpperCase(),
  );
}

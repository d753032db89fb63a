import type { SessionState } from '../domain/session-state.ts';
import { mergeTimeline, type TimelineEntry } from '../domain/session-timeline.ts';
import { withoutTwins } from '../domain/timeline-twins.ts';
import type { LoomEvent, UnknownEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import { factTail } from '../events/event-id.ts';
import { encodeCrockford } from '../kernel/crockford.ts';
import { type SessionId, type StreamName, sessionStream } from '../kernel/ids.ts';
import { capturedPromptsOf, twinMessages } from './captured-prompts.ts';
import type { AppContext } from './context.ts';
import { hydrateConversation } from './hydrate-blobs.ts';
import { readConversation } from './show-session.ts';

type Journaled = LoomEvent | UnknownEvent;

/** Journaled events by stream, those of unknown types included, erased ones left out. The journal is read once. */
export function journaledByStream(app: AppContext, wanted?: StreamName): ReadonlyMap<string, readonly Journaled[]> {
  const streams = new Map<string, Journaled[]>();
  for (const entry of app.journal.read()) {
    if (entry.kind === 'damage' || isErased(entry.event.data)) continue;
    const { stream } = entry.event;
    if (wanted !== undefined && stream !== wanted) continue;
    const events = streams.get(stream);
    if (events === undefined) streams.set(stream, [entry.event]);
    else events.push(entry.event);
  }
  return streams;
}

/** Everything that happened in a session, oldest first: what the journal holds, and what its kept records show. */
export function readTimeline(app: AppContext, session: SessionId): readonly TimelineEntry[] {
  app.readModel.catchUp();
  const stream = sessionStream(session);
  return timelineOf(app, session, journaledByStream(app, stream).get(stream) ?? []);
}

/** The same from journaled events that were read already. */
export function timelineOf(
  app: AppContext,
  session: SessionId,
  journaled: readonly Journaled[],
): readonly TimelineEntry[] {
  const state = app.readModel.state(session);
  const importer = state === undefined ? undefined : app.importerFor(state.agent);
  if (state === undefined || state.transcript === null || importer === undefined)
    return mergeTimeline(journaled, [], () => '');
  const derived = importer.eventsOf(app.transcripts.records(session, state.transcript.keptLength));
  const { agent, nativeId } = state;
  const tailOf = (type: string, key: string): string =>
    encodeCrockford(factTail({ agent, nativeId, key, type }, app.sha256)).toUpperCase();
  const { captured } = state;
  if (captured.prompts + captured.answers + captured.toolCalls + captured.errors === 0)
    return mergeTimeline(journaled, derived, tailOf);
  const prompts = journaledPrompts(app, state, journaled);
  return mergeTimeline(journaled, withoutTwins(journaled, [...derived], { tailOf, prompts }), tailOf);
}

/** Messages whose prompt is in the journal too: only their words tell, where a hook had no key of it. */
function journaledPrompts(app: AppContext, state: SessionState, journaled: readonly Journaled[]): ReadonlySet<string> {
  const events = journaled.filter((event): event is LoomEvent => event.type === 'prompt.submitted');
  if (events.length === 0) return new Set();
  const kept = readConversation(app, state.id);
  const conversation = hydrateConversation(app, state.id, { conversation: kept, hydration: 'said' });
  return twinMessages(app, state, { conversation, captured: capturedPromptsOf(app, state.id, events) });
}

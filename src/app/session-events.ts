import type { DraftData } from '../domain/session-decide.ts';
import { foldSession } from '../domain/session-fold.ts';
import type { SessionState } from '../domain/session-state.ts';
import type { EventDraft } from '../events/envelope.ts';
import { type SessionId, sessionStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import type { AppContext } from './context.ts';
import type { JournalEntry } from './ports/journal.ts';

/** Completes what a decider wants appended to a session's stream: id, time, actor, trust. */
export function sessionDraft(app: AppContext, session: SessionId, data: DraftData): EventDraft {
  return {
    id: app.mintEventId(),
    stream: sessionStream(session),
    at: formatInstant(app.clock()),
    by: app.actor,
    trust: app.actor.kind === 'person' ? 'person' : 'agent',
    ...data,
  } as EventDraft;
}

/** A session's state with the entries folded in that the read model has not seen. */
export function stateWithTail(
  app: AppContext,
  session: SessionId,
  tail: readonly JournalEntry[],
): SessionState | undefined {
  const stream = sessionStream(session);
  let state = app.readModel.state(session);
  for (const entry of tail) {
    if (entry.kind === 'event' && entry.event.stream === stream) state = foldSession(state, entry.event);
  }
  return state;
}

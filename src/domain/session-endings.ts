import type { LoomEvent } from '../events/envelope.ts';
import type { SessionFlagged } from '../events/session-data.ts';
import type { SessionState } from './session-state.ts';

type Closed = Extract<LoomEvent, { type: 'session.closed' }>;
type Ending = NonNullable<SessionState['closed']>;

/** The latest end counts; at one instant a seen end beats an inferred one. The order of arrival never matters. */
export function foldClosed(state: SessionState, event: Closed): SessionState {
  const ending: Ending = {
    event: event.id,
    at: event.at,
    reason: event.data.reason ?? null,
    inferred: event.data.inferred === true,
  };
  return state.closed === null || outranks(ending, state.closed) ? { ...state, closed: ending } : state;
}

function outranks(one: Ending, other: Ending): boolean {
  if (one.at !== other.at) return one.at > other.at;
  if (one.inferred !== other.inferred) return other.inferred;
  return one.event < other.event;
}

/** A restore undoes the event it names; without a name it undoes delete first, else archive. */
export function foldRestored(state: SessionState, data: SessionFlagged): SessionState {
  if (data.undoes !== undefined && data.undoes === state.closed?.event) return { ...state, closed: null };
  if (state.deleted !== null) return { ...state, deleted: null };
  return { ...state, archived: false };
}

import type { EventData, EventType } from '../events/catalogue.ts';
import type { SessionStarted } from '../events/session-data.ts';
import type { EventId, IsoTime, SessionId } from '../kernel/ids.ts';
import { instantMillis } from '../kernel/instant.ts';
import type { SessionState } from './session-state.ts';

/** Type and data of an event to append; the caller adds id, stream, time and actor. */
export type DraftData<T extends EventType = EventType> = {
  [K in T]: { readonly type: K; readonly data: EventData<K> };
}[T];

/** Why a decision about a session is a no. */
export type SessionRefusal =
  | { readonly code: 'session-unknown' }
  | { readonly code: 'session-purged'; readonly session: SessionId }
  | { readonly code: 'session-deleted'; readonly session: SessionId }
  | { readonly code: 'stream-blocked'; readonly session: SessionId; readonly because: 'unknown-event' | 'damaged' }
  | { readonly code: 'title-empty' }
  | { readonly code: 'title-too-long'; readonly length: number; readonly limit: number }
  | { readonly code: 'not-undoable'; readonly type: string }
  | { readonly code: 'undo-too-late'; readonly type: string; readonly event: EventId };

/** What a decider answers. `nothing`: the wish is already true; `because` says which. */
export type SessionDecision =
  | { readonly kind: 'append'; readonly drafts: readonly DraftData[] }
  | { readonly kind: 'refuse'; readonly refusal: SessionRefusal }
  | { readonly kind: 'nothing'; readonly because: NothingCode };

export type NothingCode =
  | 'already-named'
  | 'already-pinned'
  | 'not-pinned'
  | 'already-archived'
  | 'not-archived-or-deleted'
  | 'already-deleted'
  | 'already-closed'
  | 'already-started'
  | 'already-purged'
  | 'already-undone';

/** Longest title a person may give, in UTF-16 units. */
export const MAX_TITLE_LENGTH = 500;

/** Wraps drafts. */
export function append(...drafts: readonly DraftData[]): SessionDecision {
  return { kind: 'append', drafts };
}

/** Wraps a refusal. */
export function refuse(refusal: SessionRefusal): SessionDecision {
  return { kind: 'refuse', refusal };
}

/** Says that there is nothing to do. */
export function nothing(because: NothingCode): SessionDecision {
  return { kind: 'nothing', because };
}

/** A session that is known, not erased, and whose stream can be trusted; else the reason. */
export function changeable(
  state: SessionState | undefined,
): { readonly ok: true; readonly state: SessionState } | { readonly ok: false; readonly refusal: SessionRefusal } {
  if (state === undefined) return { ok: false, refusal: { code: 'session-unknown' } };
  if (state.blocked !== null) {
    return { ok: false, refusal: { code: 'stream-blocked', session: state.id, because: state.blocked } };
  }
  if (state.purged) return { ok: false, refusal: { code: 'session-purged', session: state.id } };
  if (state.nativeId === '') return { ok: false, refusal: { code: 'session-unknown' } };
  return { ok: true, state };
}

function onLive(state: SessionState | undefined, decide: (live: SessionState) => SessionDecision): SessionDecision {
  const found = changeable(state);
  if (!found.ok) return refuse(found.refusal);
  if (found.state.deleted !== null) return refuse({ code: 'session-deleted', session: found.state.id });
  return decide(found.state);
}

/** Gives a session a title; spaces around it and line breaks inside it do not count. */
export function decideRename(state: SessionState | undefined, title: string): SessionDecision {
  const wanted = title.replace(/\s+/gu, ' ').trim();
  return onLive(state, (live) => {
    if (wanted === '') return refuse({ code: 'title-empty' });
    if (wanted.length > MAX_TITLE_LENGTH) {
      return refuse({ code: 'title-too-long', length: wanted.length, limit: MAX_TITLE_LENGTH });
    }
    if (live.title === wanted) return nothing('already-named');
    return append({ type: 'session.renamed', data: { title: wanted } });
  });
}

/** Pins a session. */
export function decidePin(state: SessionState | undefined): SessionDecision {
  return onLive(state, (live) =>
    live.pinned ? nothing('already-pinned') : append({ type: 'session.pinned', data: {} }),
  );
}

/** Takes a pin away. */
export function decideUnpin(state: SessionState | undefined): SessionDecision {
  return onLive(state, (live) =>
    live.pinned ? append({ type: 'session.unpinned', data: {} }) : nothing('not-pinned'),
  );
}

/** Hides a session from the default list. */
export function decideArchive(state: SessionState | undefined, reason?: string): SessionDecision {
  return onLive(state, (live) =>
    live.archived ? nothing('already-archived') : append({ type: 'session.archived', data: flagged(reason) }),
  );
}

/** Undoes delete first, else archive. */
export function decideRestore(state: SessionState | undefined): SessionDecision {
  const found = changeable(state);
  if (!found.ok) return refuse(found.refusal);
  const { deleted, archived } = found.state;
  if (deleted !== null) return append({ type: 'session.restored', data: { undoes: deleted.event } });
  if (archived) return append({ type: 'session.restored', data: {} });
  return nothing('not-archived-or-deleted');
}

/** Puts a session into the trash, from which restore brings it back. */
export function decideDelete(state: SessionState | undefined, reason?: string): SessionDecision {
  const found = changeable(state);
  if (!found.ok) return refuse(found.refusal);
  if (found.state.deleted !== null) return nothing('already-deleted');
  return append({ type: 'session.deleted', data: flagged(reason) });
}

/**
 * Ends a session. `activeSince`: the newest activity that the kept transcript shows; one after the last end means that
 * the session went on and can end again.
 */
export function decideClose(
  state: SessionState | undefined,
  wish: { readonly reason?: string; readonly inferred?: boolean; readonly activeSince?: string | null } = {},
): SessionDecision {
  return onLive(state, (live) => {
    if (live.closed !== null && !wentOn(live, wish.activeSince ?? null)) return nothing('already-closed');
    const data = {
      ...(wish.reason === undefined ? {} : { reason: wish.reason }),
      ...(wish.inferred === true ? { inferred: true } : {}),
    };
    return append({ type: 'session.closed', data });
  });
}

/** Hooks run side by side, so that the last calls and words of a session may date from a little after its end. In milliseconds. */
const STRAGGLING = 5000;

function outlives(at: IsoTime, closed: NonNullable<SessionState['closed']>): boolean {
  if (at <= closed.at) return false;
  return closed.inferred || instantMillis(at) - instantMillis(closed.at) > STRAGGLING;
}

/** Tells whether a closed session shows activity after its end. */
export function wentOn(state: SessionState, activeSince: string | null): boolean {
  if (state.closed === null) return true;
  if (state.wokenAt !== null && state.wokenAt > state.closed.at) return true;
  return (
    outlives(state.lastAt, state.closed) || (activeSince !== null && outlives(activeSince as IsoTime, state.closed))
  );
}

/** Starts a session that loom does not know; one that is in the trash or erased stays there unless revived. */
export function decideStart(
  state: SessionState | undefined,
  started: SessionStarted,
  wish: { readonly revive?: boolean } = {},
): SessionDecision {
  const start: DraftData = { type: 'session.started', data: started };
  if (state === undefined) return append(start);
  if (state.blocked !== null) return refuse({ code: 'stream-blocked', session: state.id, because: state.blocked });
  if (state.purged) {
    return wish.revive === true ? append(start) : refuse({ code: 'session-purged', session: state.id });
  }
  if (state.nativeId === '') return append(start);
  if (state.deleted === null) return nothing('already-started');
  if (wish.revive !== true) return refuse({ code: 'session-deleted', session: state.id });
  return append({ type: 'session.restored', data: { undoes: state.deleted.event } });
}

/** Confirms the erasure of sessions; the journal then erases and records `session.purged`. One intent names all. */
export function decidePurge(states: readonly SessionState[]): SessionDecision {
  const blocked = states.find((state) => state.blocked !== null);
  if (blocked !== undefined && blocked.blocked !== null) {
    return refuse({ code: 'stream-blocked', session: blocked.id, because: blocked.blocked });
  }
  if (states.length === 0) return refuse({ code: 'session-unknown' });
  const present = states.filter((state) => !state.purged).map((state) => state.id);
  if (present.length === 0) return nothing('already-purged');
  return append({ type: 'purge.intended', data: { sessions: present } });
}

function flagged(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}

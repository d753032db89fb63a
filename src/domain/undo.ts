import type { LoomEvent } from '../events/envelope.ts';
import { append, changeable, nothing, refuse, type SessionDecision } from './session-decide.ts';
import type { SessionState } from './session-state.ts';

/** The session as it is now, and as it was right before the event that is to be undone. */
export interface UndoContext {
  readonly now: SessionState | undefined;
  readonly before: SessionState | undefined;
}

/** Event types whose effect a later event can take back. Purge, forget and export are not among them. */
export const UNDOABLE: ReadonlySet<string> = new Set([
  'session.started',
  'session.renamed',
  'session.pinned',
  'session.unpinned',
  'session.archived',
  'session.deleted',
  'session.restored',
  'session.closed',
]);

/**
 * Decides which event undoes another. What is undone already is `nothing`; what a later decision replaced is refused as
 * too late, so that an undo never takes back more than its event did.
 */
export function decideUndo(event: LoomEvent, context: UndoContext): SessionDecision {
  if (!UNDOABLE.has(event.type)) return refuse({ code: 'not-undoable', type: event.type });
  const found = changeable(context.now);
  if (!found.ok) return refuse(found.refusal);
  const now = found.state;
  if (now.deleted !== null && !tellsOfTrash(event, context.before)) {
    return refuse({ code: 'session-deleted', session: now.id });
  }
  return undoOf(event, now, context.before);
}

/** Events that put the session into the trash, or took it out. */
function tellsOfTrash(event: LoomEvent, before: SessionState | undefined): boolean {
  if (event.type === 'session.restored') return before?.deleted != null;
  return event.type === 'session.deleted' || event.type === 'session.started';
}

function undoOf(event: LoomEvent, now: SessionState, before: SessionState | undefined): SessionDecision {
  switch (event.type) {
    case 'session.started':
      return now.deleted === null ? append({ type: 'session.deleted', data: { undoes: event.id } }) : undone();
    case 'session.renamed':
      return undoRename(event, now, before);
    case 'session.pinned':
      return now.pinned ? append({ type: 'session.unpinned', data: { undoes: event.id } }) : undone();
    case 'session.unpinned':
      return now.pinned ? undone() : append({ type: 'session.pinned', data: { undoes: event.id } });
    case 'session.archived':
      return now.archived ? append({ type: 'session.restored', data: { undoes: event.id } }) : undone();
    case 'session.restored':
      return undoRestore(event, now, before);
    default:
      return undoEnding(event, now);
  }
}

function undone(): SessionDecision {
  return nothing('already-undone');
}

/** The title before may be none that a person gave; an empty title then says so. */
function undoRename(
  event: Extract<LoomEvent, { type: 'session.renamed' }>,
  now: SessionState,
  before: SessionState | undefined,
): SessionDecision {
  const earlier = before?.title ?? null;
  if (now.title === earlier) return undone();
  if ((now.title ?? '') !== event.data.title)
    return refuse({ code: 'undo-too-late', type: event.type, event: event.id });
  return append({ type: 'session.renamed', data: { title: earlier ?? '' } });
}

function undoRestore(
  event: Extract<LoomEvent, { type: 'session.restored' }>,
  now: SessionState,
  before: SessionState | undefined,
): SessionDecision {
  const data = { undoes: event.id };
  if (before?.deleted != null) return now.deleted === null ? append({ type: 'session.deleted', data }) : undone();
  if (before?.closed != null && event.data.undoes === before.closed.event) {
    return now.closed === null ? append({ type: 'session.closed', data: reasonOf(before) }) : undone();
  }
  return now.archived ? undone() : append({ type: 'session.archived', data });
}

function reasonOf(before: SessionState): { readonly reason?: string } {
  return before.closed?.reason == null ? {} : { reason: before.closed.reason };
}

function undoEnding(event: LoomEvent, now: SessionState): SessionDecision {
  const ending = event.type === 'session.deleted' ? now.deleted : now.closed;
  if (ending === null) return undone();
  if (ending.event !== event.id) return refuse({ code: 'undo-too-late', type: event.type, event: event.id });
  return append({ type: 'session.restored', data: { undoes: event.id } });
}

import type { ActionResult, UndoToken } from '../../ui/ui-host.ts';

/** A message that says how to take back what it tells of. */
export function withUndo(message: string, undo: UndoToken | null): string {
  return undo === null ? message : `${message}; u takes it back`;
}

/** What an event did, which its undo takes back; without an event there is nothing to take back. */
export interface Done {
  readonly event: string | undefined;
  readonly what: string;
  /** What is said of it, where that is more. */
  readonly message?: string;
}

/** The result of an action that is told by an event. */
export function doneBy({ event, what, message = what }: Done): ActionResult {
  const undo: UndoToken | null = event === undefined ? null : { kind: 'event', event, what };
  return { ok: true, message: withUndo(message, undo), undo };
}

import type { UndoToken } from '../../ui/ui-host.ts';

/** A message that says how to take back what it tells of. */
export function withUndo(message: string, undo: UndoToken | null): string {
  return undo === null ? message : `${message}; u takes it back`;
}

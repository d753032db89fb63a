import { LoomError } from './loom-error.ts';

/** `code` of a system error, e.g. `ENOSPC`, or of the one that a fault tells of; empty for anything else. */
export function errnoOf(error: unknown): string {
  if (error instanceof LoomError) return String(error.details['errno'] ?? '');
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The same in a sentence: words where there is no code. */
export function sayErrno(error: unknown): string {
  return errnoOf(error) || 'unknown error';
}

/** Whether an error says that nothing is there: whatever else a system says, something may be. */
export function saysAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errnoOf(error));
}

import { IndexGone, IndexVoid } from './index-store.ts';
import { type IndexTrouble, judgeTrouble } from './sqlite-errors.ts';

/** What an attempt to answer failed for; `gone`: another process replaced or removed the file. */
export type AttemptTrouble = IndexTrouble | 'void' | 'gone';

/**
 * Judges a failed attempt by its error and by whether the file is still in its place: one that was taken away is gone,
 * whatever SQLite makes of that. `undefined` for an error that says nothing about the index.
 */
export function judgeAttempt(error: unknown, isThere: () => boolean): AttemptTrouble | undefined {
  if (error instanceof IndexVoid) return 'void';
  if (error instanceof IndexGone) return 'gone';
  const trouble = judgeTrouble(error);
  return trouble === undefined || isThere() ? trouble : 'gone';
}

/** Whether lines were left out of what the index answers, in words; nothing when none were. */
export function skippedWords({ newer, damaged }: { readonly newer: number; readonly damaged: number }): string[] {
  return [
    ...(newer > 0 ? [`${newer} journal lines of a newer loom are left out: update loom`] : []),
    ...(damaged > 0 ? [`${damaged} damaged journal lines are left out: loom journal verify`] : []),
  ];
}

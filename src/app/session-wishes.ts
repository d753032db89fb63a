import {
  decideArchive,
  decideDelete,
  decidePin,
  decideRename,
  decideRestore,
  decideUnpin,
  type SessionDecision,
} from '../domain/session-decide.ts';
import type { SessionState } from '../domain/session-state.ts';

/** What a person wants done to a session, to be decided on its state inside the lock. */
export type SessionWish = (state: SessionState | undefined) => SessionDecision;

/** Pins it. */
export const pinWish: SessionWish = (state) => decidePin(state);
/** Takes its pin off. */
export const unpinWish: SessionWish = (state) => decideUnpin(state);
/** Hides it from the default list. */
export const archiveWish: SessionWish = (state) => decideArchive(state);
/** Undoes delete first, else archive. */
export const restoreWish: SessionWish = (state) => decideRestore(state);
/** Puts it into the trash. */
export const deleteWish: SessionWish = (state) => decideDelete(state);
/** Gives it a title. */
export function renameWish(title: string): SessionWish {
  return (state) => decideRename(state, title);
}

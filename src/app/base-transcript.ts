import type { SessionState, TranscriptState } from '../domain/session-state.ts';

/** The kept transcript that new records of a session continue; null for a new session, and for a purged one. */
export function baseTranscript(state: SessionState | undefined): TranscriptState | null {
  return state === undefined || state.purged ? null : state.transcript;
}

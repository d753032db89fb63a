import type { LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import type { ProcessMark } from '../events/session-data.ts';
import { type SessionId, sessionOfStream, sessionStream } from '../kernel/ids.ts';

/** What events are looked up by, beside their order: a session, a process that sessions were started in, every confirmation. */
export type EventSubject = string & { readonly __brand: 'EventSubject' };

export const CONFIRMATIONS = 'confirmations' as EventSubject;

/** Everything that happened to a session. */
export function sessionSubject(session: SessionId): EventSubject {
  return sessionStream(session) as string as EventSubject;
}

/** Starts of sessions in one process. */
export function runningIn({ host, boot, pid, started }: ProcessMark): EventSubject {
  return `process/${JSON.stringify([host, boot, pid, started])}` as EventSubject;
}

/** What an event is about. */
export function subjectsOf(event: LoomEvent): readonly EventSubject[] {
  if (isErased(event.data)) return [];
  const session = sessionOfStream(event.stream);
  return [
    ...(session === undefined ? [] : [sessionSubject(session)]),
    ...(event.type === 'session.started' && event.data.process !== undefined ? [runningIn(event.data.process)] : []),
    ...(event.type === 'resume.confirmed' ? [CONFIRMATIONS] : []),
  ];
}

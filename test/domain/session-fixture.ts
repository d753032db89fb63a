import type { DraftData } from '../../src/domain/session-decide.ts';
import { foldSession } from '../../src/domain/session-fold.ts';
import type { SessionState } from '../../src/domain/session-state.ts';
import type { Actor, LoomEvent } from '../../src/events/envelope.ts';
import type { SessionStarted } from '../../src/events/session-data.ts';
import { type EventId, type IsoTime, parseIsoTime, type SessionId, sessionStream } from '../../src/kernel/ids.ts';

export const GARDEN = 'g4rd3nq2x4v8t1c5' as SessionId;

/** An instant of one invented day. */
export function at(clock: string): IsoTime {
  const iso = parseIsoTime(`2026-05-04T${clock}:00.000Z`);
  if (iso === undefined) throw new Error(clock);
  return iso;
}

export interface Extra {
  readonly at?: IsoTime;
  readonly recorded?: IsoTime;
  readonly id?: string;
  readonly by?: Actor['kind'];
  readonly trust?: LoomEvent['trust'];
}

let minted = 0;

/** Nth invented event id; the tail is told by the name. */
export function eventId(tail: string): EventId {
  return `01KQS0000Z${tail.toUpperCase().padStart(16, '0')}` as EventId;
}

/** A persisted event in the garden's stream, by a hook at 10:00 unless told otherwise. */
export function event(data: DraftData, extra: Extra = {}): LoomEvent {
  minted += 1;
  const moment = extra.at ?? at('10:00');
  return {
    v: 1,
    id: eventId(extra.id ?? String(minted)),
    prev: '',
    stream: sessionStream(GARDEN),
    at: moment,
    recorded: extra.recorded ?? at('23:00'),
    commit: ['c', 0, 1],
    by: { kind: extra.by ?? 'hook', agent: 'claude-code' },
    trust: extra.trust ?? 'untrusted',
    sum: '',
    ...data,
  } as LoomEvent;
}

export function start(data: Partial<SessionStarted> = {}, extra: Extra = {}): LoomEvent {
  const nativeId = 'garden-native';
  const where = { cwd: '/home/mira/garden' };
  return event(
    { type: 'session.started', data: { agent: 'claude-code', nativeId, where, ...data } },
    { id: 'START', ...extra },
  );
}

/** Folds events from nothing. */
export function fold(...events: readonly LoomEvent[]): SessionState {
  const state = events.reduce<SessionState | undefined>(foldSession, undefined);
  if (state === undefined) throw new Error('no session');
  return state;
}

/** A session that was started and then saw these decisions of a person. */
export function given(...decisions: readonly DraftData[]): SessionState {
  return fold(start(), ...decisions.map((data) => event(data, { by: 'person', trust: 'person' })));
}

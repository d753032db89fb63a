import type { Acceptance, MemoryDraft } from '../../../src/domain/memory-decide.ts';
import { foldMemory } from '../../../src/domain/memory-fold.ts';
import type { MemoryState } from '../../../src/domain/memory-state.ts';
import type { Actor, LoomEvent } from '../../../src/events/envelope.ts';
import type { MemoryProposed } from '../../../src/events/memory-data.ts';
import { type EventId, type IsoTime, type MemoryId, memoryStream, type ProjectId } from '../../../src/kernel/ids.ts';

export const TIDES = 't1desn2x4v8t1c5b' as MemoryId;
export const DUNES = 'dvnesn2x4v8t1c5b' as MemoryId;
export const HARBOUR = 'harb0rn2x4v8t1c5' as ProjectId;

/** An acceptance of a person on a terminal. */
export const YES: Acceptance = { by: 'person', confirmInstruction: false };

let minted = 0;

/** The event id that ends in these characters. */
export function eventId(tail: string): EventId {
  return `01KQS0000Z${tail.toUpperCase().padStart(16, '0')}` as EventId;
}

export interface Extra {
  readonly id?: string;
  readonly by?: Actor['kind'];
  readonly trust?: LoomEvent['trust'];
  readonly at?: string;
}

/** A persisted event of a record, by a person unless told otherwise. */
export function event(
  draft: MemoryDraft | { memory: MemoryId; type: string; data: object },
  extra: Extra = {},
): LoomEvent {
  minted += 1;
  const { memory, type, data } = draft;
  return {
    v: 1,
    id: eventId(extra.id ?? String(minted)),
    prev: '',
    stream: memoryStream(memory),
    type,
    at: (extra.at ?? '2026-05-04T10:00:00.000Z') as IsoTime,
    recorded: '2026-05-04T10:00:00.000Z' as IsoTime,
    commit: ['c', 0, 1],
    by: { kind: extra.by ?? 'person' },
    trust: extra.trust ?? 'person',
    data,
    sum: '',
  } as unknown as LoomEvent;
}

/** A proposal about the tides. */
export function proposed(data: Partial<MemoryProposed> = {}, memory: MemoryId = TIDES, extra: Extra = {}): LoomEvent {
  return event(
    {
      memory,
      type: 'memory.proposed',
      data: {
        kind: 'fact',
        text: 'High water is at noon',
        scope: { project: HARBOUR },
        provenance: {},
        confidence: 'observed',
        instructionShaped: false,
        ...data,
      },
    },
    extra,
  );
}

/** Folds the events of one record from nothing. */
export function fold(...events: readonly LoomEvent[]): MemoryState {
  const state = events.reduce<MemoryState | undefined>(foldMemory, undefined);
  if (state === undefined) throw new Error('no record');
  return state;
}

/** Looks records up by id. */
export function among(...states: readonly MemoryState[]) {
  const known = new Map(states.map((state) => [state.record.id, state]));
  return (id: MemoryId): MemoryState | undefined => known.get(id);
}

/** A record that was proposed and then saw these decisions. */
export function given(...decisions: readonly MemoryDraft[]): MemoryState {
  return fold(proposed(), ...decisions.map((draft) => event(draft)));
}

/** Short forms of decisions about the tides. */
export const ACCEPTED: MemoryDraft = { memory: TIDES, type: 'memory.accepted', data: {} };
export const REJECTED: MemoryDraft = { memory: TIDES, type: 'memory.rejected', data: {} };
export const RETRACTED: MemoryDraft = { memory: TIDES, type: 'memory.retracted', data: {} };
export const SUPERSEDED: MemoryDraft = { memory: TIDES, type: 'memory.superseded', data: { supersededBy: DUNES } };
export const PINNED: MemoryDraft = { memory: TIDES, type: 'memory.pinned', data: {} };
export const FORGOTTEN = { memory: TIDES, type: 'memory.forgotten', data: { tombstone: 'mark' } };

import type { Actor, LoomEvent, Trust, UnknownEvent } from '../events/envelope.ts';
import { type EventId, eventTail, type IsoTime } from '../kernel/ids.ts';
import type { DerivedEvent } from './derived-event.ts';

/** One fact in the life of a session, journaled or derived from its kept records. */
export interface TimelineEntry {
  /** Null for a derived event: only its tail is known, and nothing is stored. */
  readonly id: EventId | null;
  readonly type: string;
  readonly at: IsoTime | null;
  readonly source: 'journal' | 'derived';
  readonly by: Actor | null;
  readonly trust: Trust;
  readonly data: Readonly<Record<string, unknown>>;
  /** Message of the conversation that a derived event stands for. */
  readonly messageId: string | null;
}

/** Gives the deterministic tail of a fact with a native key. */
export type TailOf = (type: string, key: string) => string;

/**
 * Merges a session's journaled events with those its kept records show. The same native key is one event: the journaled
 * version wins. Oldest first; at one instant journaled facts come first; what carries no time stays behind its forerunner.
 */
export function mergeTimeline(
  journaled: readonly (LoomEvent | UnknownEvent)[],
  derived: Iterable<DerivedEvent>,
  tailOf: TailOf,
): readonly TimelineEntry[] {
  const known = new Set<string>();
  const entries: { readonly entry: TimelineEntry; readonly sortAt: string }[] = [];
  for (const event of journaled) {
    const tail = `${event.type} ${eventTail(event.id)}`;
    if (known.has(tail)) continue;
    known.add(tail);
    entries.push({ entry: fromJournal(event), sortAt: event.at });
  }
  let latest = '';
  for (const event of derived) {
    const tail = `${event.type} ${tailOf(event.type, event.key)}`;
    latest = event.at ?? latest;
    if (known.has(tail)) continue;
    known.add(tail);
    entries.push({ entry: fromRecords(event), sortAt: latest });
  }
  return entries
    .sort((one, other) => (one.sortAt < other.sortAt ? -1 : Number(one.sortAt > other.sortAt)))
    .map(({ entry }) => entry);
}

function fromJournal(event: LoomEvent | UnknownEvent): TimelineEntry {
  const { id, type, at, by, trust } = event;
  const data = event.data as Readonly<Record<string, unknown>>;
  return { id, type, at, source: 'journal', by, trust, data, messageId: null };
}

function fromRecords({ type, at, data, messageId }: DerivedEvent): TimelineEntry {
  return { id: null, type, at, source: 'derived', by: null, trust: 'untrusted', data, messageId: messageId ?? null };
}

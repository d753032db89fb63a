import type { JournalStretch, LinePlace } from '../app/ports/journal.ts';
import { type EventSubject, subjectsOf } from '../domain/event-subjects.ts';
import type { LoomEvent } from '../events/envelope.ts';
import type { IndexStore } from './index-store.ts';

/** Bytes between two events that are read past rather than noted: fewer than a line or two of others. */
const NEAR = 4096;

function join(one: JournalStretch | undefined, next: JournalStretch): JournalStretch | undefined {
  if (one === undefined || one.segment !== next.segment) return undefined;
  return next.start - one.end <= NEAR ? { ...one, end: Math.max(one.end, next.end) } : undefined;
}

/** Notes where the events of each subject lie, as they pass in journal order. */
export class EventStretches {
  private readonly store: IndexStore;
  private readonly latest = new Map<EventSubject, JournalStretch>();

  constructor(store: IndexStore) {
    this.store = store;
  }

  note(event: LoomEvent, { segment, offset, length }: LinePlace): void {
    const line = { segment, start: offset, end: offset + length };
    for (const subject of subjectsOf(event)) {
      const known = this.latest.get(subject) ?? this.store.lastStretch(subject);
      const joined = join(known, line);
      if (joined === undefined && this.latest.has(subject)) this.store.putStretch(subject, known as JournalStretch);
      this.latest.set(subject, joined ?? line);
    }
  }

  /** Hands everything to the store. */
  flush(): void {
    for (const [subject, stretch] of this.latest) this.store.putStretch(subject, stretch);
    this.latest.clear();
  }
}

/** Puts stretches of several subjects in journal order, those that overlap as one. */
export function mergeStretches(stretches: readonly JournalStretch[]): readonly JournalStretch[] {
  const sorted = [...stretches].sort((a, b) => a.segment - b.segment || a.start - b.start);
  const merged: JournalStretch[] = [];
  for (const stretch of sorted) {
    const last = merged.at(-1);
    const isJoined = last !== undefined && last.segment === stretch.segment && stretch.start <= last.end;
    if (isJoined) merged[merged.length - 1] = { ...last, end: Math.max(last.end, stretch.end) };
    else merged.push(stretch);
  }
  return merged;
}

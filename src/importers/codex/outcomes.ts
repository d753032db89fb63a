import type { CallOutcome } from '../conversation-events.ts';
import { type Outcome, readEnd, readResult } from './outcome.ts';
import type { ScannedItem } from './scan.ts';

/** How calls ended, by call id: what the result says, and what the event beside it says. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** Gathers how every call ended. */
export function gatherOutcomes(items: readonly ScannedItem[]): Outcomes {
  const outcomes = new Map<string, Outcome>();
  for (const { what, item } of items) {
    if ((what.kind !== 'result' && what.kind !== 'end') || what.callId === undefined) continue;
    const read = what.kind === 'result' ? readResult(item.payload) : readEnd(item.payload);
    const known = outcomes.get(what.callId);
    outcomes.set(what.callId, { ...known, ...read, failed: read.failed || known?.failed === true });
  }
  return outcomes;
}

/** The same as the typed events name it. */
export function toCallOutcomes(outcomes: Outcomes): ReadonlyMap<string, CallOutcome> {
  return new Map([...outcomes].map(([callId, { failed: _, ...outcome }]) => [callId, outcome]));
}

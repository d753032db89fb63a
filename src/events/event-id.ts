import type { EventId } from '../kernel/ids.ts';
import type { Sha256 } from '../kernel/sources.ts';
import { makeEventId } from '../kernel/ulid.ts';
import type { AgentName } from './agents.ts';

/** What identifies a fact that has a key in its agent's own records. */
export interface NativeFact {
  readonly agent: AgentName;
  /** Native session id. */
  readonly nativeId: string;
  /** Native key within the session: record id, tool call id, prompt or turn id. */
  readonly key: string;
  readonly type: string;
}

/** Ten bytes that every process derives alike for the same fact: SHA-256 of `[agent, native session id, native key, type]`. */
export function factTail(fact: NativeFact, sha256: Sha256): Uint8Array {
  return sha256(JSON.stringify([fact.agent, fact.nativeId, fact.key, fact.type])).subarray(0, 10);
}

/** Id of a fact with a native key; `millis` gives only the time part, and ids are compared by tail. */
export function factEventId(fact: NativeFact & { readonly millis: number }, sha256: Sha256): EventId {
  return makeEventId(fact.millis, factTail(fact, sha256));
}

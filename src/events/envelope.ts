import type { EventId, IsoTime, StreamName } from '../kernel/ids.ts';
import type { AgentName } from './agents.ts';
import type { EventData, EventType } from './catalogue.ts';

/** The envelope version this loom writes; a line with a higher `v` was written by a newer loom. */
export const EVENT_VERSION = 1;

/** Longest event line in bytes, line feed included. */
export const MAX_EVENT_LINE_BYTES = 16 * 1024;
/** Most events in one commit. */
export const MAX_COMMIT_EVENTS = 256;
/** Most bytes in one commit. */
export const MAX_COMMIT_BYTES = 1024 * 1024;

/** Who caused an event. */
export interface Actor {
  readonly kind: 'person' | 'hook' | 'import' | 'mcp' | 'acp' | 'system';
  readonly agent?: AgentName;
  /** Version of the agent, or of loom for `system`. */
  readonly version?: string;
  /** Name a person gave; asserted, never verified. */
  readonly name?: string;
}

/** How far a claim in the event may be believed. */
export type Trust = 'person' | 'agent' | 'untrusted';

/** `[commit id, index of this event, number of events]`. */
export type CommitMark = readonly [id: string, index: number, size: number];

interface EventCore<T extends EventType> {
  readonly id: EventId;
  readonly stream: StreamName;
  readonly type: T;
  /** When it happened. */
  readonly at: IsoTime;
  readonly by: Actor;
  readonly trust: Trust;
  readonly because?: readonly EventId[];
  readonly data: EventData<T>;
}

/** An event that is not yet in the journal. Its id was minted once and survives every retry. */
export type EventDraft = { [T in EventType]: EventCore<T> }[EventType];

/** What the journal adds when it appends. */
export interface Recorded {
  readonly v: number;
  /** Id of the line before, across segments; empty on the very first line of a store. */
  readonly prev: string;
  /** When loom wrote it. */
  readonly recorded: IsoTime;
  readonly commit: CommitMark;
  /** First 128 bits, base64url, of SHA-256 of the line's own bytes up to `,"sum"`. */
  readonly sum: string;
}

/** A persisted event of a known type. Discriminated by `type`. */
export type LoomEvent = { [T in EventType]: EventCore<T> & Recorded }[EventType];

/** A persisted event of one type. */
export type EventOf<T extends EventType> = EventCore<T> & Recorded;

/** A well-formed line whose type this loom does not know: projections ignore it, a decider whose stream holds one refuses. */
export interface UnknownEvent extends Recorded {
  readonly id: EventId;
  readonly stream: StreamName;
  readonly type: string;
  readonly at: IsoTime;
  readonly by: Actor;
  readonly trust: Trust;
  readonly because?: readonly EventId[];
  readonly data: Readonly<Record<string, unknown>>;
}

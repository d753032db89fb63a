/**
 * Data of `memory.*` and `digest.rendered` events. A memory record is a claim until a person accepts it. Memory ids are
 * 16 characters of lower-case Crockford base32, the same as in the stream name `memory/<id>`.
 */
import type { EventId, ProjectId, SessionId } from '../kernel/ids.ts';
import type { AgentName } from './agents.ts';

/** Longest text of a memory record: UTF-8 bytes. */
export const MAX_MEMORY_TEXT_BYTES = 2 * 1024;

/** What a claim can be. */
export const MEMORY_KINDS = ['decision', 'constraint', 'preference', 'fact', 'procedure', 'reference'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Where a claim came from. */
export interface MemoryProvenance {
  readonly sessionId?: SessionId;
  readonly eventIds?: readonly EventId[];
  readonly messageIds?: readonly string[];
  readonly agent?: AgentName;
  /** Name as given; asserted. */
  readonly author?: string;
}

/** A reader may conclude: someone or something claims this. It is not accepted, and repeating it does not make it so. */
export interface MemoryProposed {
  readonly kind: MemoryKind;
  /** Redacted, at most {@link MAX_MEMORY_TEXT_BYTES}. */
  readonly text: string;
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
  readonly scope?: { readonly project: ProjectId } | 'user';
  readonly provenance: MemoryProvenance;
  /** When the claim was learned; ISO-8601. */
  readonly learnedAt?: string;
  readonly confidence: 'inferred' | 'observed' | 'confirmed';
  /** Record that this one would replace once it is accepted. */
  readonly supersedes?: string;
  readonly retention?: string;
  /** The text reads like an order to an agent. */
  readonly instructionShaped: boolean;
  readonly redactions?: Readonly<Record<string, number>>;
}

/**
 * Keyed digests of the files that a record is about, by its own names of them, as they were; null: it was not there. What
 * could not be read is left out.
 */
export type SeenContents = Readonly<Record<string, string | null>>;

/** A reader may conclude: a person made this claim memory. `approvedBy` and `evidence` are asserted, not verified. */
export interface MemoryAccepted {
  readonly seen?: SeenContents;
  readonly approvedBy?: string;
  readonly evidence?: string;
  /** The person was told that the text reads like an instruction, and accepted it as one. */
  readonly instructionConfirmed?: boolean;
}

/** A reader may conclude: another accepted record took this one's place; this one is kept and hidden. */
export interface MemorySuperseded {
  readonly supersededBy: string;
}

/** A reader may conclude: the accept, reject, supersede, retract or confirm that `undoes` names no longer holds. */
export interface MemoryReopened {
  readonly undoes: EventId;
  readonly reason?: string;
}

/** A reader may conclude: the text was erased for good. The tombstone recognises exactly the same text, and says nothing else. */
export interface MemoryForgotten {
  /** Keyed digest of the normalised text. */
  readonly tombstone?: string;
  readonly scope?: MemoryProposed['scope'];
  readonly lines?: number;
  readonly bytes?: number;
}

/** A reader may conclude: a person checked on this date that the record still holds. */
export interface MemoryConfirmed {
  /** ISO-8601 date or instant. */
  readonly confirmedAt: string;
  readonly evidence?: string;
  readonly seen?: SeenContents;
}

/** A reader may conclude: the same claim was met again there. It is not more true for that. */
export interface MemoryObserved {
  readonly provenance: MemoryProvenance;
}

/** A reader may conclude: a person changed these parts of the record; parts that are absent stayed as they were. */
export interface MemoryEdited {
  readonly text?: string;
  readonly kind?: MemoryKind;
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
  readonly instructionShaped?: boolean;
  /** The person was told that the new text reads like an instruction. */
  readonly instructionConfirmed?: boolean;
  /** For a text that was accepted: who is said to have accepted the new one, and why. Asserted. */
  readonly approvedBy?: string;
  readonly evidence?: string;
  /** Event whose effect this takes back. */
  readonly undoes?: EventId;
}

/** Data of memory events that need no more than a reason. */
export interface MemoryReason {
  readonly reason?: string;
}

/** A reader may conclude: the digest page of the project was written with these records. */
export interface DigestRendered {
  readonly project: ProjectId;
  readonly memories: readonly string[];
  /** Estimated. */
  readonly tokens: number;
  /** SHA-256 of the written page: other bytes mean that a person edited it. */
  readonly sha256: string;
}

import type { AgentName } from '../events/agents.ts';
import type { EventType } from '../events/catalogue.ts';
import type { Trust } from '../events/envelope.ts';
import type { MemoryKind, SeenContents } from '../events/memory-data.ts';
import type { EventId, IsoTime, MemoryId, ProjectId, SessionId } from '../kernel/ids.ts';

/** Where a record stands. Only `accepted` is memory; `forgotten` is final and holds no text. */
export type MemoryStatus = 'proposed' | 'accepted' | 'rejected' | 'superseded' | 'retracted' | 'forgotten';

/** What a list shows unless told otherwise: what is memory, and what waits for a person. */
export const CURRENT_STATUSES: readonly MemoryStatus[] = ['accepted', 'proposed'];

/** Whose a record is: one project's, or the person's in every project. */
export type MemoryScope = { readonly project: ProjectId } | 'user';

/** Where a claim came from; null and empty where nothing is known. */
export interface RecordProvenance {
  readonly sessionId: SessionId | null;
  readonly eventIds: readonly EventId[];
  readonly messageIds: readonly string[];
  readonly agent: AgentName | null;
  /** Name as given; asserted. */
  readonly author: string | null;
}

/** One durable claim as every reader sees it: the fold of a `memory/<id>` stream. Plain JSON; null where nothing is known. */
export interface MemoryRecord {
  readonly id: MemoryId;
  readonly kind: MemoryKind;
  /** Redacted, at most 2 KiB; empty once forgotten. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly scope: MemoryScope | null;
  readonly provenance: RecordProvenance;
  readonly learnedAt: string | null;
  /** When a person last checked that it holds. */
  readonly confirmedAt: string | null;
  readonly confidence: 'inferred' | 'observed' | 'confirmed';
  /** What the files of `paths` were when a person last said that it holds. */
  readonly seen: SeenContents;
  readonly status: MemoryStatus;
  /** The record that this one replaces, or would replace once it is accepted. */
  readonly supersedes: MemoryId | null;
  readonly supersededBy: MemoryId | null;
  readonly retention: string | null;
  /** The text reads like an order to an agent. */
  readonly instructionShaped: boolean;
  /** A person accepted it knowing that it reads like an order. */
  readonly instructionConfirmed: boolean;
  readonly pinned: boolean;
  /** Replaced secrets by rule. */
  readonly redactions: Readonly<Record<string, number>>;
  readonly proposedAt: IsoTime;
  readonly acceptedAt: IsoTime | null;
  /** Who is said to have accepted it, and on what grounds: asserted, never verified. Null when a person answered on a terminal. */
  readonly approvedBy: string | null;
  readonly evidence: string | null;
  /** How often the same claim was met again. It is not more true for that. */
  readonly observations: number;
  /** Sessions in which it was met again, in order of first sight; only the first {@link MOST_OBSERVING_SESSIONS}. */
  readonly observedIn: readonly SessionId[];
  readonly updatedAt: IsoTime;
  /** How far the proposer may be believed: the least of all that it goes back to. */
  readonly trust: Trust;
  /** The stream holds an event of an unknown type or a damaged line: deciders refuse. */
  readonly blocked: 'unknown-event' | 'damaged' | null;
}

/** Sessions that a record remembers having been met in again. */
export const MOST_OBSERVING_SESSIONS = 50;

/** What an undo of a decision puts back. */
export type DecidedPart = Pick<
  MemoryRecord,
  | 'status'
  | 'acceptedAt'
  | 'approvedBy'
  | 'evidence'
  | 'instructionConfirmed'
  | 'supersededBy'
  | 'confirmedAt'
  | 'confidence'
  | 'seen'
  | 'pinned'
>;

/** A decision that still holds, and how things stood before it. */
export interface DecisionMark {
  readonly event: EventId;
  readonly type: EventType;
  readonly before: DecidedPart;
}

/** A record with what deciding about it needs. Plain JSON, so that an index can hold it as it is. */
export interface MemoryState {
  readonly record: MemoryRecord;
  /** Decisions that hold, oldest first; the last one can be taken back. */
  readonly decisions: readonly DecisionMark[];
  /** Keyed digest of the forgotten text; null for a record that is not forgotten. */
  readonly tombstone: string | null;
  /** Tails of the folded events: an event that is told twice counts once. */
  readonly tails: readonly string[];
}

/** Whether a reader may take the record for memory without looking at it more closely. */
export function isInForce(record: MemoryRecord): boolean {
  return record.status === 'accepted' && (!record.instructionShaped || record.instructionConfirmed);
}

/** Compares as lists show: newest first by acceptance, else by proposal; then by id. */
export function compareRecords(one: MemoryRecord, other: MemoryRecord): number {
  const [a, b] = [one.acceptedAt ?? one.proposedAt, other.acceptedAt ?? other.proposedAt];
  if (a !== b) return a > b ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

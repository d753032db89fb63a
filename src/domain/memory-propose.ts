import type { Actor } from '../events/envelope.ts';
import { MAX_MEMORY_TEXT_BYTES, type MemoryProposed } from '../events/memory-data.ts';
import type { MemoryId } from '../kernel/ids.ts';
import type { ClaimBook } from './claim-book.ts';
import { findShapes } from './instruction-shape.ts';
import {
  type Acceptance,
  appendMemory,
  decidable,
  type MemoryDecision,
  type MemoryLookup,
  type MemoryRefusal,
  nothingOfMemory,
  refuseMemory,
} from './memory-decide.ts';
import type { MemoryRecord, MemoryStatus } from './memory-state.ts';

/** A claim as somebody makes it; the text is redacted already. */
export interface Proposal extends Omit<MemoryProposed, 'instructionShaped'> {
  readonly by: Actor['kind'];
  /** A record of its own even where a similar one exists. */
  readonly distinct?: boolean;
  /** A proposal in other words does not stand for this one; only the same words, or what is accepted, do. */
  readonly ownWords?: boolean;
}

/** What a proposal is decided against. */
export interface ProposalContext {
  /** Records that the same reader sees, whatever their status. */
  readonly claims: ClaimBook;
  /** The same text was forgotten. */
  readonly tombstoned: boolean;
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
}

/** What comes of a proposal: a new record, or one more sighting of a known one. */
export type ProposalDecision =
  | { readonly kind: 'propose'; readonly data: MemoryProposed; readonly conflictsWith: readonly MemoryId[] }
  | { readonly kind: 'observe'; readonly record: MemoryRecord; readonly exact: boolean }
  | { readonly kind: 'refuse'; readonly refusal: MemoryRefusal };

/** Statuses in which a record stands for what is claimed again. A person may well mean it anew after a no; nobody else may. */
const STANDING: readonly MemoryStatus[] = ['proposed', 'accepted'];
const SETTLED: readonly MemoryStatus[] = ['proposed', 'accepted', 'rejected', 'superseded', 'retracted'];

/** Why no record can have this text; `undefined` when one can. */
export function objectionToText(
  text: string,
  { bytes, tombstoned }: Pick<ProposalContext, 'bytes' | 'tombstoned'>,
): MemoryRefusal | undefined {
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) return { code: 'memory-text-empty' };
  if (bytes > MAX_MEMORY_TEXT_BYTES) return { code: 'memory-text-too-long', bytes, limit: MAX_MEMORY_TEXT_BYTES };
  return tombstoned ? { code: 'memory-text-forgotten' } : undefined;
}

type Candidates = (record: MemoryRecord) => boolean;

/** The record that stands for what is claimed again. */
function standIn(proposal: Proposal, claims: ClaimBook, candidates: Candidates) {
  const twin = claims.findTwin(proposal.text, candidates);
  if (twin === undefined || twin.exact || proposal.ownWords !== true || twin.record.status === 'accepted') return twin;
  return claims.findTwin(proposal.text, (record) => candidates(record) && record.status === 'accepted');
}

/** Decides what comes of a claim. Nothing is accepted here, however often it is repeated. */
export function decidePropose(proposal: Proposal, context: ProposalContext): ProposalDecision {
  const refusal = objectionToText(proposal.text, context);
  if (refusal !== undefined) return { kind: 'refuse', refusal };
  const { by, distinct, ownWords, ...claim } = proposal;
  const statuses = by === 'person' ? STANDING : SETTLED;
  const candidates: Candidates = ({ status, blocked }) => statuses.includes(status) && blocked === null;
  const twin = distinct === true ? undefined : standIn(proposal, context.claims, candidates);
  if (twin !== undefined) return { kind: 'observe', ...twin };
  const instructionShaped = findShapes(claim.text).length > 0;
  const isStanding: Candidates = (record) => candidates(record) && STANDING.includes(record.status);
  const conflictsWith = context.claims.findConflicts(claim.text, isStanding).map(({ record }) => record.id);
  return { kind: 'propose', data: { ...claim, instructionShaped }, conflictsWith };
}

/** What is to be changed of a record; absent parts stay. */
export interface MemoryEdit {
  readonly text?: string;
  readonly kind?: MemoryRecord['kind'];
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
}

/** Parts of an edit that differ from what is there. */
function differing(record: MemoryRecord, edit: MemoryEdit): MemoryEdit {
  const parts = (['text', 'kind', 'tags', 'paths'] as const).filter(
    (part) => edit[part] !== undefined && JSON.stringify(edit[part]) !== JSON.stringify(record[part]),
  );
  return Object.fromEntries(parts.map((part) => [part, edit[part]]));
}

/** Whether an edit changes what is claimed, so that an accepted record has to be accepted anew. */
export function changesClaim(record: MemoryRecord, edit: MemoryEdit): boolean {
  const { text, kind } = differing(record, edit);
  return record.status === 'accepted' && (text !== undefined || kind !== undefined);
}

/** Changes a proposal, or an accepted record with a person's renewed acceptance. */
export function decideEdit(
  lookup: MemoryLookup,
  {
    id,
    edit,
    context,
  }: { readonly id: MemoryId; readonly edit: MemoryEdit; readonly context: Omit<ProposalContext, 'claims'> },
  acceptance: Acceptance,
): MemoryDecision {
  const found = decidable(lookup(id), id);
  if (!found.ok) return refuseMemory(found.refusal);
  const { record } = found;
  if (record.status !== 'proposed' && record.status !== 'accepted') {
    return refuseMemory({ code: 'memory-not-accepted', memory: id, status: record.status });
  }
  const parts = differing(record, edit);
  if (Object.keys(parts).length === 0) return nothingOfMemory('unchanged');
  const text = parts.text === undefined ? undefined : objectionToText(parts.text, context);
  if (text !== undefined) return refuseMemory(text);
  if (changesClaim(record, edit)) return decideClaimEdit(record, parts, acceptance);
  return appendMemory({ memory: id, type: 'memory.edited', data: { ...parts, ...shapeOf(parts) } });
}

function shapeOf(parts: MemoryEdit): { readonly instructionShaped?: boolean } {
  return parts.text === undefined ? {} : { instructionShaped: findShapes(parts.text).length > 0 };
}

function decideClaimEdit(record: MemoryRecord, parts: MemoryEdit, acceptance: Acceptance): MemoryDecision {
  if (acceptance.by !== 'person') return refuseMemory({ code: 'person-needed', memory: record.id });
  const shape = shapeOf(parts);
  if (shape.instructionShaped === true && !acceptance.confirmInstruction) {
    return refuseMemory({ code: 'memory-instruction', memory: record.id });
  }
  const { approvedBy, evidence } = acceptance;
  const data = {
    ...parts,
    ...shape,
    ...(shape.instructionShaped === true ? { instructionConfirmed: true } : {}),
    ...(approvedBy === undefined ? {} : { approvedBy }),
    ...(evidence === undefined ? {} : { evidence }),
  };
  return appendMemory({ memory: record.id, type: 'memory.edited', data });
}

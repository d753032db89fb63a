import type { EventData } from '../events/catalogue.ts';
import type { Actor } from '../events/envelope.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { makeBlockVisible } from '../kernel/visible-text.ts';
import type { MemoryRecord, MemoryState, MemoryStatus } from './memory-state.ts';

/** Types of event that a decision about a record may append. */
export type MemoryEventType =
  | 'memory.proposed'
  | 'memory.accepted'
  | 'memory.rejected'
  | 'memory.superseded'
  | 'memory.reopened'
  | 'memory.retracted'
  | 'memory.pinned'
  | 'memory.unpinned'
  | 'memory.confirmed'
  | 'memory.observed'
  | 'memory.edited';

/** What is to be appended to a record's stream; the caller adds id, time and actor. */
export type MemoryDraft = {
  [T in MemoryEventType]: { readonly memory: MemoryId; readonly type: T; readonly data: EventData<T> };
}[MemoryEventType];

/** Why a decision about memory is a no. */
export type MemoryRefusal =
  | { readonly code: 'memory-unknown'; readonly memory: string }
  | { readonly code: 'memory-forgotten'; readonly memory: MemoryId }
  | { readonly code: 'memory-blocked'; readonly memory: MemoryId; readonly because: 'unknown-event' | 'damaged' }
  | { readonly code: 'memory-not-proposed'; readonly memory: MemoryId; readonly status: MemoryStatus }
  | { readonly code: 'memory-not-accepted'; readonly memory: MemoryId; readonly status: MemoryStatus }
  /** Another record took its place; `head` is the one that stands now. */
  | { readonly code: 'memory-superseded'; readonly memory: MemoryId; readonly head: MemoryId }
  | { readonly code: 'memory-supersedes-itself'; readonly memory: MemoryId }
  /** Records of two projects; nothing crosses from one to the other. */
  | { readonly code: 'memory-of-another-project'; readonly memory: MemoryId; readonly other: MemoryId }
  | { readonly code: 'memory-instruction'; readonly memory: MemoryId }
  /** It says something else than what the person was shown. */
  | { readonly code: 'memory-changed-meanwhile'; readonly memory: MemoryId }
  | { readonly code: 'person-needed'; readonly memory: MemoryId }
  | { readonly code: 'memory-text-empty' }
  | { readonly code: 'memory-text-too-long'; readonly bytes: number; readonly limit: number }
  | { readonly code: 'memory-text-forgotten' }
  | { readonly code: 'memory-not-undoable'; readonly type: string; readonly memory: MemoryId }
  | { readonly code: 'memory-undo-too-late'; readonly type: string; readonly memory: MemoryId };

/** Why a wish needs no event. */
export type MemoryNothing =
  | 'already-accepted'
  | 'already-rejected'
  | 'already-superseded'
  | 'already-retracted'
  | 'already-pinned'
  | 'not-pinned'
  | 'already-forgotten'
  | 'unchanged'
  | 'already-undone';

/** What a decider answers. `nothing`: the wish is already true. */
export type MemoryDecision =
  | { readonly kind: 'append'; readonly drafts: readonly MemoryDraft[] }
  | { readonly kind: 'refuse'; readonly refusal: MemoryRefusal }
  | { readonly kind: 'nothing'; readonly because: MemoryNothing };

/** How a person accepts. Name and evidence are asserted; both absent: the person answered on a terminal. */
export interface Acceptance {
  readonly by: Actor['kind'];
  readonly approvedBy?: string;
  readonly evidence?: string;
  /** The person was shown that the text reads like an order, and wants it. */
  readonly confirmInstruction: boolean;
  /** What the person was shown of proposals, by id, as {@link shownClaim} has it; nothing of one that was only named. */
  readonly shown?: Readonly<Partial<Record<string, string>>>;
}

/** What a person is shown of a claim and says yes to, as a page shows it; a form that sends it back changes nothing of it. */
export function shownClaim({ kind, text }: { readonly kind: string; readonly text: string }): string {
  return makeBlockVisible(`${kind}: ${text}`);
}

/** Looks up other records that a decision concerns. */
export type MemoryLookup = (id: MemoryId) => MemoryState | undefined;

/** Wraps drafts. */
export function appendMemory(...drafts: readonly MemoryDraft[]): MemoryDecision {
  return { kind: 'append', drafts };
}

/** Wraps a refusal. */
export function refuseMemory(refusal: MemoryRefusal): MemoryDecision {
  return { kind: 'refuse', refusal };
}

/** Says that there is nothing to do. */
export function nothingOfMemory(because: MemoryNothing): MemoryDecision {
  return { kind: 'nothing', because };
}

/** A record that can be decided about, or the reason why not. */
export function decidable(
  state: MemoryState | undefined,
  id: MemoryId,
): { readonly ok: true; readonly record: MemoryRecord } | { readonly ok: false; readonly refusal: MemoryRefusal } {
  if (state === undefined) return { ok: false, refusal: { code: 'memory-unknown', memory: id } };
  const { record } = state;
  if (record.blocked !== null) {
    return { ok: false, refusal: { code: 'memory-blocked', memory: id, because: record.blocked } };
  }
  if (record.status === 'forgotten') return { ok: false, refusal: { code: 'memory-forgotten', memory: id } };
  if (record.text === '') return { ok: false, refusal: { code: 'memory-unknown', memory: id } };
  return { ok: true, record };
}

function onRecord(lookup: MemoryLookup, id: MemoryId, decide: (record: MemoryRecord) => MemoryDecision) {
  const found = decidable(lookup(id), id);
  return found.ok ? decide(found.record) : refuseMemory(found.refusal);
}

/** The record that stands at the end of a line of successors. */
export function headOf(lookup: MemoryLookup, id: MemoryId): MemoryId {
  const seen = new Set<MemoryId>();
  let head = id;
  for (;;) {
    const next = lookup(head)?.record.supersededBy ?? null;
    if (next === null || seen.has(next)) return head;
    seen.add(next);
    head = next;
  }
}

function onAccepted(lookup: MemoryLookup, id: MemoryId, decide: (record: MemoryRecord) => MemoryDecision) {
  return onRecord(lookup, id, (record) => {
    if (record.status === 'accepted') return decide(record);
    if (record.status === 'superseded') {
      return refuseMemory({ code: 'memory-superseded', memory: id, head: headOf(lookup, id) });
    }
    return refuseMemory({ code: 'memory-not-accepted', memory: id, status: record.status });
  });
}

/** Why this acceptance makes nothing memory; `undefined` when it does. */
function objectionTo(record: MemoryRecord, acceptance: Acceptance): MemoryRefusal | undefined {
  if (acceptance.by !== 'person') return { code: 'person-needed', memory: record.id };
  const shown = acceptance.shown?.[record.id];
  if (shown !== undefined && shown !== shownClaim(record))
    return { code: 'memory-changed-meanwhile', memory: record.id };
  if (record.instructionShaped && !acceptance.confirmInstruction)
    return { code: 'memory-instruction', memory: record.id };
  return undefined;
}

function acceptDraft(record: MemoryRecord, acceptance: Acceptance): MemoryDraft {
  const { approvedBy, evidence } = acceptance;
  const data = {
    ...(approvedBy === undefined ? {} : { approvedBy }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(record.instructionShaped ? { instructionConfirmed: true } : {}),
  };
  return { memory: record.id, type: 'memory.accepted', data };
}

function supersedeDraft(old: MemoryId, successor: MemoryId): MemoryDraft {
  return { memory: old, type: 'memory.superseded', data: { supersededBy: successor } };
}

/** Makes a proposal memory; the record that it was proposed in place of gives way in the same commit. */
export function decideAccept(lookup: MemoryLookup, id: MemoryId, acceptance: Acceptance): MemoryDecision {
  return onRecord(lookup, id, (record) => {
    if (record.status === 'accepted') return nothingOfMemory('already-accepted');
    if (record.status !== 'proposed') {
      return refuseMemory({ code: 'memory-not-proposed', memory: id, status: record.status });
    }
    const objection = objectionTo(record, acceptance);
    if (objection !== undefined) return refuseMemory(objection);
    const { supersedes } = record;
    const old = supersedes === null ? undefined : lookup(supersedes)?.record;
    const gives = old?.status === 'accepted' && old.blocked === null ? [supersedeDraft(old.id, id)] : [];
    return appendMemory(acceptDraft(record, acceptance), ...gives);
  });
}

/** Turns a proposal down. */
export function decideReject(lookup: MemoryLookup, id: MemoryId, reason?: string): MemoryDecision {
  return onRecord(lookup, id, (record) => {
    if (record.status === 'rejected') return nothingOfMemory('already-rejected');
    if (record.status !== 'proposed') {
      return refuseMemory({ code: 'memory-not-proposed', memory: id, status: record.status });
    }
    return appendMemory({ memory: id, type: 'memory.rejected', data: withReason(reason) });
  });
}

function isSameScope(one: MemoryRecord, other: MemoryRecord): boolean {
  return JSON.stringify(one.scope) === JSON.stringify(other.scope);
}

/** Says whether a record can give way to another. */
export function decideSuccession(lookup: MemoryLookup, old: MemoryId): MemoryDecision {
  return onAccepted(lookup, old, () => appendMemory());
}

/** Lets one record take another's place; a successor that is only proposed is accepted in the same commit. */
export function decideSupersede(
  lookup: MemoryLookup,
  { old, successor }: { readonly old: MemoryId; readonly successor: MemoryId },
  acceptance: Acceptance,
): MemoryDecision {
  if (old === successor) return refuseMemory({ code: 'memory-supersedes-itself', memory: old });
  if (lookup(old)?.record.supersededBy === successor) return nothingOfMemory('already-superseded');
  return onAccepted(lookup, old, (before) =>
    onRecord(lookup, successor, (after) => {
      if (!isSameScope(before, after)) {
        return refuseMemory({ code: 'memory-of-another-project', memory: old, other: successor });
      }
      if (after.status === 'accepted') return appendMemory(supersedeDraft(old, successor));
      const accepted = decideAccept(lookup, successor, acceptance);
      if (accepted.kind !== 'append') return accepted;
      const drafts = accepted.drafts.filter((draft) => draft.memory !== old);
      return appendMemory(...drafts, supersedeDraft(old, successor));
    }),
  );
}

/** Says that an accepted record is not true. */
export function decideRetract(lookup: MemoryLookup, id: MemoryId, reason?: string): MemoryDecision {
  if (lookup(id)?.record.status === 'retracted') return nothingOfMemory('already-retracted');
  return onAccepted(lookup, id, () => appendMemory({ memory: id, type: 'memory.retracted', data: withReason(reason) }));
}

/** Wants an accepted record in every digest. */
export function decidePinMemory(lookup: MemoryLookup, id: MemoryId): MemoryDecision {
  return onAccepted(lookup, id, (record) =>
    record.pinned ? nothingOfMemory('already-pinned') : appendMemory({ memory: id, type: 'memory.pinned', data: {} }),
  );
}

/** Takes a pin away. */
export function decideUnpinMemory(lookup: MemoryLookup, id: MemoryId): MemoryDecision {
  return onRecord(lookup, id, (record) =>
    record.pinned ? appendMemory({ memory: id, type: 'memory.unpinned', data: {} }) : nothingOfMemory('not-pinned'),
  );
}

/** Notes that a person checked that an accepted record still holds. */
export function decideConfirm(
  lookup: MemoryLookup,
  id: MemoryId,
  wish: { readonly by: Actor['kind']; readonly confirmedAt: string; readonly evidence?: string },
): MemoryDecision {
  return onAccepted(lookup, id, () => {
    if (wish.by !== 'person') return refuseMemory({ code: 'person-needed', memory: id });
    const evidence = wish.evidence === undefined ? {} : { evidence: wish.evidence };
    return appendMemory({
      memory: id,
      type: 'memory.confirmed',
      data: { confirmedAt: wish.confirmedAt, ...evidence },
    });
  });
}

/** Says whether a record can be forgotten: erased for good, whatever its status. */
export function decideForget(state: MemoryState | undefined, id: MemoryId): MemoryDecision {
  if (state?.record.status === 'forgotten') return nothingOfMemory('already-forgotten');
  // A blocked record is erased all the same: what cannot be read must not stay for that.
  if (state === undefined) return refuseMemory({ code: 'memory-unknown', memory: id });
  return appendMemory();
}

function withReason(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}

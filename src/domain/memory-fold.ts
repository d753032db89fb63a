import type { EventOf, LoomEvent } from '../events/envelope.ts';
import { isErased } from '../events/erased.ts';
import type { MemoryProposed, MemoryProvenance, SeenContents } from '../events/memory-data.ts';
import {
  eventTail,
  type IsoTime,
  type MemoryId,
  memoryOfStream,
  parseMemoryId,
  type SessionId,
} from '../kernel/ids.ts';
import type { DecidedPart, MemoryRecord, MemoryState, MemoryStatus, RecordProvenance } from './memory-state.ts';
import { MOST_OBSERVING_SESSIONS } from './memory-state.ts';
import { leastTrust } from './trust-order.ts';

/** Events whose repetition is noticed; a record that is met again thousands of times must not grow with it. */
const MOST_TAILS = 500;

const UNKNOWN_SOURCE: RecordProvenance = { sessionId: null, eventIds: [], messageIds: [], agent: null, author: null };

/** A record of which only the envelope of some event is known. */
function blankRecord(id: MemoryId, at: IsoTime): MemoryRecord {
  return {
    id,
    kind: 'fact',
    text: '',
    tags: [],
    paths: [],
    scope: null,
    provenance: UNKNOWN_SOURCE,
    learnedAt: null,
    confirmedAt: null,
    confidence: 'inferred',
    seen: {},
    status: 'proposed',
    supersedes: null,
    supersededBy: null,
    retention: null,
    instructionShaped: false,
    instructionConfirmed: false,
    pinned: false,
    redactions: {},
    proposedAt: at,
    acceptedAt: null,
    approvedBy: null,
    evidence: null,
    observations: 0,
    observedIn: [],
    updatedAt: at,
    trust: 'untrusted',
    blocked: null,
  };
}

function blankState(id: MemoryId, at: IsoTime): MemoryState {
  return { record: blankRecord(id, at), decisions: [], tombstone: null, tails: [] };
}

/** What is left of a forgotten record: that it was there, whose it was, and how to recognise the same text. */
function forgotten(state: MemoryState, event: EventOf<'memory.forgotten'> | undefined): MemoryState {
  const { id, proposedAt, updatedAt, blocked } = state.record;
  const scope = event === undefined ? state.record.scope : scopeOf(event.data.scope);
  const record: MemoryRecord = {
    ...blankRecord(id, proposedAt),
    status: 'forgotten',
    scope,
    updatedAt: event?.at ?? updatedAt,
    blocked,
  };
  const tombstone = event?.data.tombstone ?? state.tombstone;
  return { record, decisions: [], tombstone, tails: state.tails };
}

/**
 * Folds one event of a record's stream, in journal order. Events that do not fit where the record stands change nothing;
 * the same event told twice counts once; events of other streams change nothing.
 */
export function foldMemory(state: MemoryState | undefined, event: LoomEvent): MemoryState | undefined {
  const id = memoryOfStream(event.stream);
  if (id === undefined) return state;
  const tail = eventTail(event.id);
  if (state?.tails.includes(tail) === true) return state;
  const base = state ?? blankState(id, event.at);
  const known: MemoryState = { ...base, tails: [...base.tails.slice(1 - MOST_TAILS), tail] };
  // Only forgetting erases a record, and its last event may not be written yet.
  if (isErased(event.data)) return forgotten(known, undefined);
  if (base.record.status === 'forgotten' && event.type !== 'memory.forgotten') return known;
  return foldFact(known, event);
}

/** Whether anything of the record is known but envelopes: a decision about less is none. */
function isKnown({ record }: MemoryState): boolean {
  return record.text !== '';
}

function foldFact(state: MemoryState, event: LoomEvent): MemoryState {
  if (event.type === 'memory.forgotten') return forgotten(state, event);
  if (event.type === 'memory.proposed') return isKnown(state) ? state : foldProposed(state, event);
  return isKnown(state) ? foldDecision(state, event) : state;
}

function foldDecision(state: MemoryState, event: LoomEvent): MemoryState {
  switch (event.type) {
    case 'memory.accepted':
      return foldAccepted(state, event);
    case 'memory.rejected':
      return decided(state, event, { from: 'proposed', part: { status: 'rejected' } });
    case 'memory.superseded':
      return foldSuperseded(state, event);
    case 'memory.retracted':
      return decided(state, event, { from: 'accepted', part: { status: 'retracted', pinned: false } });
    case 'memory.reopened':
      return foldReopened(state, event);
    case 'memory.confirmed':
      return decided(state, event, {
        from: 'accepted',
        part: { confirmedAt: event.data.confirmedAt, confidence: 'confirmed', ...seenPart(event.data) },
      });
    default:
      return foldChange(state, event);
  }
}

function foldChange(state: MemoryState, event: LoomEvent): MemoryState {
  switch (event.type) {
    case 'memory.pinned':
      return state.record.status === 'accepted' ? changed(state, event, { pinned: true }) : state;
    case 'memory.unpinned':
      return changed(state, event, { pinned: false });
    case 'memory.observed':
      return foldObserved(state, event);
    case 'memory.edited':
      return foldEdited(state, event);
    default:
      return state;
  }
}

function changed(state: MemoryState, event: LoomEvent, part: Partial<MemoryRecord>): MemoryState {
  return { ...state, record: { ...state.record, ...part, updatedAt: event.at } };
}

interface Decided {
  readonly from: MemoryStatus;
  readonly part: Partial<DecidedPart>;
}

/** A decision that does not fit the status, such as one of two made at once in copies of a store, changes nothing. */
function decided(state: MemoryState, event: LoomEvent, { from, part }: Decided): MemoryState {
  if (state.record.status !== from) return state;
  const mark = { event: event.id, type: event.type, before: decidedPart(state.record) };
  return { ...changed(state, event, part), decisions: [...state.decisions, mark] };
}

function decidedPart(record: MemoryRecord): DecidedPart {
  const { status, acceptedAt, approvedBy, evidence, instructionConfirmed } = record;
  const { supersededBy, confirmedAt, confidence, seen, pinned } = record;
  return {
    status,
    acceptedAt,
    approvedBy,
    evidence,
    instructionConfirmed,
    supersededBy,
    confirmedAt,
    confidence,
    seen,
    pinned,
  };
}

function foldProposed(state: MemoryState, event: EventOf<'memory.proposed'>): MemoryState {
  const { data } = event;
  return changed(state, event, {
    kind: data.kind,
    text: data.text,
    tags: data.tags ?? [],
    paths: data.paths ?? [],
    scope: scopeOf(data.scope),
    provenance: provenanceOf(data.provenance),
    learnedAt: data.learnedAt ?? null,
    confidence: data.confidence,
    supersedes: memoryIdOf(data.supersedes),
    retention: data.retention ?? null,
    instructionShaped: data.instructionShaped,
    redactions: data.redactions ?? {},
    proposedAt: event.at,
    trust: event.trust,
  });
}

function scopeOf(scope: MemoryProposed['scope']): MemoryRecord['scope'] {
  if (scope === undefined) return null;
  return scope === 'user' ? 'user' : { project: scope.project };
}

function memoryIdOf(text: string | undefined): MemoryId | null {
  return text === undefined ? null : (parseMemoryId(text) ?? null);
}

function provenanceOf(given: MemoryProvenance): RecordProvenance {
  return {
    sessionId: given.sessionId ?? null,
    eventIds: given.eventIds ?? [],
    messageIds: given.messageIds ?? [],
    agent: given.agent ?? null,
    author: given.author ?? null,
  };
}

/** Only a person makes memory: what anything else says about accepting is no acceptance. */
function foldAccepted(state: MemoryState, event: EventOf<'memory.accepted'>): MemoryState {
  if (event.by.kind !== 'person') return state;
  const { approvedBy, evidence, instructionConfirmed } = event.data;
  return decided(state, event, {
    from: 'proposed',
    part: {
      status: 'accepted',
      acceptedAt: event.at,
      approvedBy: approvedBy ?? null,
      evidence: evidence ?? null,
      instructionConfirmed: instructionConfirmed ?? false,
      ...seenPart(event.data),
    },
  });
}

function seenPart({ seen }: { readonly seen?: SeenContents }): { readonly seen?: SeenContents } {
  return seen === undefined ? {} : { seen };
}

function foldSuperseded(state: MemoryState, event: EventOf<'memory.superseded'>): MemoryState {
  const supersededBy = memoryIdOf(event.data.supersededBy);
  return decided(state, event, { from: 'accepted', part: { status: 'superseded', supersededBy, pinned: false } });
}

/** Takes back the newest decision only; a later one in its way leaves things as they are. */
function foldReopened(state: MemoryState, event: EventOf<'memory.reopened'>): MemoryState {
  const last = state.decisions.at(-1);
  if (last === undefined || eventTail(last.event) !== eventTail(event.data.undoes)) return state;
  return { ...changed(state, event, last.before), decisions: state.decisions.slice(0, -1) };
}

function foldObserved(state: MemoryState, event: EventOf<'memory.observed'>): MemoryState {
  const { sessionId } = event.data.provenance;
  const { observations, observedIn } = state.record;
  const part = { observations: observations + 1, observedIn: withSession(observedIn, sessionId) };
  return { ...state, record: { ...state.record, ...part } };
}

function withSession(sessions: readonly SessionId[], id: SessionId | undefined): readonly SessionId[] {
  const full = sessions.length >= MOST_OBSERVING_SESSIONS;
  return id === undefined || full || sessions.includes(id) ? sessions : [...sessions, id];
}

/** A new text has to be confirmed as an instruction anew. */
function foldEdited(state: MemoryState, event: EventOf<'memory.edited'>): MemoryState {
  const { text, kind, tags, paths, instructionShaped, instructionConfirmed } = event.data;
  const { record } = state;
  const isReworded = text !== undefined || kind !== undefined;
  return changed(state, event, {
    // What somebody else made of a person's words is not the person's.
    trust: isReworded ? leastTrust(record.trust, event.trust) : record.trust,
    text: text ?? record.text,
    kind: kind ?? record.kind,
    tags: tags ?? record.tags,
    paths: paths ?? record.paths,
    instructionShaped: instructionShaped ?? record.instructionShaped,
    instructionConfirmed: text === undefined ? record.instructionConfirmed : instructionConfirmed === true,
  });
}

/** Marks a record whose stream holds a line that no fold understood: deciders refuse from then on. */
export function blockMemory(
  state: MemoryState | undefined,
  why: { readonly id: MemoryId; readonly blocked: 'unknown-event' | 'damaged'; readonly at: IsoTime },
): MemoryState {
  const base = state ?? blankState(why.id, why.at);
  const blocked = base.record.blocked === 'damaged' ? 'damaged' : why.blocked;
  return { ...base, record: { ...base.record, blocked } };
}

/** Whether readers are shown the record at all: one of which only envelopes are known is not. */
export function isShown({ record }: MemoryState): boolean {
  return record.text !== '' || record.status === 'forgotten';
}

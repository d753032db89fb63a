import { readClaim } from '../domain/memory-claim.ts';
import { type Acceptance, decideAccept, type MemoryRefusal } from '../domain/memory-decide.ts';
import { decidePropose, type Proposal, type ProposalDecision } from '../domain/memory-propose.ts';
import { leastTrust } from '../domain/trust-order.ts';
import type { EventDraft, LoomEvent, Trust } from '../events/envelope.ts';
import type { MemoryKind, MemoryProvenance, SeenContents } from '../events/memory-data.ts';
import { eventTail, type MemoryId } from '../kernel/ids.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { MemoryStates, memoryDraft, memoryIdOf, mintMemoryId, sightingId, trustOfActor } from './memory-events.ts';
import { type PlacedScope, placeScope, type ScopeWish } from './memory-scope.ts';
import { tombstoneOf } from './memory-tombstone.ts';
import { seeContents, withSeen } from './stale-memory.ts';

/** A claim that somebody wants remembered. Text, tags and paths are redacted before anything is made of them. */
export interface ProposeRequest {
  readonly text: string;
  readonly kind: MemoryKind;
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
  readonly scope: ScopeWish;
  readonly provenance?: MemoryProvenance;
  /** The least trust of what the claim goes back to; the actor's own when that is less. */
  readonly trust?: Trust;
  /** ISO-8601; now unless said otherwise. */
  readonly learnedAt?: string;
  readonly confidence?: Proposal['confidence'];
  readonly retention?: string;
  readonly supersedes?: MemoryId;
  /** A record of its own even where a similar one exists. */
  readonly distinct?: boolean;
  /** What the claim is in its source: with one, it is told once, whatever became of it since. */
  readonly sourceKey?: string;
  /** The same text may have been forgotten: a person wants it back. */
  readonly revive?: boolean;
  /** Accepts it in the same commit, where a person may. */
  readonly acceptance?: Acceptance;
  /** With an acceptance: what the files of `paths` are. */
  readonly seen?: SeenContents;
}

/** What came of a claim. */
export type Proposed =
  | {
      readonly kind: 'proposed';
      readonly memory: MemoryId;
      /** Why it was not accepted, where it was to be; null otherwise. */
      readonly notAccepted: MemoryRefusal | null;
      readonly conflictsWith: readonly MemoryId[];
      readonly events: readonly LoomEvent[];
    }
  /** A known record says the same; `accepted` when it was a proposal and this made it memory. */
  | {
      readonly kind: 'observed';
      readonly memory: MemoryId;
      readonly exact: boolean;
      readonly accepted: boolean;
      readonly notAccepted: MemoryRefusal | null;
      readonly events: readonly LoomEvent[];
    }
  | { readonly kind: 'refused'; readonly refusal: MemoryRefusal };

const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

interface Redacted {
  readonly text: string;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly rules: Readonly<Record<string, number>>;
}

/** Secrets stop here: nothing below sees what they were. */
function redactWords(
  app: AppContext,
  { text, tags = [], paths = [] }: Pick<ProposeRequest, 'text' | 'tags' | 'paths'>,
): Redacted {
  const rules: Record<string, number> = {};
  const clean = (word: string): string => {
    const redacted = app.redactor.redact(word);
    for (const [rule, count] of Object.entries(redacted.rules)) rules[rule] = (rules[rule] ?? 0) + count;
    return redacted.text;
  };
  return { text: clean(text.trim()), tags: tags.map(clean), paths: paths.map(clean), rules };
}

function proposalOf(app: AppContext, request: ProposeRequest, words: Redacted): Omit<Proposal, 'scope'> {
  const { kind, provenance = {}, learnedAt, retention, supersedes, distinct } = request;
  return {
    by: app.actor.kind,
    kind,
    text: words.text,
    ...(words.tags.length === 0 ? {} : { tags: words.tags }),
    ...(words.paths.length === 0 ? {} : { paths: words.paths }),
    provenance,
    ...(learnedAt === undefined ? {} : { learnedAt }),
    confidence: request.confidence ?? 'observed',
    ...(supersedes === undefined ? {} : { supersedes }),
    ...(retention === undefined ? {} : { retention }),
    ...(Object.keys(words.rules).length === 0 ? {} : { redactions: words.rules }),
    ...(distinct === undefined ? {} : { distinct }),
    // What a person accepts at once is their own wording, not what somebody else proposed like it.
    ownWords: request.acceptance !== undefined,
  };
}

/** A claim of a source that was read before. */
function seenBefore(memory: MemoryId): Extract<Proposed, { kind: 'observed' }> {
  return { kind: 'observed', memory, exact: true, accepted: false, notAccepted: null, events: [] };
}

/** What a claim comes to, and the events that say so. */
export interface ProposalPlan {
  readonly outcome: Proposed;
  readonly drafts: readonly EventDraft[];
}

/** One claim, redacted; planned anew for each try to append it. */
export class Proposing {
  readonly #app: AppContext;
  readonly #request: ProposeRequest;
  readonly #words: Redacted;
  readonly #trust: Trust;

  constructor(app: AppContext, request: ProposeRequest) {
    this.#app = app;
    this.#request = request;
    this.#words = redactWords(app, request);
    const own = trustOfActor(app);
    // What a person says is the person's word, whatever it goes back to.
    this.#trust = own === 'person' ? own : leastTrust(own, request.trust ?? own);
  }

  plan(place: PlacedScope, states: MemoryStates): ProposalPlan {
    const memory = this.#idOf(place);
    if (states.lookup(memory) !== undefined) return { outcome: seenBefore(memory), drafts: [] };
    const decision = this.#decide(place, states);
    switch (decision.kind) {
      case 'refuse':
        return { outcome: { kind: 'refused', refusal: decision.refusal }, drafts: [] };
      case 'observe':
        return this.#observe(decision, states);
      case 'propose':
        return this.#propose(decision, { place, states, memory });
    }
  }

  /** A claim of a source has the same id each time it is read there. */
  #idOf({ scope }: PlacedScope): MemoryId {
    const { sourceKey } = this.#request;
    return sourceKey === undefined
      ? mintMemoryId(this.#app)
      : memoryIdOf(this.#app, JSON.stringify([scope, sourceKey]));
  }

  #decide(place: PlacedScope, states: MemoryStates): ProposalDecision {
    const { text } = this.#words;
    const tombstoned =
      this.#request.revive !== true && states.tombstones().has(tombstoneOf(this.#app, readClaim(text)));
    const claim: Proposal = { ...proposalOf(this.#app, this.#request, this.#words), scope: place.scope };
    return decidePropose(claim, { claims: states.claims(place.scope), tombstoned, bytes: utf8Bytes(text) });
  }

  #propose(
    decision: Extract<ProposalDecision, { kind: 'propose' }>,
    {
      place,
      states,
      memory,
    }: { readonly place: PlacedScope; readonly states: MemoryStates; readonly memory: MemoryId },
  ): ProposalPlan {
    const draft = memoryDraft(this.#app, { memory, type: 'memory.proposed', data: decision.data }, this.#trust);
    states.fold(draft);
    const accepted = this.#accept(memory, states);
    const founding = place.founding === null ? [] : [place.founding];
    return {
      outcome: {
        kind: 'proposed',
        memory,
        notAccepted: accepted.refusal,
        conflictsWith: decision.conflictsWith,
        events: [],
      },
      drafts: [...founding, draft, ...accepted.drafts],
    };
  }

  #observe({ record, exact }: Extract<ProposalDecision, { kind: 'observe' }>, states: MemoryStates): ProposalPlan {
    const provenance = this.#request.provenance ?? {};
    const { sourceKey } = this.#request;
    const made = memoryDraft(
      this.#app,
      { memory: record.id, type: 'memory.observed', data: { provenance } },
      this.#trust,
    );
    const seen = sourceKey === undefined ? made : { ...made, id: sightingId(this.#app, record.id, sourceKey) };
    if (states.lookup(record.id)?.tails.includes(eventTail(seen.id))) {
      return { outcome: { ...seenBefore(record.id), exact }, drafts: [] };
    }
    states.fold(seen);
    // Only the very words that the person wrote are accepted along the way.
    const accepted =
      exact && record.status === 'proposed' ? this.#accept(record.id, states) : { drafts: [], refusal: null };
    return {
      outcome: {
        kind: 'observed',
        memory: record.id,
        exact,
        accepted: accepted.drafts.length > 0,
        notAccepted: accepted.refusal,
        events: [],
      },
      drafts: [seen, ...accepted.drafts],
    };
  }

  #accept(
    memory: MemoryId,
    states: MemoryStates,
  ): { readonly drafts: readonly EventDraft[]; readonly refusal: MemoryRefusal | null } {
    const { acceptance } = this.#request;
    if (acceptance === undefined) return { drafts: [], refusal: null };
    const decision = decideAccept(states.lookup, memory, acceptance);
    if (decision.kind === 'refuse') return { drafts: [], refusal: decision.refusal };
    if (decision.kind === 'nothing') return { drafts: [], refusal: null };
    const drafts = decision.drafts.map((draft) =>
      memoryDraft(this.#app, draft.memory === memory ? withSeen(draft, this.#request.seen) : draft),
    );
    return { drafts, refusal: null };
  }
}

/** Whoever accepts says so of the files as they are now. */
async function withContents(app: AppContext, request: ProposeRequest): Promise<ProposeRequest> {
  const { acceptance, paths = [], scope } = request;
  if (acceptance === undefined || paths.length === 0) return request;
  const place = placeScope(app, scope)([]);
  return { ...request, seen: await seeContents(app, { scope: place.scope, paths, isNew: place.founding !== null }) };
}

/**
 * Appends a claim as a proposal, or notes that a known record says the same. Whoever proposes: nothing becomes memory
 * unless a person accepts it. A text that was forgotten, is empty or too long is refused.
 */
export async function proposeMemory(app: AppContext, request: ProposeRequest): Promise<Proposed> {
  app.readModel.catchUp();
  const proposing = new Proposing(app, await withContents(app, request));
  let plan: ProposalPlan | undefined;
  const committed = await commitDecision<never>(app, () => {
    const scopeAt = placeScope(app, request.scope);
    return (tail) => {
      plan = proposing.plan(scopeAt(tail), new MemoryStates(app, tail));
      return plan.drafts.length === 0 ? { kind: 'nothing' } : { kind: 'append', drafts: plan.drafts };
    };
  });
  app.readModel.catchUp();
  const outcome = (plan as ProposalPlan | undefined)?.outcome as Proposed;
  return outcome.kind === 'refused' || committed.kind !== 'appended'
    ? outcome
    : { ...outcome, events: committed.events };
}

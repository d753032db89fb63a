import { ClaimBook } from '../domain/claim-book.ts';
import type { MemoryDraft, MemoryLookup } from '../domain/memory-decide.ts';
import { foldMemory, isShown } from '../domain/memory-fold.ts';
import type { MemoryRecord, MemoryState } from '../domain/memory-state.ts';
import type { EventDraft, LoomEvent, Trust } from '../events/envelope.ts';
import { type EventId, eventTail, type MemoryId, memoryOfStream, memoryStream } from '../kernel/ids.ts';
import { formatInstant } from '../kernel/instant.ts';
import { agentShellOf } from './agent-shell.ts';
import type { AppContext } from './context.ts';
import type { JournalEntry } from './ports/journal.ts';

/** Mints the id of a new record: the random part of an event id. */
export function mintMemoryId(app: Pick<AppContext, 'mintEventId'>): MemoryId {
  return eventTail(app.mintEventId()).toLowerCase() as MemoryId;
}

/** The id that a claim of a source always has. It tells nothing of the claim without the key of the store. */
export function memoryIdOf(app: Pick<AppContext, 'factId' | 'keyedDigest' | 'clock'>, claim: string): MemoryId {
  const fact = { agent: 'loom', nativeId: app.keyedDigest(claim), key: 'claim', type: 'memory.proposed' } as const;
  return eventTail(app.factId({ ...fact, millis: app.clock() })).toLowerCase() as MemoryId;
}

/** The id of the event that a claim of a source was met again in a record: the same each time. */
export function sightingId(
  app: Pick<AppContext, 'factId' | 'keyedDigest' | 'clock'>,
  memory: MemoryId,
  claim: string,
): EventId {
  const fact = { agent: 'loom', nativeId: memory, key: app.keyedDigest(claim), type: 'memory.observed' } as const;
  return app.factId({ ...fact, millis: app.clock() });
}

/** How far what this invocation says may be believed: a command in an agent's shell is the agent's word. */
export function trustOfActor(app: Pick<AppContext, 'actor' | 'env'>): Trust {
  if (app.actor.kind === 'import') return 'untrusted';
  return app.actor.kind === 'person' && agentShellOf(app.env) === undefined ? 'person' : 'agent';
}

/** Completes what a decider wants appended to a record's stream: id, time, actor, trust. */
export function memoryDraft(app: AppContext, draft: MemoryDraft, trust: Trust = trustOfActor(app)): EventDraft {
  const { memory, type, data } = draft;
  return {
    id: app.mintEventId(),
    stream: memoryStream(memory),
    at: formatInstant(app.clock()),
    by: app.actor,
    trust,
    type,
    data,
  } as EventDraft;
}

/** Takes over what became of a record, where the readers of a scope see it. */
function renewClaim(claims: ClaimBook, scope: string, state: MemoryState): void {
  const { record } = state;
  if (!isShown(state)) claims.remove(record.id);
  else if (claims.has(record.id) || record.scope === 'user' || JSON.stringify(record.scope) === scope)
    claims.put(record);
}

/** Records as the read model has them, with entries and drafts folded in that it has not seen. */
export class MemoryStates {
  readonly #app: AppContext;
  readonly #fresh = new Map<MemoryId, MemoryState>();
  readonly #claims = new Map<string, ClaimBook>();
  #tombstones: ReadonlySet<string> | undefined;

  constructor(app: AppContext, tail: readonly JournalEntry[]) {
    this.#app = app;
    for (const entry of tail) if (entry.kind === 'event') this.fold(entry.event);
  }

  readonly lookup: MemoryLookup = (id) => this.#fresh.get(id) ?? this.#app.readModel.memoryState(id);

  /** Takes an event, or what will be one. */
  fold(event: LoomEvent | EventDraft): void {
    const id = memoryOfStream(event.stream);
    if (id === undefined) return;
    const state = foldMemory(this.lookup(id), event as LoomEvent);
    if (state === undefined) return;
    this.#fresh.set(id, state);
    for (const [key, claims] of this.#claims) renewClaim(claims, key, state);
  }

  /** Claims that the readers of a scope see, whatever became of them: read once, however many claims follow. */
  claims(scope: NonNullable<MemoryRecord['scope']>): ClaimBook {
    const key = JSON.stringify(scope);
    const known = this.#claims.get(key);
    if (known !== undefined) return known;
    const claims = new ClaimBook(this.#recordsOf(scope));
    this.#claims.set(key, claims);
    for (const state of this.#fresh.values()) renewClaim(claims, key, state);
    return claims;
  }

  #recordsOf(scope: NonNullable<MemoryRecord['scope']>): readonly MemoryRecord[] {
    const { readModel } = this.#app;
    if (scope !== 'user') return readModel.memories({ project: scope.project, everything: true });
    return readModel.memories({ everything: true }).filter((record) => record.scope === 'user');
  }

  /** Keyed digests of forgotten texts; asked for once. */
  tombstones(): ReadonlySet<string> {
    this.#tombstones ??= this.#app.readModel.tombstones();
    return this.#tombstones;
  }

  /** States that differ from the read model's. */
  fresh(): ReadonlyMap<MemoryId, MemoryState> {
    return this.#fresh;
  }
}

import type { MemoryDecision, MemoryLookup, MemoryNothing, MemoryRefusal } from '../domain/memory-decide.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { MemoryStates, memoryDraft } from './memory-events.ts';
import type { JournalEntry } from './ports/journal.ts';

/** What a change of one record came to. */
export type MemoryChange =
  | { readonly kind: 'changed'; readonly memory: MemoryId; readonly events: readonly LoomEvent[] }
  | { readonly kind: 'nothing'; readonly memory: MemoryId; readonly because: MemoryNothing }
  | { readonly kind: 'refused'; readonly memory: MemoryId; readonly refusal: MemoryRefusal };

export interface MemoryChangeRequest {
  readonly memories: readonly MemoryId[];
  readonly decide: (lookup: MemoryLookup, memory: MemoryId) => MemoryDecision;
  /** Decide and answer, but append nothing. */
  readonly dryRun?: boolean;
}

/** Events of one change fit one commit up to this many records: each may come with its predecessor's. */
const RECORDS_PER_COMMIT = 50;

interface Wish {
  readonly memory: MemoryId;
  readonly decide: MemoryChangeRequest['decide'];
}

interface Verdict {
  readonly change: MemoryChange;
  readonly drafts: readonly EventDraft[];
}

function decideOne(app: AppContext, states: MemoryStates, { memory, decide }: Wish): Verdict {
  const decision = decide(states.lookup, memory);
  if (decision.kind === 'refuse') {
    return { change: { kind: 'refused', memory, refusal: decision.refusal }, drafts: [] };
  }
  if (decision.kind === 'nothing') {
    return { change: { kind: 'nothing', memory, because: decision.because }, drafts: [] };
  }
  const drafts = decision.drafts.map((draft) => memoryDraft(app, draft));
  for (const draft of drafts) states.fold(draft);
  return { change: { kind: 'changed', memory, events: [] }, drafts };
}

/** Each record sees what was decided about those before it. */
function decideAll(app: AppContext, request: MemoryChangeRequest, tail: readonly JournalEntry[]): readonly Verdict[] {
  const states = new MemoryStates(app, tail);
  return request.memories.map((memory) => decideOne(app, states, { memory, decide: request.decide }));
}

/** Decides for each record by itself and appends what is wanted; a refusal of one does not hold back the others. */
export async function changeMemories(app: AppContext, request: MemoryChangeRequest): Promise<readonly MemoryChange[]> {
  if (request.dryRun === true) {
    app.readModel.catchUp();
    return decideAll(app, request, []).map(({ change }) => change);
  }
  const changes: MemoryChange[] = [];
  for (let start = 0; start < request.memories.length; start += RECORDS_PER_COMMIT) {
    const memories = request.memories.slice(start, start + RECORDS_PER_COMMIT);
    changes.push(...(await changeSome(app, { ...request, memories })));
  }
  app.readModel.catchUp();
  return changes;
}

async function changeSome(app: AppContext, request: MemoryChangeRequest): Promise<readonly MemoryChange[]> {
  let verdicts: readonly Verdict[] = [];
  const committed = await commitDecision<never>(app, () => (tail) => {
    verdicts = decideAll(app, request, tail);
    const drafts = verdicts.flatMap((verdict) => verdict.drafts);
    return drafts.length === 0 ? { kind: 'nothing' } : { kind: 'append', drafts };
  });
  const events = committed.kind === 'appended' ? committed.events : [];
  return verdicts.map(({ change, drafts }) => {
    if (change.kind !== 'changed') return change;
    const own = new Set<string>(drafts.map((draft) => draft.id));
    return { ...change, events: events.filter((event) => own.has(event.id)) };
  });
}

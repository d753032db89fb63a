import type { MemoryDecision, MemoryLookup, MemoryNothing, MemoryRefusal } from '../domain/memory-decide.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import type { SeenContents } from '../events/memory-data.ts';
import type { MemoryId } from '../kernel/ids.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { MemoryStates, memoryDraft } from './memory-events.ts';
import type { JournalEntry } from './ports/journal.ts';
import { seeContents, withSeen } from './stale-memory.ts';

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
  readonly seen: SeenByRecord;
}

/** What the files of records are at this moment: whoever accepts or confirms one says so of them as they are. */
type SeenByRecord = ReadonlyMap<MemoryId, SeenContents>;

async function seeAll(app: AppContext, memories: readonly MemoryId[]): Promise<SeenByRecord> {
  const seen = new Map<MemoryId, SeenContents>();
  for (const id of memories) {
    const record = app.readModel.memory(id);
    const contents = record === undefined ? {} : await seeContents(app, record);
    if (Object.keys(contents).length > 0) seen.set(id, contents);
  }
  return seen;
}

interface Verdict {
  readonly change: MemoryChange;
  readonly drafts: readonly EventDraft[];
}

function decideOne(app: AppContext, states: MemoryStates, { memory, decide, seen }: Wish): Verdict {
  const decision = decide(states.lookup, memory);
  if (decision.kind === 'refuse') {
    return { change: { kind: 'refused', memory, refusal: decision.refusal }, drafts: [] };
  }
  if (decision.kind === 'nothing') {
    return { change: { kind: 'nothing', memory, because: decision.because }, drafts: [] };
  }
  const drafts = decision.drafts.map((draft) => memoryDraft(app, withSeen(draft, seen.get(draft.memory))));
  for (const draft of drafts) states.fold(draft);
  return { change: { kind: 'changed', memory, events: [] }, drafts };
}

/** Each record sees what was decided about those before it. */
function decideAll(
  app: AppContext,
  { memories, decide, seen }: MemoryChangeRequest & { readonly seen: SeenByRecord },
  tail: readonly JournalEntry[],
): readonly Verdict[] {
  const states = new MemoryStates(app, tail);
  return memories.map((memory) => decideOne(app, states, { memory, decide, seen }));
}

/** Decides for each record by itself and appends what is wanted; a refusal of one does not hold back the others. */
export async function changeMemories(app: AppContext, request: MemoryChangeRequest): Promise<readonly MemoryChange[]> {
  if (request.dryRun === true) {
    app.readModel.catchUp();
    return decideAll(app, { ...request, seen: new Map() }, []).map(({ change }) => change);
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
  app.readModel.catchUp();
  const seen = await seeAll(app, request.memories);
  const committed = await commitDecision<never>(app, () => (tail) => {
    verdicts = decideAll(app, { ...request, seen }, tail);
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

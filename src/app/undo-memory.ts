import type { MemoryNothing, MemoryRefusal } from '../domain/memory-decide.ts';
import type { MemoryState } from '../domain/memory-state.ts';
import { decideMemoryUndo } from '../domain/memory-undo.ts';
import type { EventDraft, LoomEvent } from '../events/envelope.ts';
import { type MemoryId, memoryOfStream } from '../kernel/ids.ts';
import { LoomError } from '../kernel/loom-error.ts';
import { agentShellOf } from './agent-shell.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { MemoryStates, memoryDraft } from './memory-events.ts';
import type { JournalEntry } from './ports/journal.ts';

/** What taking back changes of memory came to. */
export type MemoryUndone =
  | { readonly kind: 'changed'; readonly memories: readonly MemoryId[]; readonly events: readonly LoomEvent[] }
  | { readonly kind: 'nothing'; readonly memory: MemoryId; readonly because: MemoryNothing }
  | { readonly kind: 'refused'; readonly memory: MemoryId; readonly refusal: MemoryRefusal };

interface ToUndo {
  readonly event: LoomEvent;
  readonly before: MemoryState | undefined;
}

/** Types whose undo makes a record memory again. */
const MAKES_MEMORY: ReadonlySet<string> = new Set(['memory.superseded', 'memory.retracted', 'memory.edited']);

type Plan = {
  readonly drafts: readonly EventDraft[];
  readonly stop: Exclude<MemoryUndone, { kind: 'changed' }> | null;
};

/** Newest first, each seeing what was taken back before it; one refusal holds back all. */
function planUndo(app: AppContext, found: readonly ToUndo[], tail: readonly JournalEntry[]): Plan {
  const states = new MemoryStates(app, tail);
  const drafts: EventDraft[] = [];
  let stop: Plan['stop'] = null;
  for (const { event, before } of [...found].reverse()) {
    const memory = memoryOfStream(event.stream) as MemoryId;
    const { id, type } = event;
    const decision = decideMemoryUndo({ event: id, type, memory, now: states.lookup(memory), before });
    if (decision.kind === 'refuse') return { drafts: [], stop: { kind: 'refused', memory, refusal: decision.refusal } };
    if (decision.kind === 'nothing') {
      stop ??= { kind: 'nothing', memory, because: decision.because };
      continue;
    }
    const made = decision.drafts.map((draft) => memoryDraft(app, draft));
    for (const draft of made) states.fold(draft);
    drafts.push(...made);
  }
  return { drafts, stop: drafts.length > 0 ? null : stop };
}

/**
 * Takes back changes of memory, as one. Throws LoomError `refused` (`agent-shell`) where that would make something memory
 * again at an agent's wish.
 */
export async function undoMemoryEvents(app: AppContext, found: readonly ToUndo[]): Promise<MemoryUndone> {
  refuseToAgents(app, found);
  let plan: Plan = { drafts: [], stop: null };
  const committed = await commitDecision<never>(app, () => (tail) => {
    plan = planUndo(app, found, tail);
    return plan.drafts.length === 0 ? { kind: 'nothing' } : { kind: 'append', drafts: plan.drafts };
  });
  app.readModel.catchUp();
  if (plan.stop !== null) return plan.stop;
  const events = committed.kind === 'appended' ? committed.events : [];
  const memories = [...new Set(events.map(({ stream }) => memoryOfStream(stream) as MemoryId))];
  return { kind: 'changed', memories, events };
}

function refuseToAgents(app: AppContext, found: readonly ToUndo[]): void {
  const agent = agentShellOf(app.env);
  const event = found.map((each) => each.event).find(({ type }) => MAKES_MEMORY.has(type));
  if (agent === undefined || event === undefined) return;
  throw new LoomError({
    kind: 'refused',
    code: 'agent-shell',
    message: `only a person makes memory, and this is a shell of ${agent}; run it in your own terminal`,
    hints: [`loom undo ${event.id}`],
  });
}

import type { EventDraft } from '../events/envelope.ts';
import { commitDecision } from './commit-decision.ts';
import type { AppContext } from './context.ts';
import { MemoryStates } from './memory-events.ts';
import { type PlacedScope, placeScope, type ScopeWish } from './memory-scope.ts';
import type { JournalCursor, JournalEntry } from './ports/journal.ts';
import { type ProposalPlan, type Proposed, type ProposeRequest, Proposing } from './propose-memory.ts';

/** Events of so many proposals fit one commit, the founding of a project included. */
const PER_COMMIT = 60;

type Request = Omit<ProposeRequest, 'scope' | 'acceptance'>;

function planAll(states: MemoryStates, proposings: readonly Proposing[], place: PlacedScope): readonly ProposalPlan[] {
  let here = place;
  return proposings.map((proposing) => {
    const plan = proposing.plan(here, states);
    for (const draft of plan.drafts) states.fold(draft);
    // The project is founded by the first of them.
    if (plan.drafts.length > 0) here = { ...here, founding: null };
    return plan;
  });
}

/** What records are known to be, carried from one commit to the next as long as nobody else writes in between. */
class CarriedStates {
  readonly #app: AppContext;
  #kept: { readonly states: MemoryStates; readonly at: JournalCursor } | undefined;

  constructor(app: AppContext) {
    this.#app = app;
  }

  /** Gives what was kept for one try, which begins at `since`; a second try reads anew. */
  take(): { readonly since: JournalCursor; readonly statesAt: (tail: readonly JournalEntry[]) => MemoryStates } {
    const kept = this.#kept;
    this.#kept = undefined;
    const since = this.#app.readModel.catchUp();
    const isCurrent = kept !== undefined && kept.at.segment === since.segment && kept.at.offset === since.offset;
    return {
      since,
      statesAt: (tail) => (isCurrent && tail.length === 0 ? kept.states : new MemoryStates(this.#app, tail)),
    };
  }

  keep(states: MemoryStates, at: JournalCursor): void {
    this.#kept = { states, at };
  }
}

async function proposeSome(
  app: AppContext,
  proposings: readonly Proposing[],
  { scope, carried }: { readonly scope: ScopeWish; readonly carried: CarriedStates },
): Promise<readonly ProposalPlan[]> {
  let plans: readonly ProposalPlan[] = [];
  let states: MemoryStates | undefined;
  let seen: JournalCursor | undefined;
  const committed = await commitDecision<never>(app, () => {
    const scopeAt = placeScope(app, scope);
    const { since, statesAt } = carried.take();
    return (tail) => {
      states = statesAt(tail);
      seen = tail.length === 0 ? since : undefined;
      plans = planAll(states, proposings, scopeAt(tail));
      const drafts: readonly EventDraft[] = plans.flatMap((plan) => plan.drafts);
      return drafts.length === 0 ? { kind: 'nothing' } : { kind: 'append', drafts };
    };
  });
  app.readModel.catchUp();
  const at = committed.kind === 'appended' ? committed.cursor : seen;
  if (states !== undefined && at !== undefined) carried.keep(states, at);
  return plans;
}

/** What came of one claim of many. */
export type ManyProposed = Proposed & {
  /** False for a claim of a source that was read before: nothing was added. */
  readonly isNews: boolean;
};

function toProposed({ outcome, drafts }: ProposalPlan): ManyProposed {
  return { ...outcome, isNews: drafts.length > 0 };
}

/** What many claims of one scope would come to; changes nothing. */
export function planProposals(
  app: AppContext,
  requests: readonly Request[],
  scope: ScopeWish,
): readonly ManyProposed[] {
  app.readModel.catchUp();
  const proposings = requests.map((request) => new Proposing(app, { ...request, scope }));
  return planAll(new MemoryStates(app, []), proposings, placeScope(app, scope)([])).map(toProposed);
}

/**
 * Appends many claims of one scope as proposals, each seeing those before it; what a known record says already is noted
 * there. Gives what came of each, in order.
 */
export async function proposeMemories(
  app: AppContext,
  requests: readonly Request[],
  scope: ScopeWish,
): Promise<readonly ManyProposed[]> {
  app.readModel.catchUp();
  const proposings = requests.map((request) => new Proposing(app, { ...request, scope }));
  const outcomes: ManyProposed[] = [];
  const carried = new CarriedStates(app);
  for (let from = 0; from < proposings.length; from += PER_COMMIT) {
    const plans = await proposeSome(app, proposings.slice(from, from + PER_COMMIT), { scope, carried });
    outcomes.push(...plans.map(toProposed));
  }
  return outcomes;
}

import type { ConversationCounts, ConversationSummary, TokenTotals } from '../domain/conversation.ts';
import type { IsoTime } from '../kernel/ids.ts';
import { SpanTally } from './span-tally.ts';
import { TitleChoice } from './title-choice.ts';

/** What only the importer knows at the end of its pass. */
export interface FinalFigures {
  readonly counts: Pick<ConversationCounts, 'prompts' | 'answers' | 'inherited'> & Partial<ConversationCounts>;
  readonly tokens: TokenTotals;
}

/** Gathers what a listing needs of one session: ids, places, names and numbers, never text. */
export class SessionTally {
  readonly spans: SpanTally;
  readonly title = new TitleChoice();
  readonly models = new Set<string>();
  readonly cwds = new Set<string>();
  readonly calls = new Set<string>();
  readonly failures = new Set<string>();
  /** Runs that failed, where the agent records each of them; null: failures of known calls count. */
  failedRuns: number | null = null;
  sidechain = 0;
  errors = 0;
  compactions = 0;
  branch: string | null = null;
  mode: string | null = null;
  effort: string | null = null;
  version: string | null = null;
  headless = false;
  #anonymous = 0;

  constructor(asOf: IsoTime) {
    this.spans = new SpanTally(asOf);
  }

  /** A call that carries no id is one of its own. */
  addCall(id: string | undefined): void {
    if (id === undefined) this.#anonymous += 1;
    else this.calls.add(id);
  }

  /** Failures of calls that are known. */
  #toolErrors(): number {
    let count = 0;
    for (const id of this.failures) if (this.calls.has(id)) count += 1;
    return count;
  }

  finish({ counts, tokens }: FinalFigures): ConversationSummary {
    const cwds = [...this.cwds];
    return {
      counts: {
        toolCalls: this.calls.size + this.#anonymous,
        toolErrors: this.failedRuns ?? this.#toolErrors(),
        errors: this.errors,
        compactions: this.compactions,
        sidechain: this.sidechain,
        ...counts,
      },
      tokens,
      models: [...this.models],
      startedAt: this.spans.first,
      updatedAt: this.spans.last,
      plausibleAt: this.spans.plausible,
      timeSuspect: this.spans.suspect,
      cwd: cwds[0] ?? null,
      cwds,
      branch: this.branch,
      ...this.title.finish(),
      mode: this.mode,
      effort: this.effort,
      headless: this.headless,
      worktree: null,
      agentVersion: this.version,
    };
  }
}

import type { Importer } from '../app/ports/importer.ts';
import type { KeptDamage, KeptRecord } from '../app/ports/transcripts.ts';
import type {
  Compaction,
  Conversation,
  ConversationSummary,
  Message,
  Repair,
  TokenTotals,
} from '../domain/conversation.ts';
import { listAllBranches } from '../domain/conversation-branches.ts';
import { findActiveLeaf, tracePath } from '../domain/conversation-path.ts';
import { pairTools } from '../domain/tool-pairing.ts';
import type { AgentName } from '../events/agents.ts';
import type { IsoTime } from '../kernel/ids.ts';
import { conversationEvents, type EventSources } from './conversation-events.ts';
import { asObject, type JsonObject } from './json-fields.ts';
import { currentThenDropped, readableRecords, withoutReplaced } from './kept-records.ts';
import { SessionTally } from './session-tally.ts';
import { type Rewind, TurnLog } from './turn-log.ts';
import { TurnTally } from './turn-tally.ts';

/** What a record does to the conversation. */
export type TurnStep =
  | {
      readonly kind: 'put';
      readonly key: string;
      readonly messages: readonly Message[];
      readonly compaction?: Compaction;
    }
  | ({ readonly kind: 'rewind' } & Rewind)
  | { readonly kind: 'keepOnly'; readonly keys: ReadonlySet<string> };

/** A format whose records are turns in their order. Everything a reader sees of a session follows from these rules. */
export interface TurnFormat {
  readonly agent: AgentName;
  /** Whether the agent's input tokens already contain the cached ones. */
  readonly inputIncludesCache: boolean;
  /** Native key of a record; see `RecordFacts`. */
  readonly keyOf: (record: unknown) => string | undefined;
  /** The agent's id of the session, where a record names it. */
  readonly nativeIdOf: (record: JsonObject) => string | undefined;
  /** What a record does to the conversation; messages come without parents. */
  readonly stepsOf: (record: JsonObject, kept: KeptRecord) => readonly TurnStep[];
  /** Takes in times, names, places and settings. `current`: the source still holds the record. */
  readonly note: (record: JsonObject, tally: SessionTally, kept: KeptRecord) => void;
  /** Totals that the agent itself wrote down; the last record that has some counts. */
  readonly totalsOf?: (record: JsonObject) => TokenTotals | undefined;
  /** Makes the figures of a session of the sum over its answers and the agent's totals; by default the totals alone count. */
  readonly joinTokens?: (sum: TokenTotals, totals: TokenTotals | undefined) => TokenTotals;
  readonly events?: EventSources;
}

type Records = Iterable<KeptRecord | KeptDamage>;

function inheritedSteps(steps: readonly TurnStep[], inherited: boolean): readonly TurnStep[] {
  if (!inherited) return steps;
  return steps.map((step) => {
    if (step.kind !== 'put') return step;
    return { ...step, messages: step.messages.map((message) => ({ ...message, inherited: true })) };
  });
}

function stepsOf(format: TurnFormat, kept: KeptRecord, inheritedRecords: number): readonly TurnStep[] {
  const record = asObject(kept.record);
  return record === undefined ? [] : inheritedSteps(format.stepsOf(record, kept), kept.n <= inheritedRecords);
}

function applyStep(log: TurnLog, step: TurnStep, current: boolean): void {
  if (step.kind === 'put') {
    log.put(step.key, step.messages, current);
    if (step.compaction !== undefined) log.compactions.push(step.compaction);
  } else if (current) {
    if (step.kind === 'rewind') log.rewindTo(step);
    else log.keepOnly(step.keys);
  }
}

function normalize(format: TurnFormat, records: Records, inheritedRecords: number): Conversation {
  const repairs: Repair[] = [];
  const log = new TurnLog();
  let nativeId: string | undefined;
  for (const kept of withoutReplaced([...readableRecords(records, repairs)], format.keyOf)) {
    const record = asObject(kept.record);
    if (record !== undefined) nativeId ??= format.nativeIdOf(record);
    for (const step of stepsOf(format, kept, inheritedRecords)) applyStep(log, step, kept.current);
  }
  const { messages, dropped } = log.finish();
  const leaf = findActiveLeaf(messages, { dropped });
  const activePath = tracePath(messages, leaf);
  return {
    agent: format.agent,
    nativeId: nativeId ?? null,
    messages,
    activePath,
    branches: listAllBranches({ messages, activePath, activeLeaf: leaf, dropped }),
    compactions: log.compactions,
    repairs: [...repairs, ...pairTools(messages).repairs],
  };
}

function countSteps(turns: TurnTally, kept: KeptRecord, steps: readonly TurnStep[]): number {
  let compactions = 0;
  for (const step of steps) {
    if (step.kind !== 'put') continue;
    turns.put(kept.current ? step.key : `${kept.n}:${step.key}`, step.messages);
    if (step.compaction !== undefined) compactions += 1;
  }
  return compactions;
}

function summarize(
  format: TurnFormat,
  records: Records,
  { asOf, inheritedRecords = 0 }: { readonly asOf: IsoTime; readonly inheritedRecords?: number },
): ConversationSummary {
  const tally = new SessionTally(asOf);
  const turns = new TurnTally(tally);
  let totals: TokenTotals | undefined;
  for (const kept of currentThenDropped(records, format.keyOf)) {
    const record = asObject(kept.record);
    if (record === undefined) continue;
    format.note(record, tally, kept);
    if (kept.current) totals = format.totalsOf?.(record) ?? totals;
    tally.compactions += countSteps(turns, kept, stepsOf(format, kept, inheritedRecords));
  }
  if (format.joinTokens === undefined) return tally.finish(turns.finish(format.inputIncludesCache, totals));
  const { counts, tokens } = turns.finish(format.inputIncludesCache, undefined);
  return tally.finish({ counts, tokens: format.joinTokens(tokens, totals) });
}

/** The reading members of an importer whose format is turns in their order. */
export function turnReaders(format: TurnFormat): Pick<Importer, 'agent' | 'normalize' | 'summarize' | 'eventsOf'> {
  return {
    agent: format.agent,
    normalize: (records, options = {}) => normalize(format, records, options.inheritedRecords ?? 0),
    summarize: (records, options) => summarize(format, records, options),
    eventsOf: (records) => conversationEvents(normalize(format, records, 0), format.events),
  };
}

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
import { asObject, type JsonObject } from '../kernel/json-fields.ts';
import { conversationEvents, type EventSources } from './conversation-events.ts';
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
  /** Names the place after what came before, so that a rewind can go back to it. */
  | { readonly kind: 'mark'; readonly key: string }
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
  /** What a subagent says counts as `sidechain`, not as prompts and answers of the session. */
  readonly sidechainApart?: boolean;
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
    else if (step.kind === 'mark') log.mark(step.key);
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

/** What counts as the session's own: what subagents say is no prompt and no answer of it. */
function ownMessages(messages: readonly Message[]): readonly Message[] {
  return messages.map((message) => (message.sidechain === true ? { ...message, kind: 'meta' } : message));
}

interface Counting {
  readonly turns: TurnTally;
  readonly tally: SessionTally;
  readonly sidechainApart: boolean;
}

function countSteps({ turns, tally, sidechainApart }: Counting, kept: KeptRecord, steps: readonly TurnStep[]): void {
  for (const step of steps) {
    if (step.kind !== 'put') continue;
    const key = kept.current ? step.key : `${kept.n}:${step.key}`;
    turns.put(key, sidechainApart ? ownMessages(step.messages) : step.messages);
    if (sidechainApart) tally.sidechain += step.messages.filter(({ sidechain }) => sidechain === true).length;
    if (step.compaction !== undefined) tally.compactions += 1;
  }
}

function summarize(
  format: TurnFormat,
  records: Records,
  { asOf, inheritedRecords = 0 }: { readonly asOf: IsoTime; readonly inheritedRecords?: number },
): ConversationSummary {
  const tally = new SessionTally(asOf);
  const turns = new TurnTally(tally);
  const counting = { turns, tally, sidechainApart: format.sidechainApart === true };
  let totals: TokenTotals | undefined;
  for (const kept of currentThenDropped(records, format.keyOf)) {
    const record = asObject(kept.record);
    if (record === undefined) continue;
    format.note(record, tally, kept);
    if (kept.current) totals = format.totalsOf?.(record) ?? totals;
    countSteps(counting, kept, stepsOf(format, kept, inheritedRecords));
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

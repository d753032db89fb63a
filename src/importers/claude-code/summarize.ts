import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { ConversationSummary } from '../../domain/conversation.ts';
import type { IsoTime } from '../../kernel/ids.ts';
import { asObject, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { currentThenDropped } from '../kept-records.ts';
import { SpanTally } from '../span-tally.ts';
import { classify, isSidechain, type RecordClass } from './classify.ts';
import { isOfSubagent } from './scan.ts';
import { SettingTally } from './setting-tally.ts';
import { ThreadTally } from './thread-tally.ts';
import { TitleGatherer } from './title.ts';

/** Everything one pass gathers. */
interface Gathering {
  readonly main: ThreadTally;
  readonly side: ThreadTally;
  readonly settings: SettingTally;
  readonly spans: SpanTally;
  readonly titles: TitleGatherer;
  /** Every uuid, and whether a message bears it: a link never takes a message's id. */
  readonly uuids: Map<string, boolean>;
  /** Some record of a message belongs to no subagent. */
  hasOwn: boolean;
}

function countPrompt(
  into: Gathering,
  what: Extract<RecordClass, { kind: 'prompt' }>,
  { thread, inherited }: { readonly thread: ThreadTally; readonly inherited: boolean },
): void {
  if (what.promptKind === 'queued') return;
  thread.prompts += 1;
  if (inherited) thread.inherited += 1;
  if (thread === into.main) into.titles.addPrompt(what);
  else into.titles.addTask(what);
}

/** Whether an earlier message had the same id. Remembers the id. */
function isRepeated(into: Gathering, record: JsonObject, what: RecordClass): boolean {
  const uuid = textField(record, 'uuid');
  if (uuid === undefined) return false;
  const repeated = into.uuids.get(uuid) === true;
  if (!repeated) into.uuids.set(uuid, what.kind !== 'none');
  return repeated;
}

function countRecord(into: Gathering, record: JsonObject, inherited: boolean): void {
  const what = classify(record);
  const thread = isSidechain(record) ? into.side : into.main;
  const repeated = isRepeated(into, record, what);
  const type = field(record, 'type');
  if (type === 'user' || type === 'assistant') {
    if (!repeated) thread.messages += 1;
    if (!isOfSubagent(record)) into.hasOwn = true;
  }
  if (type === 'user') thread.addResults(record);
  if (what.kind === 'answer') thread.addAnswer(record);
  if (!repeated) countOnce(into, { thread, what, inherited });
}

function countOnce(
  into: Gathering,
  seen: { readonly thread: ThreadTally; readonly what: RecordClass; readonly inherited: boolean },
): void {
  const { thread, what } = seen;
  if (what.kind === 'prompt') countPrompt(into, what, seen);
  else if (what.kind === 'compaction') thread.boundaries += 1;
  else if (what.kind === 'summary') thread.summaries += 1;
  else if (what.kind === 'answer' ? what.apiError : what.kind === 'notice' && what.about === 'api_error') {
    thread.errors += 1;
  }
}

/** Whether every message is a subagent's: then the sidechain is the conversation itself. */
function isSubagentFile(into: Gathering): boolean {
  return !into.hasOwn && into.main.messages + into.side.messages > 0;
}

function finishSummary(into: Gathering): ConversationSummary {
  const { main, side, settings, spans } = into;
  const asSubagent = isSubagentFile(into);
  if (asSubagent) main.absorb(side);
  const cwds = [...settings.cwds];
  return {
    counts: {
      prompts: main.prompts,
      answers: main.answers.size,
      toolCalls: main.calls.size,
      toolErrors: main.failures.size,
      errors: main.errors,
      compactions: main.compactions,
      sidechain: asSubagent ? 0 : side.messages,
      inherited: main.inherited,
    },
    tokens: { ...main.usage, inputIncludesCache: false },
    models: [...main.models],
    startedAt: spans.first,
    updatedAt: spans.last,
    plausibleAt: spans.plausible,
    timeSuspect: spans.suspect,
    cwd: cwds[0] ?? null,
    cwds,
    branch: settings.branch,
    ...into.titles.finish((uuid) => into.uuids.has(uuid), asSubagent),
    mode: settings.mode,
    effort: settings.effort,
    headless: settings.headless,
    worktree: settings.worktree,
    agentVersion: settings.version,
  };
}

/** Whether the agent gives a record a time: a message has one, most metadata has none. */
function isTimed(record: JsonObject): boolean {
  const type = field(record, 'type');
  return type === 'user' || type === 'assistant' || type === 'system';
}

function uuidOf(record: unknown): string | undefined {
  return textField(asObject(record), 'uuid');
}

/** Summarizes kept records in one pass. Memory grows with the number of ids, not with texts. */
export function summarizeClaude(
  records: Iterable<KeptRecord | KeptDamage>,
  options: { readonly asOf: IsoTime; readonly inheritedRecords?: number },
): ConversationSummary {
  const into: Gathering = {
    main: new ThreadTally(),
    side: new ThreadTally(),
    settings: new SettingTally(),
    spans: new SpanTally(options.asOf),
    titles: new TitleGatherer(),
    uuids: new Map(),
    hasOwn: false,
  };
  const inheritedRecords = options.inheritedRecords ?? 0;
  let present: ReadonlySet<string> | undefined;
  for (const kept of currentThenDropped(records, uuidOf)) {
    const record = asObject(kept.record);
    if (record === undefined) continue;
    if (!kept.current) {
      // The file still holds a record of this id: whatever it is by now, it stands for all that it was.
      present ??= new Set(into.uuids.keys());
      if (present.has(uuidOf(record) ?? '')) continue;
    }
    into.spans.add(field(record, 'timestamp'), isTimed(record));
    if (kept.current) {
      into.settings.add(record);
      into.titles.addMetadata(record);
    }
    countRecord(into, record, kept.n <= inheritedRecords);
  }
  return finishSummary(into);
}

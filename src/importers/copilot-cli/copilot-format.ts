import type { Importer } from '../../app/ports/importer.ts';
import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { Message } from '../../domain/conversation.ts';
import { asObject, countField, field, type JsonObject, textField } from '../../kernel/json-fields.ts';
import { conversationEvents } from '../conversation-events.ts';
import type { SessionTally } from '../session-tally.ts';
import { type TurnFormat, type TurnStep, turnReaders } from '../turn-format.ts';
import { chatMessage } from './chat-messages.ts';
import { readContext } from './context.ts';
import { type CopilotEvent, copilotFacts, readCopilotRecord, requestedCalls } from './copilot-record.ts';
import { eventMessage, isSubagents } from './event-messages.ts';
import { joinTokens, shutdownTotals } from './usage.ts';

type Kept = KeptRecord | KeptDamage;

/** Events at which the agent let go of what was said before. */
const COMPACTIONS: Readonly<Record<string, string>> = {
  'session.truncation': 'preTruncationTokensInMessages',
  'session.compaction_complete': 'preCompactionTokens',
};
const SUBAGENT_TOOLS: ReadonlySet<string> = new Set(['task']);

function putStep(event: CopilotEvent, kept: KeptRecord, message: Message): TurnStep {
  const put = { kind: 'put', key: event.id ?? `line:${kept.n}`, messages: [message] } as const;
  const counter = Object.hasOwn(COMPACTIONS, event.type) ? COMPACTIONS[event.type] : undefined;
  if (counter === undefined || field(event.data, 'success') === false) return put;
  const preTokens = countField(event.data, counter);
  const summary = message.kind === 'summary' ? { summaryMessageId: message.id } : {};
  const compaction = { id: message.id, at: kept.at, ...(preTokens === undefined ? {} : { preTokens }), ...summary };
  return { ...put, compaction };
}

function eventSteps(event: CopilotEvent, kept: KeptRecord, requested: ReadonlySet<string>): readonly TurnStep[] {
  if (event.type === 'session.snapshot_rewind') {
    const to = textField(event.data, 'upToEventId');
    return to === undefined ? [] : [{ kind: 'rewind', to, unknown: 'nothing' }];
  }
  // A call that an answer asks for stands there; its start tells nothing more.
  if (event.type === 'tool.execution_start' && requested.has(textField(event.data, 'toolCallId') ?? '')) return [];
  const message = eventMessage(event, kept);
  return message === undefined ? [] : [putStep(event, kept, message)];
}

function stepsWith(requested: ReadonlySet<string>): TurnFormat['stepsOf'] {
  return (record, kept) => {
    const what = readCopilotRecord(record);
    if (what.kind === 'event') return eventSteps(what.event, kept, requested);
    if (what.kind !== 'chat') return [];
    return [{ kind: 'put', key: `line:${kept.n}`, messages: [chatMessage(record, what.role, kept)] }];
  };
}

function noteSettings({ type, data }: CopilotEvent, tally: SessionTally): void {
  for (const name of ['selectedModel', 'newModel', 'model']) {
    const model = textField(data, name);
    if (model !== undefined) tally.models.add(model);
  }
  tally.effort = textField(data, 'reasoningEffort') ?? tally.effort;
  if (type === 'session.mode_changed') tally.mode = textField(data, 'newMode') ?? tally.mode;
  if (type === 'session.title_changed') tally.title.suggest(textField(data, 'title') ?? '');
  tally.version = textField(data, 'copilotVersion') ?? tally.version;
}

function noteEvent(event: CopilotEvent, tally: SessionTally): void {
  const context = readContext(event);
  if (context?.cwd !== undefined) tally.cwds.add(context.cwd);
  tally.branch = context?.branch ?? tally.branch;
  noteSettings(event, tally);
  if (isSubagents(event) && event.type !== 'tool.execution_start') tally.sidechain += 1;
  if (event.type === 'tool.execution_complete' && field(event.data, 'success') === false)
    tally.failedRuns = (tally.failedRuns ?? 0) + 1;
}

function note(record: JsonObject, tally: SessionTally): void {
  const what = readCopilotRecord(record);
  if (what.kind === 'event') noteEvent(what.event, tally);
  const model = what.kind === 'frame' ? textField(record, 'selectedModel') : undefined;
  if (model !== undefined) tally.models.add(model);
  tally.spans.add(field(record, 'timestamp'), what.kind === 'event');
}

/** How a session is read, when some calls are asked for by its answers. */
function copilotFormat(requested: ReadonlySet<string>): TurnFormat {
  return {
    agent: 'copilot-cli',
    inputIncludesCache: true,
    keyOf: (record) => copilotFacts(record).key,
    nativeIdOf: (record) => {
      const what = readCopilotRecord(record);
      return textField(what.kind === 'event' ? what.event.data : record, 'sessionId');
    },
    stepsOf: stepsWith(requested),
    note,
    totalsOf: shutdownTotals,
    joinTokens,
    events: { subagentTools: SUBAGENT_TOOLS },
  };
}

function requestedIds(records: readonly Kept[]): ReadonlySet<string> {
  const events = records.flatMap((kept) => {
    const what = readCopilotRecord('record' in kept ? asObject(kept.record) : undefined);
    return what.kind === 'event' ? [what.event] : [];
  });
  return new Set(
    events.flatMap(({ type, data }) =>
      type === 'assistant.message' ? requestedCalls(data).flatMap((call) => textField(call, 'toolCallId') ?? []) : [],
    ),
  );
}

const { agent, summarize } = turnReaders(copilotFormat(new Set()));

/** Reads twice: whether an answer asks for a call shows only after the call has begun. */
const normalize: Importer['normalize'] = (records, options) => {
  const all = [...records];
  return turnReaders(copilotFormat(requestedIds(all))).normalize(all, options);
};

/** The reading members; counting needs no second look, since a call is counted once whoever tells of it. */
export const copilotReaders: Pick<Importer, 'agent' | 'normalize' | 'summarize' | 'eventsOf'> = {
  agent,
  normalize,
  summarize,
  eventsOf: (records) => conversationEvents(normalize(records), { subagentTools: SUBAGENT_TOOLS }),
};

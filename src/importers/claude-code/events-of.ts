import type { KeptDamage, KeptRecord } from '../../app/ports/transcripts.ts';
import type { DerivedEvent } from '../../domain/derived-event.ts';
import { toolPaths } from '../../domain/tool-paths.ts';
import {
  asObject,
  countField,
  field,
  isTrue,
  type JsonObject,
  listField,
  numberField,
  objectField,
  textField,
} from '../../kernel/json-fields.ts';
import { knownParts } from '../../kernel/known-parts.ts';
import { blocksOf, messageOf } from './classify.ts';
import { toolCallId } from './record-id.ts';
import { type ScannedRecord, scanRecords } from './scan.ts';

/** Tools by which the agent sends out a subagent. */
const SUBAGENT_TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent']);
const MOST_PATHS = 64;

type Data = Readonly<Record<string, unknown>>;

/** Type of an event, and the native key that makes it one fact. */
interface Fact {
  readonly type: string;
  readonly key: string;
}

function eventAt(scanned: ScannedRecord, { type, key }: Fact, data: Data): DerivedEvent {
  return {
    type,
    key,
    at: scanned.kept.at,
    data: knownParts({ ...data, messageId: scanned.id }),
    messageId: scanned.id,
    line: scanned.kept.n,
  };
}

/** What has been seen so far: each call and result is one fact however often it is recorded. */
interface Seen {
  readonly calls: Map<string, string>;
  readonly results: Set<string>;
  model: string | undefined;
}

function* callEvents(
  scanned: ScannedRecord,
  call: { readonly block: JsonObject; readonly callId: string },
  seen: Seen,
): Generator<DerivedEvent> {
  const { block, callId } = call;
  if (seen.calls.has(callId)) return;
  const name = textField(block, 'name') ?? '';
  seen.calls.set(callId, name);
  const input = objectField(block, 'input');
  const touched = toolPaths(name, input);
  const paths = touched.length === 0 ? undefined : touched.slice(0, MOST_PATHS).map(({ path }) => path);
  const access = touched[0]?.access === 'edit' ? 'write' : touched[0]?.access;
  yield eventAt(scanned, { type: 'tool.requested', key: callId }, { callId, name, paths, access });
  if (!SUBAGENT_TOOLS.has(name)) return;
  const kind = textField(input, 'subagent_type');
  yield eventAt(scanned, { type: 'subagent.started', key: callId }, { callId, kind, model: textField(input, 'model') });
}

function* answerEvents(scanned: ScannedRecord, seen: Seen): Generator<DerivedEvent> {
  const message = messageOf(scanned.record);
  const model = textField(message, 'model');
  if (model !== undefined && model !== '<synthetic>') {
    if (seen.model !== undefined && seen.model !== model)
      yield eventAt(scanned, { type: 'model.changed', key: scanned.id }, { from: seen.model, to: model });
    seen.model = model;
  }
  if (isTrue(scanned.record, 'isApiErrorMessage')) {
    yield eventAt(
      scanned,
      { type: 'error.recorded', key: scanned.id },
      { source: 'api', code: textField(scanned.record, 'error') },
    );
  }
  for (const [index, value] of listField(message, 'content').entries()) {
    const block = asObject(value);
    if (block === undefined || field(block, 'type') !== 'tool_use') continue;
    yield* callEvents(scanned, { block, callId: toolCallId(block, scanned.kept.n, index) }, seen);
  }
}

/** How the agent says a call ended, beside the result that the model saw. */
function outcomeOf(record: JsonObject): {
  readonly durationMs: number | undefined;
  readonly interrupted: true | undefined;
} {
  const outcome = objectField(record, 'toolUseResult');
  return {
    durationMs: numberField(outcome, 'durationMs') ?? numberField(outcome, 'totalDurationMs'),
    interrupted: isTrue(outcome, 'interrupted') ? true : undefined,
  };
}

function subagentCompleted(scanned: ScannedRecord, callId: string, isError: boolean): DerivedEvent {
  const outcome = objectField(scanned.record, 'toolUseResult');
  return eventAt(
    scanned,
    { type: 'subagent.completed', key: callId },
    {
      callId,
      subagent: textField(outcome, 'agentId'),
      isError,
      durationMs: numberField(outcome, 'totalDurationMs'),
      tokens: countField(outcome, 'totalTokens'),
      toolCalls: countField(outcome, 'totalToolUseCount'),
    },
  );
}

function* resultEvents(scanned: ScannedRecord, seen: Seen): Generator<DerivedEvent> {
  const { durationMs, interrupted } = outcomeOf(scanned.record);
  for (const block of blocksOf(messageOf(scanned.record))) {
    const callId = field(block, 'type') === 'tool_result' ? textField(block, 'tool_use_id') : undefined;
    if (callId === undefined || seen.results.has(callId)) continue;
    seen.results.add(callId);
    const name = seen.calls.get(callId);
    const isError = isTrue(block, 'is_error');
    if (isError)
      yield eventAt(scanned, { type: 'tool.failed', key: callId }, { callId, name, durationMs, interrupted });
    else yield eventAt(scanned, { type: 'tool.completed', key: callId }, { callId, name, durationMs });
    if (name !== undefined && SUBAGENT_TOOLS.has(name)) yield subagentCompleted(scanned, callId, isError);
  }
}

function compactedEvent(scanned: ScannedRecord): DerivedEvent {
  const metadata = objectField(scanned.record, 'compactMetadata');
  return eventAt(
    scanned,
    { type: 'session.compacted', key: scanned.id },
    {
      trigger: textField(metadata, 'trigger'),
      preTokens: countField(metadata, 'preTokens'),
      summary: scanned.what.kind === 'summary' ? scanned.id : undefined,
    },
  );
}

function* noticeEvents(scanned: ScannedRecord, about: string): Generator<DerivedEvent> {
  if (about !== 'api_error') return;
  const { record } = scanned;
  const status = numberField(objectField(record, 'error'), 'status');
  yield eventAt(
    scanned,
    { type: 'error.recorded', key: scanned.id },
    {
      source: 'api',
      status,
      retry: numberField(record, 'retryAttempt'),
    },
  );
}

function* recordEvents(scanned: ScannedRecord, seen: Seen, hasBoundaries: boolean): Generator<DerivedEvent> {
  const { what, record, id } = scanned;
  if (field(record, 'type') === 'user') yield* resultEvents(scanned, seen);
  if (what.kind === 'answer') yield* answerEvents(scanned, seen);
  if (scanned.conflicts) return;
  if (what.kind === 'prompt')
    yield eventAt(
      scanned,
      { type: 'prompt.submitted', key: id },
      { kind: what.promptKind, promptId: textField(record, 'promptId') },
    );
  else if (what.kind === 'interrupt') yield eventAt(scanned, { type: 'run.interrupted', key: id }, { reason: 'user' });
  else if (what.kind === 'notice') yield* noticeEvents(scanned, what.about);
  else if (what.kind === 'compaction' || (what.kind === 'summary' && !hasBoundaries)) yield compactedEvent(scanned);
}

/**
 * Derives the typed events of the session's own thread, in record order. Keys are native: the call id for tools and
 * subagents, the record id for all else. Needs all records, since only they show whose thread a file is.
 */
export function* claudeEvents(records: Iterable<KeptRecord | KeptDamage>): Generator<DerivedEvent> {
  const scan = scanRecords(records);
  const main = scan.records.filter(({ sidechain }) => !sidechain);
  const hasBoundaries = main.some(({ what }) => what.kind === 'compaction');
  const seen: Seen = { calls: new Map(), results: new Set(), model: undefined };
  for (const scanned of main) yield* recordEvents(scanned, seen, hasBoundaries);
}

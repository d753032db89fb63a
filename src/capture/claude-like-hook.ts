import type { CapturedFact, HookReading, StartSource } from '../app/ports/hook-agent.ts';
import { isShellTool } from '../events/tool-names.ts';
import { field, isTrue, type JsonObject, textField } from '../kernel/json-fields.ts';
import { knownParts } from '../kernel/known-parts.ts';
import {
  durationOf,
  endedFacts,
  exitStatusOf,
  type HookCall,
  promptFact,
  requestedFact,
  type Told,
  wordsOf,
} from './hook-facts.ts';

const SOURCES: ReadonlySet<string> = new Set(['startup', 'resume', 'clear', 'compact', 'fork']);

function sourceOf(payload: JsonObject): StartSource {
  const source = textField(payload, 'source') ?? '';
  return SOURCES.has(source) ? (source as StartSource) : 'startup';
}

function callOf(payload: JsonObject): HookCall | undefined {
  const callId = textField(payload, 'tool_use_id');
  const name = textField(payload, 'tool_name');
  return callId === undefined || name === undefined ? undefined : { callId, name, input: field(payload, 'tool_input') };
}

function other(...facts: readonly CapturedFact[]): Told {
  return { moment: 'other', facts };
}

function start(payload: JsonObject): Told {
  const reason = sourceOf(payload);
  // The end of a compaction has a hook of its own, and a new or cleared session is a new beginning.
  const reloaded = reason === 'resume' || reason === 'fork';
  return { moment: 'session-start', facts: reloaded ? [{ type: 'session.reloaded', data: { reason } }] : [] };
}

function prompt(payload: JsonObject, keyName: string): Told {
  const text = textField(payload, 'prompt');
  const key = textField(payload, keyName);
  return { moment: 'prompt', facts: text === undefined ? [] : [promptFact(text, { key })] };
}

function toolEnded(payload: JsonObject, failed: boolean): Told {
  const call = callOf(payload);
  if (call === undefined) return other();
  const response = field(payload, 'tool_response');
  const exitStatus = exitStatusOf(response);
  const durationMs = durationOf(payload, 'duration_ms');
  const outcome = {
    failed,
    interrupted: isTrue(payload, 'is_interrupt'),
    output: response ?? field(payload, 'error'),
    ...(exitStatus === undefined ? {} : { exitStatus }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
  return { moment: 'tool', facts: endedFacts(call, outcome), shell: isShellTool(call.name) };
}

function toolAsked(payload: JsonObject): Told {
  const call = callOf(payload);
  return other(...(call === undefined ? [] : [requestedFact(call)]));
}

function toolDenied(payload: JsonObject): Told {
  const call = callOf(payload);
  if (call === undefined) return other();
  return other({ type: 'tool.denied', key: call.callId, data: { callId: call.callId, name: call.name } });
}

function stop(payload: JsonObject, keyName?: string): Told {
  const text = wordsOf(payload, 'last_assistant_message');
  const key = keyName === undefined ? undefined : textField(payload, keyName);
  return { moment: 'stop', facts: [{ type: 'run.completed', data: {}, ...knownParts({ key, text }) }] };
}

function subagent(payload: JsonObject, type: 'subagent.started' | 'subagent.completed'): Told {
  const id = textField(payload, 'agent_id');
  if (id === undefined) return other();
  return other({
    type,
    key: `agent:${id}`,
    data: knownParts({ subagent: id, kind: textField(payload, 'agent_type') }),
  });
}

const TELL: Readonly<Record<string, (payload: JsonObject) => Told>> = {
  SessionStart: start,
  PreToolUse: toolAsked,
  PermissionDenied: toolDenied,
  PostToolUse: (payload) => toolEnded(payload, false),
  PostToolUseFailure: (payload) => toolEnded(payload, true),
  SubagentStart: (payload) => subagent(payload, 'subagent.started'),
  SubagentStop: (payload) => subagent(payload, 'subagent.completed'),
  PreCompact: (payload) =>
    other({ type: 'session.compacting', data: knownParts({ trigger: textField(payload, 'trigger') }) }),
  PostCompact: (payload) =>
    other({ type: 'session.compacted', data: knownParts({ trigger: textField(payload, 'trigger') }) }),
  StopFailure: (payload) =>
    other({
      type: 'error.recorded',
      data: knownParts({ source: 'api', code: textField(payload, 'error_type') ?? textField(payload, 'error') }),
    }),
  SessionEnd: (payload) => ({
    moment: 'session-end',
    facts: [{ type: 'session.closed', data: knownParts({ reason: textField(payload, 'reason') }) }],
  }),
};

/** What differs between agents that took over Claude Code's hooks. */
export interface ClaudeLikeNames {
  /** Member that carries the native key of a prompt. */
  readonly promptKey: string;
  /** Member that carries the native key of a run: another hook may tell of its end as well. */
  readonly runKey?: string;
  /** Event of a run that a person stopped, where there is one. */
  readonly interrupt?: string;
}

/** Reads a hook call in the shape of Claude Code's; `undefined` for an event that tells nothing. */
export function readClaudeLike(payload: JsonObject, names: ClaudeLikeNames): HookReading | undefined {
  const event = textField(payload, 'hook_event_name') ?? '';
  const session = textField(payload, 'session_id');
  const told = tellEvent(event, payload, names);
  if (session === undefined || told === undefined) return undefined;
  const origin = event === 'SessionStart' ? originOf(payload) : undefined;
  // What a subagent does belongs to a thread of its own; its beginning and end are the session's.
  const subagentId = event.startsWith('Subagent') ? undefined : textField(payload, 'agent_id');
  return {
    ...told,
    event,
    nativeId: subagentId === undefined ? session : `${session}/${subagentId}`,
    cwd: textField(payload, 'cwd') ?? null,
    ...knownParts({
      parent: subagentId === undefined ? origin : session,
      parentKind: subagentId === undefined && origin !== undefined ? ('fork' as const) : undefined,
      transcript: textField(payload, 'transcript_path'),
      title: textField(payload, 'session_title'),
      source: event === 'SessionStart' ? sourceOf(payload) : undefined,
    }),
  };
}

/** The session that this one was forked from, where the agent names it. */
function originOf(payload: JsonObject): string | undefined {
  const named = textField(payload, 'parent_session_id') ?? textField(payload, 'forked_from_id');
  return named === textField(payload, 'session_id') ? undefined : named;
}

function tellEvent(event: string, payload: JsonObject, names: ClaudeLikeNames): Told | undefined {
  if (event === 'UserPromptSubmit') return prompt(payload, names.promptKey);
  if (event === 'Stop') return stop(payload, names.runKey);
  if (event === names.interrupt) return other({ type: 'run.interrupted', data: { reason: 'user' } });
  return Object.hasOwn(TELL, event) ? TELL[event]?.(payload) : undefined;
}

import type { HookAgent, HookReading, StartSource } from '../app/ports/hook-agent.ts';
import { isShellTool } from '../events/tool-names.ts';
import { field, type JsonObject, objectField, textField } from '../kernel/json-fields.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { contextAnswer } from './context-answer.ts';
import {
  callBy,
  endedFacts,
  exitStatusOf,
  type HookCall,
  promptFact,
  requestedFact,
  type Told,
  wordsOf,
} from './hook-facts.ts';

/** Gemini's hooks name no call: one is told apart by its tool and the time that the hook gives. */
function callOf(payload: JsonObject): HookCall | undefined {
  const name = textField(payload, 'tool_name');
  if (name === undefined) return undefined;
  const callId = textField(payload, 'tool_call_id') ?? textField(payload, 'tool_use_id');
  return callBy({ callId, name, input: field(payload, 'tool_input') }, textField(payload, 'timestamp'));
}

function toolEnded(payload: JsonObject): Told {
  const call = callOf(payload);
  if (call === undefined) return { moment: 'tool', facts: [] };
  const response = objectField(payload, 'tool_response');
  const exitStatus = exitStatusOf(response);
  const failed = field(response, 'error') !== undefined && field(response, 'error') !== null;
  const outcome = { failed, output: response, ...(exitStatus === undefined ? {} : { exitStatus }) };
  return { moment: 'tool', facts: endedFacts(call, outcome), shell: isShellTool(call.name) };
}

function source(payload: JsonObject): StartSource {
  const said = textField(payload, 'source');
  return said === 'resume' || said === 'clear' ? said : 'startup';
}

function start(payload: JsonObject): Told {
  const resumed = source(payload) === 'resume';
  return { moment: 'session-start', facts: resumed ? [{ type: 'session.reloaded', data: { reason: 'resume' } }] : [] };
}

function asked(payload: JsonObject): Told {
  const call = callOf(payload);
  return { moment: 'other', facts: call === undefined ? [] : [requestedFact(call)] };
}

function prompt(payload: JsonObject): Told {
  const text = textField(payload, 'prompt');
  return { moment: 'prompt', facts: text === undefined ? [] : [promptFact(text)] };
}

function answered(payload: JsonObject): Told {
  const text = wordsOf(payload, 'prompt_response');
  return { moment: 'stop', facts: [{ type: 'run.completed', data: {}, ...knownParts({ text }) }] };
}

const TELL: Readonly<Record<string, (payload: JsonObject) => Told>> = {
  SessionStart: start,
  BeforeAgent: prompt,
  AfterAgent: answered,
  BeforeTool: asked,
  AfterTool: toolEnded,
  PreCompress: (payload) => ({
    moment: 'other',
    facts: [{ type: 'session.compacting', data: knownParts({ trigger: textField(payload, 'trigger') }) }],
  }),
  SessionEnd: (payload) => ({
    moment: 'session-end',
    facts: [{ type: 'session.closed', data: knownParts({ reason: textField(payload, 'reason') }) }],
  }),
};

function read(payload: JsonObject): HookReading | undefined {
  const event = textField(payload, 'hook_event_name') ?? '';
  const nativeId = textField(payload, 'session_id');
  const tell = Object.hasOwn(TELL, event) ? TELL[event] : undefined;
  if (nativeId === undefined || tell === undefined) return undefined;
  return {
    ...tell(payload),
    event,
    nativeId,
    cwd: textField(payload, 'cwd') ?? null,
    ...knownParts({
      transcript: textField(payload, 'transcript_path'),
      source: event === 'SessionStart' ? source(payload) : undefined,
    }),
  };
}

/** Hooks of Gemini CLI. Whatever is printed must be one JSON object. */
export const geminiHook: HookAgent = {
  agent: 'gemini',
  read,
  answer: contextAnswer,
};

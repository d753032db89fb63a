import type { HookAgent, HookReading } from '../app/ports/hook-agent.ts';
import { isShellTool } from '../events/tool-names.ts';
import { field, type JsonObject, listField, textField } from '../kernel/json-fields.ts';
import { printJson } from '../kernel/json-text.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { durationOf, endedFacts, exitStatusOf, promptFact, type Told } from './hook-facts.ts';

function toolEnded(payload: JsonObject, failed: boolean): Told {
  const name = textField(payload, 'tool_name');
  const callId = textField(payload, 'tool_use_id');
  if (name === undefined || callId === undefined) return { moment: 'tool', facts: [] };
  const output = field(payload, 'tool_output');
  const call = { callId, name, input: field(payload, 'tool_input') };
  const parts = knownParts({ exitStatus: exitStatusOf(output), durationMs: durationOf(payload, 'duration') });
  return { moment: 'tool', facts: endedFacts(call, { failed, output, ...parts }), shell: isShellTool(name) };
}

const TELL: Readonly<Record<string, (payload: JsonObject) => Told>> = {
  sessionStart: () => ({ moment: 'session-start', facts: [] }),
  beforeSubmitPrompt: (payload) => {
    const text = textField(payload, 'prompt');
    const key = textField(payload, 'generation_id');
    return { moment: 'prompt', facts: text === undefined ? [] : [promptFact(text, { key })] };
  },
  postToolUse: (payload) => toolEnded(payload, false),
  postToolUseFailure: (payload) => toolEnded(payload, true),
  preCompact: (payload) => ({
    moment: 'other',
    facts: [{ type: 'session.compacting', data: knownParts({ trigger: textField(payload, 'trigger') }) }],
  }),
  stop: () => ({ moment: 'stop', facts: [{ type: 'run.completed', data: {} }] }),
  sessionEnd: (payload) => ({
    moment: 'session-end',
    facts: [{ type: 'session.closed', data: knownParts({ reason: textField(payload, 'reason') }) }],
  }),
};

function read(payload: JsonObject): HookReading | undefined {
  const event = textField(payload, 'hook_event_name') ?? '';
  const nativeId = textField(payload, 'conversation_id') ?? textField(payload, 'session_id');
  const tell = Object.hasOwn(TELL, event) ? TELL[event] : undefined;
  if (nativeId === undefined || tell === undefined) return undefined;
  const root = listField(payload, 'workspace_roots').find((path) => typeof path === 'string');
  return {
    ...tell(payload),
    event,
    nativeId,
    cwd: textField(payload, 'cwd') ?? (typeof root === 'string' ? root : null),
    ...knownParts({
      transcript: textField(payload, 'transcript_path'),
      agentVersion: textField(payload, 'cursor_version'),
      source: event === 'sessionStart' ? ('startup' as const) : undefined,
    }),
  };
}

/** Hooks of Cursor. The payload's e-mail address is never looked at. */
export const cursorHook: HookAgent = {
  agent: 'cursor',
  read,
  answer: ({ text }) => `${printJson({ additional_context: text })}\n`,
};

import type { CapturedFact, HookAgent, HookReading } from '../app/ports/hook-agent.ts';
import { isShellTool } from '../events/tool-names.ts';
import { field, type JsonObject, numberField, objectField, textField } from '../kernel/json-fields.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { callBy, endedFacts, promptFact, type Told } from './hook-facts.ts';

/** Arguments arrive as an object, or as its JSON. */
function argumentsOf(payload: JsonObject): unknown {
  const value = field(payload, 'toolArgs');
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function timeOf(payload: JsonObject): string | number | undefined {
  return textField(payload, 'timestamp') ?? numberField(payload, 'timestamp');
}

function toolEnded(payload: JsonObject): Told {
  const name = textField(payload, 'toolName');
  if (name === undefined) return { moment: 'tool', facts: [] };
  const result = objectField(payload, 'toolResult');
  const said = textField(result, 'resultType');
  const failed = said !== undefined && said !== 'success';
  const callId = textField(payload, 'toolCallId');
  const call = callBy({ callId, name, input: argumentsOf(payload) }, timeOf(payload));
  if (call === undefined) return { moment: 'tool', facts: [] };
  return { moment: 'tool', facts: endedFacts(call, { failed, output: result }), shell: isShellTool(name) };
}

function start(payload: JsonObject): Told {
  const prompt = textField(payload, 'initialPrompt');
  const resumed = textField(payload, 'source') === 'resume';
  const facts: CapturedFact[] = resumed ? [{ type: 'session.reloaded', data: { reason: 'resume' } }] : [];
  return { moment: 'session-start', facts: prompt === undefined ? facts : [...facts, promptFact(prompt)] };
}

const TELL: Readonly<Record<string, (payload: JsonObject) => Told>> = {
  sessionStart: start,
  userPromptSubmitted: (payload) => {
    const text = textField(payload, 'prompt');
    return { moment: 'prompt', facts: text === undefined ? [] : [promptFact(text)] };
  },
  postToolUse: toolEnded,
  errorOccurred: (payload) => ({
    moment: 'other',
    facts: [
      {
        type: 'error.recorded',
        data: knownParts({ source: 'agent', code: textField(objectField(payload, 'error'), 'name') }),
      },
    ],
  }),
  preCompact: (payload) => ({
    moment: 'other',
    facts: [{ type: 'session.compacting', data: knownParts({ trigger: textField(payload, 'trigger') }) }],
  }),
  sessionEnd: (payload) => ({
    moment: 'session-end',
    facts: [{ type: 'session.closed', data: knownParts({ reason: textField(payload, 'reason') }) }],
  }),
};

/** Members that tell which event a payload of an older version stands for: it does not name it. */
const SHAPES: readonly (readonly [event: string, member: string])[] = [
  ['postToolUse', 'toolResult'],
  ['userPromptSubmitted', 'prompt'],
  ['errorOccurred', 'error'],
  ['sessionEnd', 'reason'],
  ['sessionStart', 'source'],
];

function eventOf(payload: JsonObject, env: Readonly<Record<string, string | undefined>>): string {
  const named = textField(payload, 'hookEventName') ?? textField(payload, 'hook_event_name') ?? env['LOOM_HOOK_EVENT'];
  return named ?? SHAPES.find(([, member]) => field(payload, member) !== undefined)?.[0] ?? '';
}

function read(payload: JsonObject, env: Readonly<Record<string, string | undefined>>): HookReading | undefined {
  const event = eventOf(payload, env);
  const tell = Object.hasOwn(TELL, event) ? TELL[event] : undefined;
  // Older versions name no session: nothing can be told of one.
  const nativeId = textField(payload, 'sessionId') ?? textField(payload, 'session_id');
  if (nativeId === undefined || tell === undefined) return undefined;
  return {
    ...tell(payload),
    event,
    nativeId,
    cwd: textField(payload, 'cwd') ?? null,
    ...(event === 'sessionStart' ? { source: 'startup' as const } : {}),
  };
}

/** Hooks of GitHub Copilot CLI. It takes no text at the start of a session. */
export const copilotCliHook: HookAgent = { agent: 'copilot-cli', read };

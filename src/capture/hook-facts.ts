import type { CapturedFact, HookMoment } from '../app/ports/hook-agent.ts';
import { isShellTool } from '../events/tool-names.ts';
import { asObject, field, type JsonObject, numberField, objectField, textField } from '../kernel/json-fields.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { recogniseCheck } from './recognise-check.ts';

/** What one hook call tells. */
export interface Told {
  readonly moment: HookMoment;
  readonly facts: readonly CapturedFact[];
  readonly shell?: boolean;
}

/** One tool call as a hook tells it, whatever the agent's names for its parts. */
export interface HookCall {
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
  /** The agent does not name it: its id was made of its name and its time. */
  readonly timed?: true;
  /** It runs commands, whatever its name. */
  readonly shell?: boolean;
}

/** How it ended. */
export interface HookOutcome {
  readonly failed: boolean;
  readonly interrupted?: boolean;
  readonly durationMs?: number;
  readonly exitStatus?: number;
  readonly output?: unknown;
}

/** The command line of a shell call; a list of words is joined. */
export function commandOf(input: unknown): string | undefined {
  const members = typeof input === 'object' && input !== null ? (input as JsonObject) : undefined;
  const value = field(members, 'command') ?? field(members, 'cmd');
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((word) => typeof word === 'string') ? value.join(' ') : undefined;
}

function bytesOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined ? undefined : Buffer.byteLength(text);
}

/** A call by the id that the agent gives, else by its name and the time of the hook; `undefined` where neither is told. */
export function callBy(
  { callId, name, input }: { readonly callId: string | undefined; readonly name: string; readonly input: unknown },
  time: string | number | undefined,
): HookCall | undefined {
  if (callId !== undefined) return { callId, name, input };
  return time === undefined ? undefined : { callId: `${name}@${time}`, name, input, timed: true };
}

/** The call was asked for. */
export function requestedFact(call: HookCall): CapturedFact {
  const { callId, name, input, timed } = call;
  return {
    type: 'tool.requested',
    key: callId,
    data: knownParts({ callId, name, inputBytes: bytesOf(input), timed }),
    call: { name, input },
  };
}

/** The call ended; with the check that it was, when its command is one of a known test or build tool. */
export function endedFacts(call: HookCall, outcome: HookOutcome): readonly CapturedFact[] {
  const { callId, name, input, timed } = call;
  const { failed, interrupted, durationMs, exitStatus } = outcome;
  const end: CapturedFact = {
    type: failed ? 'tool.failed' : 'tool.completed',
    key: callId,
    data: knownParts({
      callId,
      name,
      durationMs,
      exitStatus,
      outputBytes: bytesOf(outcome.output),
      interrupted: failed && interrupted === true ? true : undefined,
      timed,
    }),
    call: { name, input },
  };
  const command = call.shell === true || isShellTool(name) ? commandOf(input) : undefined;
  const check = command === undefined || interrupted === true ? undefined : recogniseCheck(command);
  if (check === undefined) return [end];
  const passed = exitStatus === undefined ? !failed : exitStatus === 0;
  const data = knownParts({ check, outcome: passed ? 'passed' : 'failed', callId, exitStatus, durationMs });
  return [end, { type: 'validation.completed', key: callId, data }];
}

/** Exit status in a tool's answer, under the names that agents use. */
export function exitStatusOf(response: unknown): number | undefined {
  const members = typeof response === 'object' && response !== null ? (response as JsonObject) : undefined;
  const status =
    numberField(members, 'exitCode') ??
    numberField(members, 'exit_code') ??
    numberField(objectField(members, 'metadata'), 'exit_code') ??
    numberField(objectField(members, 'metadata'), 'exit');
  return status !== undefined && Number.isInteger(status) && status >= 0 ? status : undefined;
}

/** A duration in milliseconds, from a member that counts them. */
export function durationOf(payload: JsonObject, key: string): number | undefined {
  const millis = numberField(payload, key);
  return millis !== undefined && millis >= 0 ? millis : undefined;
}

/** Facts of a prompt. Agents give the same prompt a native key only sometimes; without one it is paired by its text. */
export function promptFact(
  text: string,
  parts: { readonly key?: string | undefined; readonly kind?: string | undefined } = {},
): CapturedFact {
  const kind = parts.kind ?? (text.startsWith('/') ? 'slash' : text.startsWith('!') ? 'bash' : 'plain');
  return {
    type: 'prompt.submitted',
    ...(parts.key === undefined ? {} : { key: parts.key }),
    data: knownParts({ kind, promptId: parts.key }),
    text,
  };
}

/** The text of a member that agents give as a string, or as a list of text blocks. */
export function wordsOf(payload: JsonObject, key: string): string | undefined {
  const value = field(payload, key);
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!Array.isArray(value)) return undefined;
  const parts = value.map((block) => (typeof block === 'string' ? block : textField(asObject(block), 'text')));
  const text = parts.filter((part) => part !== undefined).join('\n');
  return text === '' ? undefined : text;
}

import type { HookAgent, HookReading } from '../app/ports/hook-agent.ts';
import { type JsonObject, listField, textField } from '../kernel/json-fields.ts';
import { knownParts } from '../kernel/known-parts.ts';
import { readClaudeLike } from './claude-like-hook.ts';
import { contextAnswer } from './context-answer.ts';
import { promptFact } from './hook-facts.ts';

/** Hooks of Codex carry Claude Code's event names; a prompt's native key is the turn's id. */
function read(payload: JsonObject): HookReading | undefined {
  if (textField(payload, 'type') === 'agent-turn-complete') return readNotify(payload);
  return readClaudeLike(payload, { promptKey: 'turn_id', runKey: 'turn_id', interrupt: 'Interrupt' });
}

/** The older `notify` program gets one JSON object when a turn is complete: its prompts and the last answer. */
function readNotify(payload: JsonObject): HookReading | undefined {
  const nativeId = textField(payload, 'thread-id');
  if (nativeId === undefined) return undefined;
  const turn = textField(payload, 'turn-id');
  const prompts = listField(payload, 'input-messages').filter((text) => typeof text === 'string' && text !== '');
  const answer = textField(payload, 'last-assistant-message');
  return {
    nativeId,
    cwd: textField(payload, 'cwd') ?? null,
    moment: 'stop',
    begins: true,
    facts: [
      // Several messages of one turn share its id, so that only the first can be known by it.
      ...prompts.map((text, index) => promptFact(String(text), { key: index === 0 ? turn : undefined })),
      { type: 'run.completed', ...knownParts({ key: turn, text: answer }), data: {} },
    ],
  };
}

/** Hooks and the notify program of Codex. */
export const codexHook: HookAgent = {
  agent: 'codex',
  read,
  answer: contextAnswer,
};

import type { HookAgent } from '../app/ports/hook-agent.ts';
import { printJson } from '../kernel/json-text.ts';
import { readClaudeLike } from './claude-like-hook.ts';

/** Hooks of Claude Code. */
export const claudeCodeHook: HookAgent = {
  agent: 'claude-code',
  read: (payload) => readClaudeLike(payload, { promptKey: 'prompt_id' }),
  answer: ({ event, text }) =>
    `${printJson({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })}\n`,
};

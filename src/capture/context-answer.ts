import type { HookAgent } from '../app/ports/hook-agent.ts';
import { printJson } from '../kernel/json-text.ts';

/** Adds a text to what the agent reads, as Claude Code and the agents that took its form are told. */
export const contextAnswer: NonNullable<HookAgent['answer']> = ({ event, text }) =>
  `${printJson({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })}\n`;

import type { HookAgent } from '../app/ports/hook-agent.ts';
import { readClaudeLike } from './claude-like-hook.ts';
import { contextAnswer } from './context-answer.ts';

/** Hooks of Claude Code. */
export const claudeCodeHook: HookAgent = {
  agent: 'claude-code',
  read: (payload) => readClaudeLike(payload, { promptKey: 'prompt_id' }),
  answer: contextAnswer,
};

import type { HookAgent } from '../app/ports/hook-agent.ts';
import type { AgentName } from '../events/agents.ts';
import { readClaudeLike } from './claude-like-hook.ts';

/**
 * Agents whose hooks are a plugin that loom wrote (`loom init`): it sends the shape of Claude Code's hooks, so that one reader
 * understands both. Injection is the plugin's own matter: it takes plain text.
 */
function pluginHook(agent: AgentName): HookAgent {
  return {
    agent,
    read: (payload) => readClaudeLike(payload, { promptKey: 'prompt_id' }),
    answer: ({ text }) => `${text}\n`,
  };
}

/** The opencode plugin. */
export const opencodeHook = pluginHook('opencode');
/** The pi extension. */
export const piHook = pluginHook('pi');

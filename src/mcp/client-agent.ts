import { type AgentName, parseAgentName } from '../events/agents.ts';

/** How clients name themselves, as the beginning of the name in lower case. */
const CLIENTS: readonly (readonly [string, AgentName])[] = [
  ['claude-code', 'claude-code'],
  ['claude code', 'claude-code'],
  ['codex', 'codex'],
  ['gemini', 'gemini'],
  ['cursor', 'cursor'],
  ['visual studio code', 'vscode'],
  ['opencode', 'opencode'],
  ['goose', 'goose'],
  ['zed', 'zed'],
  ['cline', 'cline'],
  ['qwen', 'qwen'],
  ['copilot', 'copilot-cli'],
  ['github-copilot', 'copilot-cli'],
];

/** The agent that a client says it is; nothing verifies it. */
export function agentOfClient(name: string | undefined): AgentName | undefined {
  const word = name?.toLowerCase() ?? '';
  return parseAgentName(word) ?? CLIENTS.find(([beginning]) => word.startsWith(beginning))?.[1];
}

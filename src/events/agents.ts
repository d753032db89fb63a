/** Canonical agent names, as persisted and printed. */
export const AGENTS = [
  'claude-code',
  'codex',
  'gemini',
  'opencode',
  'goose',
  'pi',
  'omp',
  'gjc',
  'copilot-cli',
  'vscode',
  'cursor',
  'zed',
  'cagent',
  'qwen',
  'levelcode',
  'mini-me',
  'intentloom',
  'claude-mem',
  'specstory',
  'aider',
  'cline',
  'ctx',
  'acp',
  'loom',
] as const;

export type AgentName = (typeof AGENTS)[number];

const ALIASES: Readonly<Record<string, AgentName>> = { claude: 'claude-code' };

/** Reads an agent name or a documented alias; `undefined` for any other word. */
export function parseAgentName(text: string): AgentName | undefined {
  if (Object.hasOwn(ALIASES, text)) return ALIASES[text];
  return AGENTS.find((name) => name === text);
}

import { type AgentName, parseAgentName } from '../events/agents.ts';

/** How agents name themselves over ACP, or their programs are named: the first that fits. */
const NAMES: readonly (readonly [pattern: RegExp, agent: AgentName])[] = [
  [/claude/, 'claude-code'],
  [/codex/, 'codex'],
  [/gemini/, 'gemini'],
  [/opencode/, 'opencode'],
  [/qwen/, 'qwen'],
  [/copilot/, 'copilot-cli'],
  [/cursor/, 'cursor'],
  [/goose/, 'goose'],
  [/cagent/, 'cagent'],
  [/cline/, 'cline'],
  [/^(?:@[\w.-]+\/)?pi(?:-acp)?$/, 'pi'],
];

/** Whose sessions these are. */
export interface AcpAgent {
  readonly agent: AgentName;
  /** Stands before session ids of an agent that loom knows by the protocol alone: two such agents may use one id. */
  readonly prefix: string;
}

/** The agent that a name stands for; one that loom does not know is `acp`, and its sessions bear its name. */
export function acpAgent(name: string): AcpAgent {
  const word = name.toLowerCase();
  const known = parseAgentName(word) ?? NAMES.find(([pattern]) => pattern.test(word))?.[1];
  if (known !== undefined && known !== 'acp') return { agent: known, prefix: '' };
  return { agent: 'acp', prefix: `${word.replace(/[^a-z0-9.@_-]+/g, '-').slice(0, 64)}:` };
}

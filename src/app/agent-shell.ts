/** How a variable tells that a coding agent, not a person, runs the commands of this shell. */
interface ShellSign {
  /** A variable's name, or the beginning of names for one that ends in `*`. */
  readonly variable: string;
  readonly agent: string;
}

/**
 * Variables that agents set in the shells they run commands in. Those that a person sets to configure an agent
 * (CODEX_HOME, GEMINI_API_KEY …) or that an editor sets in its own terminals are not among them.
 */
export const AGENT_SHELL_SIGNS: readonly ShellSign[] = [
  { variable: 'CLAUDECODE', agent: 'Claude Code' },
  { variable: 'CLAUDE_CODE_ENTRYPOINT', agent: 'Claude Code' },
  { variable: 'CODEX_SANDBOX', agent: 'Codex' },
  { variable: 'CODEX_SANDBOX_*', agent: 'Codex' },
  { variable: 'CODEX_THREAD_ID', agent: 'Codex' },
  { variable: 'CODEX_CI', agent: 'Codex' },
  { variable: 'GEMINI_CLI', agent: 'Gemini CLI' },
  { variable: 'QWEN_CODE', agent: 'Qwen Code' },
  { variable: 'OPENCODE', agent: 'opencode' },
  { variable: 'CURSOR_AGENT', agent: 'Cursor' },
  { variable: 'GOOSE_TERMINAL', agent: 'goose' },
  { variable: 'CLINE_ACTIVE', agent: 'Cline' },
  { variable: 'ROO_ACTIVE', agent: 'Roo Code' },
  { variable: 'COPILOT_CLI', agent: 'Copilot CLI' },
  { variable: 'PI_CODING_AGENT', agent: 'pi' },
  { variable: 'AUGMENT_AGENT', agent: 'Augment' },
  { variable: 'REPL_AGENT', agent: 'Replit Agent' },
  { variable: 'AI_AGENT', agent: 'a coding agent' },
];

type Environment = Readonly<Record<string, string | undefined>>;

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';
}

function namesOf(env: Environment, variable: string): readonly string[] {
  if (!variable.endsWith('*')) return [variable];
  return Object.keys(env).filter((name) => name.startsWith(variable.slice(0, -1)));
}

/**
 * Names the agent whose shell the environment shows; `undefined` in a person's own terminal, as far as can be told. It
 * keeps an agent from deciding by accident what only a person decides; it does not stop a hostile process of the same user.
 */
export function agentShellOf(env: Environment): string | undefined {
  return AGENT_SHELL_SIGNS.find(({ variable }) => namesOf(env, variable).some((name) => isSet(env[name])))?.agent;
}

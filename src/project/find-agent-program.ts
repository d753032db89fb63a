import type { AgentName } from '../events/agents.ts';
import { findProgram } from '../files/find-program.ts';
import type { Env } from './run-git.ts';

/** Names of the programs that run an agent; agents that are no program of their own have none. */
const PROGRAMS: Readonly<Partial<Record<AgentName, readonly string[]>>> = {
  'claude-code': ['claude'],
  codex: ['codex'],
  gemini: ['gemini'],
  opencode: ['opencode'],
  goose: ['goose'],
  pi: ['pi'],
  omp: ['omp'],
  gjc: ['gjc'],
  'copilot-cli': ['copilot'],
  vscode: ['code'],
  cursor: ['cursor-agent', 'cursor'],
  zed: ['zed', 'zeditor'],
  cagent: ['cagent'],
  qwen: ['qwen'],
  aider: ['aider'],
  cline: ['cline'],
};

/** The program of an agent on PATH; null when there is none. The current folder, also as an entry of PATH, is passed over. */
export function findAgentProgram(
  agent: AgentName,
  { env, cwd }: { readonly env: Env; readonly cwd: string },
): string | null {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const name of PROGRAMS[agent] ?? []) {
    const found = findProgram(
      endings.map((ending) => name + ending),
      env,
      { exactly: [cwd] },
    );
    if (found !== undefined) return found;
  }
  return null;
}

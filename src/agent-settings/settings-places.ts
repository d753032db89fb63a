import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { SettingsScope } from '../app/ports/agent-settings.ts';
import type { AgentName } from '../events/agents.ts';

/** What the places of settings depend on. */
export interface SettingsPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Root of the project, or the current folder. */
  readonly root: string;
  readonly isGit: boolean;
}

/** Agents that `loom init` knows, in the order they are shown. */
export const INSTALLABLE = ['claude-code', 'codex', 'gemini', 'copilot-cli', 'cursor', 'opencode', 'pi'] as const;

export type InstallableAgent = (typeof INSTALLABLE)[number];

function named({ env }: SettingsPlaces, variable: string): string | undefined {
  const folder = env[variable];
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

const USER_FOLDER: Readonly<Record<InstallableAgent, (places: SettingsPlaces) => string>> = {
  'claude-code': (places) => named(places, 'CLAUDE_CONFIG_DIR') ?? join(places.home, '.claude'),
  codex: (places) => named(places, 'CODEX_HOME') ?? join(places.home, '.codex'),
  gemini: ({ home }) => join(home, '.gemini'),
  'copilot-cli': ({ home }) => join(home, '.copilot'),
  cursor: ({ home }) => join(home, '.cursor'),
  opencode: (places) => join(named(places, 'XDG_CONFIG_HOME') ?? join(places.home, '.config'), 'opencode'),
  pi: (places) => named(places, 'PI_CODING_AGENT_DIR') ?? join(places.home, '.pi', 'agent'),
};

const PROJECT_FOLDER: Readonly<Record<InstallableAgent, string>> = {
  'claude-code': '.claude',
  codex: '.codex',
  gemini: '.gemini',
  'copilot-cli': '.github',
  cursor: '.cursor',
  opencode: '.opencode',
  pi: '.pi',
};

/** The folder of an agent's settings. */
export function settingsFolder(places: SettingsPlaces, agent: InstallableAgent, scope: SettingsScope): string {
  return scope === 'user' ? USER_FOLDER[agent](places) : join(places.root, PROJECT_FOLDER[agent]);
}

/** Agents that there is a folder of, for the user or in the project; `.github` alone is no sign of one. */
export function presentAgents(places: SettingsPlaces): readonly InstallableAgent[] {
  return INSTALLABLE.filter(
    (agent) =>
      existsSync(settingsFolder(places, agent, 'user')) ||
      (agent !== 'copilot-cli' && existsSync(settingsFolder(places, agent, 'project'))),
  );
}

/** Whether the hooks of an agent can be installed by `loom init`. */
export function isInstallable(agent: AgentName): agent is InstallableAgent {
  return (INSTALLABLE as readonly string[]).includes(agent);
}

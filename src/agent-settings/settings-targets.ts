import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsPart, SettingsRefusal, SettingsWish } from '../app/ports/agent-settings.ts';
import type { AgentName } from '../events/agents.ts';
import { codexServer, notifySettings } from './codex-config.ts';
import type { SettingsEditor } from './edit-plan.ts';
import { lineSettings } from './git-lines.ts';
import { hookSettings } from './hook-settings.ts';
import { HOOK_TABLES, type HookTable } from './hook-table.ts';
import { opencodePlugin } from './opencode-plugin.ts';
import { piExtension } from './pi-extension.ts';
import { pluginFile } from './plugin-file.ts';
import { COMMON_SERVER, COPILOT_SERVER, OPENCODE_SERVER, serverSettings } from './server-settings.ts';
import { type InstallableAgent, isInstallable, type SettingsPlaces, settingsFolder } from './settings-places.ts';

/** One thing that loom keeps in one file. */
export interface SettingsTarget {
  readonly agent: AgentName | null;
  readonly part: SettingsPart;
  readonly path: string;
  readonly editor: SettingsEditor;
  readonly notes?: readonly string[];
  /** The table of hooks that the file is read by. */
  readonly table?: HookTable;
}

/** A thing that was wished and that there is no place for. */
export interface NoTarget {
  readonly agent: AgentName;
  readonly part: SettingsPart;
  readonly refusal: SettingsRefusal;
}

type Places = SettingsPlaces;
type Target = Omit<SettingsTarget, 'agent'>;

interface Asked {
  readonly places: Places;
  readonly wish: SettingsWish;
  /** A file in the agent's folder. */
  readonly inFolder: (...names: readonly string[]) => string;
}

function hooksIn(path: string, table: HookTable, { wish }: Asked): Target {
  return { part: 'hooks', path, table, editor: hookSettings(table, wish) };
}

function serversIn(path: string, table: typeof COMMON_SERVER, { wish }: Asked): Target {
  return { part: 'servers', path, editor: serverSettings(table, wish.program) };
}

function plugin(path: string, body: string): Target {
  return { part: 'plugin', path, editor: pluginFile(body) };
}

function firstThere(folder: string, names: readonly [string, ...string[]]): string {
  return join(folder, names.find((name) => existsSync(join(folder, name))) ?? names[0]);
}

function codexTargets(asked: Asked): readonly Target[] {
  const { wish, inFolder } = asked;
  const notes = ['Codex runs these hooks once you trust them: run /hooks in Codex'];
  const hooks = { ...hooksIn(inFolder('hooks.json'), HOOK_TABLES.CODEX, asked), notes };
  const config = inFolder('config.toml');
  const notify: Target = { part: 'notify', path: config, editor: notifySettings(wish.program) };
  const server: Target = { part: 'servers', path: config, editor: codexServer(wish.program) };
  const told = wish.scope === 'project' ? [] : [notify];
  if (wish.action === 'uninstall') return [hooks, ...told, server];
  return [...(wish.withNotify ? told : [hooks]), server];
}

const TARGETS: Readonly<Record<InstallableAgent, (asked: Asked) => readonly Target[]>> = {
  'claude-code': (asked) => [
    hooksIn(asked.inFolder('settings.json'), HOOK_TABLES.CLAUDE_CODE, asked),
    ...(asked.wish.scope === 'project' ? [serversIn(join(asked.places.root, '.mcp.json'), COMMON_SERVER, asked)] : []),
  ],
  codex: codexTargets,
  gemini: (asked) => [
    hooksIn(asked.inFolder('settings.json'), HOOK_TABLES.GEMINI, asked),
    serversIn(asked.inFolder('settings.json'), COMMON_SERVER, asked),
  ],
  'copilot-cli': (asked) =>
    asked.wish.scope === 'project'
      ? [hooksIn(asked.inFolder('hooks', 'loom.json'), HOOK_TABLES.COPILOT_CLI, asked)]
      : [serversIn(asked.inFolder('mcp-config.json'), COPILOT_SERVER, asked)],
  cursor: (asked) => [
    hooksIn(asked.inFolder('hooks.json'), HOOK_TABLES.CURSOR, asked),
    serversIn(asked.inFolder('mcp.json'), COMMON_SERVER, asked),
  ],
  opencode: (asked) => [
    plugin(asked.inFolder('plugin', 'loom.js'), opencodePlugin(asked.wish.program)),
    serversIn(
      firstThere(asked.wish.scope === 'project' ? asked.places.root : asked.inFolder(), [
        'opencode.json',
        'opencode.jsonc',
      ]),
      OPENCODE_SERVER,
      asked,
    ),
  ],
  pi: (asked) => [plugin(asked.inFolder('extensions', 'loom.ts'), piExtension(asked.wish.program))],
};

function nowhere(agent: AgentName, part: SettingsPart, message: string): NoTarget {
  return { agent, part, refusal: { code: 'no-place', message } };
}

/** What an agent has no file for. */
function missingPlaces(agent: InstallableAgent, wish: SettingsWish): readonly NoTarget[] {
  if (wish.action === 'uninstall') return [];
  if (agent === 'copilot-cli' && wish.scope === 'user')
    return [nowhere(agent, 'hooks', 'its hooks belong to a project: loom init --agent copilot-cli')];
  if (!wish.withServers) return [];
  if (agent === 'claude-code' && wish.scope === 'user')
    return [nowhere(agent, 'servers', `run: claude mcp add --scope user loom -- ${wish.program} mcp`)];
  if (agent === 'copilot-cli')
    return [nowhere(agent, 'servers', "its servers are the user's: loom init --user --with-mcp")];
  return agent === 'pi' ? [nowhere(agent, 'servers', 'pi takes no MCP servers')] : [];
}

function targetsOf(
  places: Places,
  wish: SettingsWish,
  agent: InstallableAgent,
): readonly (SettingsTarget | NoTarget)[] {
  const folder = settingsFolder(places, agent, wish.scope);
  const asked: Asked = { places, wish, inFolder: (...names) => join(folder, ...names) };
  const wanted = TARGETS[agent](asked).filter(
    ({ part }) => part !== 'servers' || wish.withServers || wish.action === 'uninstall',
  );
  return [...wanted.map((target) => ({ ...target, agent })), ...missingPlaces(agent, wish)];
}

/** Shared memory that two branches added to is merged by keeping the lines of both. */
const MERGE_LINE = '.loom/memory.jsonl merge=union';
/** Files that are being written. */
const IGNORE_LINE = '.loom/.*.part';

function gitTargets({ root, isGit }: Places, { scope, withGit }: SettingsWish): readonly SettingsTarget[] {
  if (!isGit || !withGit || scope !== 'project') return [];
  return [
    { agent: null, part: 'git', path: join(root, '.gitattributes'), editor: lineSettings(MERGE_LINE) },
    { agent: null, part: 'git', path: join(root, '.gitignore'), editor: lineSettings(IGNORE_LINE) },
  ];
}

/** Every file that a wish concerns, and what there is no file for. */
export function settingsTargets(places: Places, wish: SettingsWish): readonly (SettingsTarget | NoTarget)[] {
  const agents = wish.agents.filter(isInstallable);
  return [...agents.flatMap((agent) => targetsOf(places, wish, agent)), ...gitTargets(places, wish)];
}

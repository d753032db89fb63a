import { userInfo } from 'node:os';
import { COMMAND_LOADERS, PACKAGE, TOPICS, VALUED_FLAGS } from 'virtual:loom-build';
import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';

type Plugin = Interfaces.Plugin;

/** What flags and help they have is told by the class of a command, and to `loom help` by the manifest. */
function loadableCommands(): Plugin['commands'] {
  return Object.keys(COMMAND_LOADERS).map((id) => ({
    id,
    aliases: [],
    pluginName: PACKAGE.name,
    pluginType: 'core',
    load: async () => {
      const loaded = await COMMAND_LOADERS[id]?.();
      if (loaded === undefined) throw new Error(`command ${id} is not in the bundle`);
      const command = loaded.default;
      command.id = id;
      return command;
    },
  })) as unknown as Plugin['commands'];
}

/** The root plugin as oclif would build it from package.json and manifest, without reading either. */
function rootPlugin(root: string): Plugin {
  return {
    _base: '',
    alias: PACKAGE.name,
    commandIDs: Object.keys(COMMAND_LOADERS),
    commands: loadableCommands(),
    commandsDir: undefined,
    findCommand: async (id: string) => (await COMMAND_LOADERS[id]?.())?.default,
    hasManifest: true,
    hooks: {},
    isRoot: true,
    load: async () => undefined,
    moduleType: 'module',
    name: PACKAGE.name,
    options: { root },
    pjson: PACKAGE,
    root,
    tag: undefined,
    topics: TOPICS,
    type: 'core',
    valid: true,
    version: PACKAGE.version,
  } as unknown as Plugin;
}

/** oclif's configuration, which would look for a theme file in the config folder. */
class LoomConfig extends Config {
  override async loadTheme(): Promise<undefined> {
    return undefined;
  }
}

/** oclif asks the user database for the shell where no variable names one; a user that is not in it has the usual one. */
function nameShell(): void {
  if (process.env['SHELL'] !== undefined || process.platform === 'win32') return;
  try {
    userInfo();
  } catch {
    process.env['SHELL'] = '/bin/sh';
  }
}

/** oclif's configuration with commands and package.json passed in, so that a start reads no file but the bundle. */
export async function loadConfig(root: string): Promise<Config> {
  nameShell();
  const plugin = rootPlugin(root);
  const config = new LoomConfig({ root, pjson: PACKAGE, plugins: new Map([[plugin.name, plugin]]) } as never);
  await config.load();
  return config;
}

/** Every flag of any command that takes the next argument as its value, with its dashes. */
export function valuedFlags(): ReadonlySet<string> {
  return new Set(VALUED_FLAGS);
}

import { COMMAND_LOADERS, MANIFEST, PACKAGE, TOPICS } from 'virtual:loom-build';
import type { Interfaces } from '@oclif/core';
import { Config } from '@oclif/core/config';

type Plugin = Interfaces.Plugin;

function loadableCommands(): Plugin['commands'] {
  return Object.entries(MANIFEST.commands).map(([id, cached]) => ({
    ...cached,
    id,
    pluginName: PACKAGE.name,
    pluginType: 'core',
    load: async () => {
      const loaded = await COMMAND_LOADERS[id]?.();
      if (loaded === undefined) throw new Error(`command ${id} is not in the bundle`);
      const command = loaded.default;
      command.id = id;
      return command;
    },
  })) as Plugin['commands'];
}

/** The root plugin as oclif would build it from package.json and manifest, without reading either. */
function rootPlugin(root: string): Plugin {
  return {
    _base: '',
    alias: PACKAGE.name,
    commandIDs: Object.keys(MANIFEST.commands),
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

/** oclif's configuration with manifest and package.json passed in, so that a start reads no file but the bundle. */
export async function loadConfig(root: string): Promise<Config> {
  const plugin = rootPlugin(root);
  const config = new LoomConfig({ root, pjson: PACKAGE, plugins: new Map([[plugin.name, plugin]]) } as never);
  await config.load();
  return config;
}

/** Every flag of any command that takes the next argument as its value, with its dashes. */
export function valuedFlags(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const command of Object.values(MANIFEST.commands)) {
    for (const [name, flag] of Object.entries(command.flags)) {
      if (flag.type !== 'option') continue;
      names.add(`--${name}`);
      if (flag.char) names.add(`-${flag.char}`);
    }
  }
  return names;
}

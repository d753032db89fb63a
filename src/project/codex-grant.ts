import { cutEnvironment, describeEnvironment } from './describe-environment.ts';
import { describeHooks } from './describe-hooks.ts';
import {
  cutAll,
  describeProgram,
  describeServers,
  type GrantReading,
  type ReadSettings,
  type SettingsReader,
} from './grant-parts.ts';
import { objectAt, type SettingsObject, settingAt, textAt, textsAt } from './parse-settings.ts';

const GRANT_PATHS = [
  ['approval_policy'],
  ['sandbox_mode'],
  ['sandbox_workspace_write'],
  ['mcp_servers'],
  ['notify'],
  ['hooks'],
  ['projects'],
];

const SET_VARIABLES = ['shell_environment_policy', 'set'];

/** Trust that the settings give to the project or to a folder above it; what they say of other projects is not of this one. */
function trustOf(settings: SettingsObject, { root, cwd }: GrantReading): readonly string[] {
  return Object.entries(objectAt(settings, 'projects'))
    .filter(([path]) => [root, cwd].some((folder) => folder === path || folder.startsWith(`${path}/`)))
    .flatMap(([path, project]) => {
      const level = textAt(project, 'trust_level');
      return level === undefined ? [] : [`${level}:${path}`];
    });
}

function notifyProgram(settings: SettingsObject, reading: GrantReading) {
  const command = textsAt(settings, 'notify');
  return command.length === 0
    ? []
    : [describeProgram(reading, { kind: 'hook', name: 'notify', command, identity: { command } })];
}

/** Hosts that the conversation is sent to, when the settings name them. */
function providerHosts(settings: SettingsObject, reading: GrantReading) {
  return Object.keys(objectAt(settings, 'model_providers')).flatMap((name) => {
    const url = textAt(settings, 'model_providers', name, 'base_url');
    if (url === undefined) return [];
    return [
      describeProgram(reading, { kind: 'variable', name: `provider ${name}`, command: [url], identity: { url } }),
    ];
  });
}

/** `config.toml` of Codex; the profile that it selects overrides what stands at the top. */
export const readCodexSettings: SettingsReader = (settings, reading): ReadSettings => {
  const profile = textAt(settings, 'profile');
  const chosen: SettingsObject = {
    ...settings,
    ...(profile === undefined ? {} : objectAt(settings, 'profiles', profile)),
  };
  const mode = textAt(chosen, 'approval_policy');
  const sandbox = textAt(chosen, 'sandbox_mode');
  const network = settingAt(chosen, 'sandbox_workspace_write', 'network_access');
  return {
    granted: {
      ...(mode === undefined ? {} : { mode }),
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(typeof network === 'boolean' ? { network } : {}),
      allow: trustOf(settings, reading),
      folders: textsAt(chosen, 'sandbox_workspace_write', 'writable_roots'),
      programs: [
        ...describeServers(reading, objectAt(settings, 'mcp_servers')),
        ...notifyProgram(settings, reading),
        ...describeHooks(settings, reading),
        ...providerHosts(settings, reading),
        ...describeEnvironment(reading, objectAt(settings, ...SET_VARIABLES)),
      ],
    },
    rest: cutAll(cutEnvironment(settings, SET_VARIABLES), GRANT_PATHS),
  };
};

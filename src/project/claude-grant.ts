import type { GrantedProgram } from '../events/snapshot-data.ts';
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
import { canonicalText, objectAt, type SettingsObject, settingAt, textAt, textsAt } from './parse-settings.ts';

/** Settings whose value is a command that the agent runs by itself. */
const COMMAND_SETTINGS = [
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'gcpAuthRefresh',
  'otelHeadersHelper',
];

const GRANT_PATHS = [
  ['permissions'],
  ['hooks'],
  ['sandbox'],
  ['statusLine'],
  ['mcpServers'],
  ['enableAllProjectMcpServers'],
  ['enabledMcpjsonServers'],
  ['disabledMcpjsonServers'],
  ...COMMAND_SETTINGS.map((name) => [name]),
];

function describeCommands(settings: SettingsObject, reading: GrantReading): readonly GrantedProgram[] {
  const named = COMMAND_SETTINGS.map((name) => [name, textAt(settings, name)] as const);
  return [...named, ['statusLine', textAt(settings, 'statusLine', 'command')] as const].flatMap(([name, command]) =>
    command === undefined
      ? []
      : [describeProgram(reading, { kind: 'hook', name, command: [command], identity: { name, command } })],
  );
}

function projectServers(settings: SettingsObject): {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
} {
  const named = textsAt(settings, 'enabledMcpjsonServers').map((name) => `.mcp.json:${name}`);
  const all = settingAt(settings, 'enableAllProjectMcpServers') === true ? ['.mcp.json:*'] : [];
  return {
    allow: [...all, ...named],
    deny: textsAt(settings, 'disabledMcpjsonServers').map((name) => `.mcp.json:${name}`),
  };
}

function sandboxOf(settings: SettingsObject): { readonly sandbox?: string } {
  const sandbox = settingAt(settings, 'sandbox');
  if (sandbox === undefined) return {};
  if (typeof sandbox === 'string') return { sandbox };
  const on = settingAt(sandbox, 'enabled') === true ? 'on' : 'off';
  const rest = cutAll(objectAt(settings, 'sandbox'), [['enabled']]);
  return { sandbox: Object.keys(rest).length === 0 ? on : `${on} ${canonicalText(rest)}` };
}

/** `.claude/settings*.json` and its twin of the user. */
export const readClaudeSettings: SettingsReader = (settings, reading): ReadSettings => {
  const servers = projectServers(settings);
  const mode = textAt(settings, 'permissions', 'defaultMode');
  const list = (name: string): readonly string[] => textsAt(settings, 'permissions', name);
  return {
    granted: {
      ...(mode === undefined ? {} : { mode }),
      ...sandboxOf(settings),
      allow: [...list('allow'), ...servers.allow],
      ask: list('ask'),
      deny: [...list('deny'), ...servers.deny],
      folders: list('additionalDirectories'),
      programs: [
        ...describeHooks(settings, reading),
        ...describeCommands(settings, reading),
        ...describeServers(reading, objectAt(settings, 'mcpServers')),
        ...describeEnvironment(reading, objectAt(settings, 'env')),
      ],
    },
    rest: cutAll(cutEnvironment(settings, ['env']), GRANT_PATHS),
  };
};

/** `.mcp.json`, `.cursor/mcp.json`: servers and nothing else. */
export const readServerFile: SettingsReader = (settings, reading): ReadSettings => ({
  granted: { programs: describeServers(reading, objectAt(settings, 'mcpServers')) },
  rest: cutAll(settings, [['mcpServers']]),
});

/**
 * `~/.claude.json`: servers of the user and of this project, and what was allowed in this project. All else in it changes
 * with every use and means nothing for the project.
 */
export const readClaudeState: SettingsReader = (settings, reading): ReadSettings => {
  const own = objectAt(settings, 'projects', reading.root);
  const here = Object.keys(own).length === 0 ? objectAt(settings, 'projects', reading.cwd) : own;
  const servers = projectServers(here);
  return {
    granted: {
      allow: [...textsAt(here, 'allowedTools'), ...servers.allow],
      deny: servers.deny,
      programs: [
        ...describeServers(reading, objectAt(settings, 'mcpServers')),
        ...describeServers(reading, objectAt(here, 'mcpServers')),
      ],
    },
    rest: {},
  };
};

import { describeHooks } from './describe-hooks.ts';
import { cutAll, describeServers, type ReadSettings, type SettingsReader } from './grant-parts.ts';
import { asSettings, objectAt, type SettingsObject, settingAt, textAt, textsAt } from './parse-settings.ts';

const GEMINI_GRANTS = [
  ['hooks'],
  ['mcpServers'],
  ['mcp'],
  ['allowMCPServers'],
  ['excludeMCPServers'],
  ['allowedTools'],
  ['coreTools'],
  ['excludeTools'],
  ['autoAccept'],
  ['approvalMode'],
  ['sandbox'],
  ['includeDirectories'],
  ['context', 'includeDirectories'],
  ['general', 'defaultApprovalMode'],
  ['tools', 'allowed'],
  ['tools', 'core'],
  ['tools', 'exclude'],
  ['tools', 'autoAccept'],
  ['tools', 'approvalMode'],
  ['tools', 'sandbox'],
];

/** Tools of a trusted server run without a question. */
function trustedServers(servers: SettingsObject): readonly string[] {
  return Object.keys(servers)
    .filter((name) => settingAt(servers, name, 'trust') === true)
    .map((name) => `server:${name}`);
}

function geminiMode(settings: SettingsObject): string | undefined {
  const accepts = settingAt(settings, 'tools', 'autoAccept') === true || settingAt(settings, 'autoAccept') === true;
  return (
    textAt(settings, 'general', 'defaultApprovalMode') ??
    textAt(settings, 'tools', 'approvalMode') ??
    textAt(settings, 'approvalMode') ??
    (accepts ? 'auto-accept' : undefined)
  );
}

/** `settings.json` of Gemini CLI, in its nested and its older flat form. */
export const readGeminiSettings: SettingsReader = (settings, reading): ReadSettings => {
  const servers = objectAt(settings, 'mcpServers');
  const mode = geminiMode(settings);
  const sandbox = settingAt(settings, 'tools', 'sandbox') ?? settingAt(settings, 'sandbox');
  const prefixed = (prefix: string, names: readonly string[]) => names.map((name) => `${prefix}:${name}`);
  return {
    granted: {
      ...(mode === undefined ? {} : { mode }),
      ...(sandbox === undefined ? {} : { sandbox: String(sandbox) }),
      allow: [
        ...textsAt(settings, 'tools', 'allowed'),
        ...textsAt(settings, 'allowedTools'),
        ...prefixed('tool', [...textsAt(settings, 'tools', 'core'), ...textsAt(settings, 'coreTools')]),
        ...prefixed('mcp', [...textsAt(settings, 'mcp', 'allowed'), ...textsAt(settings, 'allowMCPServers')]),
        ...trustedServers(servers),
      ],
      deny: [
        ...prefixed('tool', [...textsAt(settings, 'tools', 'exclude'), ...textsAt(settings, 'excludeTools')]),
        ...prefixed('mcp', [...textsAt(settings, 'mcp', 'excluded'), ...textsAt(settings, 'excludeMCPServers')]),
      ],
      folders: [...textsAt(settings, 'context', 'includeDirectories'), ...textsAt(settings, 'includeDirectories')],
      programs: [...describeHooks(settings, reading), ...describeServers(reading, servers)],
    },
    rest: cutAll(settings, GEMINI_GRANTS),
  };
};

type Action = 'allow' | 'ask' | 'deny';

/** `{"bash": {"git *": "allow", "*": "ask"}, "edit": "deny"}` → `bash:git *` and so on, by action. */
function permissionLines(permission: unknown): ReadonlyMap<Action, readonly string[]> {
  const lines = new Map<Action, string[]>();
  const add = (action: unknown, line: string): void => {
    if (action !== 'allow' && action !== 'ask' && action !== 'deny') return;
    lines.set(action, [...(lines.get(action) ?? []), line]);
  };
  if (typeof permission === 'string') add(permission, '*');
  for (const [tool, rule] of Object.entries(asSettings(permission) ?? {})) {
    if (typeof rule === 'string') add(rule, tool);
    for (const [pattern, action] of Object.entries(asSettings(rule) ?? {})) add(action, `${tool}:${pattern}`);
  }
  return lines;
}

/** `opencode.json`. */
export const readOpencodeSettings: SettingsReader = (settings, reading): ReadSettings => {
  const lines = permissionLines(settingAt(settings, 'permission'));
  const tools = Object.entries(objectAt(settings, 'tools'));
  const named = (value: boolean) => tools.filter(([, on]) => on === value).map(([name]) => `tool:${name}`);
  return {
    granted: {
      allow: [...(lines.get('allow') ?? []), ...named(true)],
      ask: lines.get('ask') ?? [],
      deny: [...(lines.get('deny') ?? []), ...named(false)],
      programs: describeServers(reading, objectAt(settings, 'mcp')),
    },
    rest: cutAll(settings, [['permission'], ['tools'], ['mcp']]),
  };
};

/** `cli.json` and `cli-config.json` of Cursor. */
export const readCursorSettings: SettingsReader = (settings): ReadSettings => {
  const mode = textAt(settings, 'approvalMode');
  return {
    granted: {
      ...(mode === undefined ? {} : { mode }),
      allow: textsAt(settings, 'permissions', 'allow'),
      deny: textsAt(settings, 'permissions', 'deny'),
    },
    rest: cutAll(settings, [['permissions'], ['approvalMode']]),
  };
};

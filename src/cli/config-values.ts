import { existsSync } from 'node:fs';
import { writeNotice } from './output.ts';
import { safeLine } from './safe-text.ts';
import { projectConfigFile } from './settings/project-config.ts';
import { SETTING_DEFAULTS, settingVariable } from './settings/setting-defaults.ts';
import type { SettingKey, SettingValue, SettingValues } from './settings/setting-keys.ts';
import { findPaths } from './store-paths.ts';

interface Invocation {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const warned = new Set<string>();

function warnOnce(warning: string): void {
  if (!warned.has(warning)) writeNotice(`Warning: ${safeLine(warning)}\n`);
  warned.add(warning);
}

/** Nothing configures anything: no file is there and no variable is set. */
function isUnconfigured(configFile: string, { cwd, env }: Invocation): boolean {
  const keys = Object.keys(SETTING_DEFAULTS) as SettingKey[];
  if (keys.some((key) => env[settingVariable(key)] !== undefined)) return false;
  return !existsSync(configFile) && projectConfigFile(cwd) === undefined;
}

/** Reads every setting; what is wrong with files and variables is a warning on stderr, once. */
export async function readConfigValues(invocation: Invocation): Promise<SettingValues> {
  const paths = findPaths({ env: invocation.env, platform: process.platform, cwd: invocation.cwd });
  if (isUnconfigured(paths.configFile, invocation)) return SETTING_DEFAULTS;
  const { loadSettings } = await import('./settings/load-settings.ts');
  const settings = loadSettings({ paths, env: invocation.env, cwd: invocation.cwd });
  for (const warning of settings.warnings) warnOnce(warning);
  return settings.values;
}

/** Reads one setting; see {@link readConfigValues}. */
export async function readConfigValue<Key extends SettingKey>(
  invocation: Invocation,
  key: Key,
): Promise<SettingValue<Key>> {
  return (await readConfigValues(invocation))[key] as SettingValue<Key>;
}

import { existsSync } from 'node:fs';
import type { LoomPaths } from '../store-paths.ts';
import { type ConfigFile, readConfig } from './config-file.ts';
import { projectConfigFile } from './project-config.ts';
import { SETTING_DEFAULTS, settingVariable } from './setting-defaults.ts';
import { checkSettingText, SETTING_KEYS, type SettingKey, type SettingValues } from './setting-keys.ts';

/** Where a value comes from: a file, a variable, or loom itself. */
export type SettingOrigin =
  | { readonly kind: 'default' }
  | { readonly kind: 'user' | 'project'; readonly path: string }
  | { readonly kind: 'environment'; readonly variable: string };

/** The settings of one invocation. */
export interface Settings {
  readonly values: SettingValues;
  readonly origins: Readonly<Record<SettingKey, SettingOrigin>>;
  /** What is wrong with files and variables, for stderr. */
  readonly warnings: readonly string[];
}

interface SettingSources {
  readonly paths: LoomPaths;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

function lastValidHint(file: ConfigFile): readonly string[] {
  const kept = `${file.path}.valid`;
  return !file.readable && existsSync(kept) ? [`the last valid one is kept: cp '${kept}' '${file.path}'`] : [];
}

/** A project may ask for less than the user allows, never for more; files to compare it can only add. */
function bounded(key: SettingKey, value: unknown, user: unknown): unknown {
  if (key === 'policy.globs') return [...new Set([...(user as string[]), ...(value as string[])])];
  if (key === 'memory.enabled') return value === true && user === true;
  return key === 'digest.tokens' && typeof value === 'number' && typeof user === 'number'
    ? Math.min(value, user)
    : value;
}

class SettingsBuilder {
  readonly values: Record<SettingKey, unknown> = { ...SETTING_DEFAULTS };
  readonly origins = Object.fromEntries(SETTING_KEYS.map((key) => [key, { kind: 'default' }])) as Record<
    SettingKey,
    SettingOrigin
  >;
  readonly warnings: string[] = [];

  addFile(file: ConfigFile | undefined, kind: 'user' | 'project'): void {
    if (file === undefined) return;
    this.warnings.push(...file.warnings, ...lastValidHint(file));
    for (const [name, value] of Object.entries(file.values)) {
      const key = name as SettingKey;
      this.values[key] = kind === 'project' ? bounded(key, value, this.values[key]) : value;
      this.origins[key] = { kind, path: file.path };
    }
  }

  addVariable(key: SettingKey, text: string): void {
    const variable = settingVariable(key);
    const checked = checkSettingText(key, text);
    if (!checked.ok) {
      this.warnings.push(`${variable} ${checked.problem}; ignored`);
      return;
    }
    this.values[key] = checked.value;
    this.origins[key] = { kind: 'environment', variable };
  }
}

/**
 * Loads the settings: defaults, then the user's config.json, then the project's, then LOOM_* variables. A damaged file
 * never takes a command down; it only warns.
 */
export function loadSettings({ paths, env, cwd }: SettingSources): Settings {
  const builder = new SettingsBuilder();
  builder.addFile(readConfig(paths.configFile, 'user'), 'user');
  const project = projectConfigFile(cwd);
  if (project !== undefined && project !== paths.configFile) builder.addFile(readConfig(project, 'project'), 'project');
  for (const key of SETTING_KEYS) {
    const text = env[settingVariable(key)];
    if (text !== undefined) builder.addVariable(key, text);
  }
  return { values: builder.values as SettingValues, origins: builder.origins, warnings: builder.warnings };
}

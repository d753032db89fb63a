import * as Args from '@oclif/core/args';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { dryRunFlag } from '../../cli/global-flags.ts';
import { requireSettingKey, settingText } from '../../cli/render/settings.ts';
import { checkSettingText, type SettingKey, type SettingValues } from '../../cli/settings/setting-keys.ts';
import { settingsOfProcess } from '../../cli/settings/settings-of-process.ts';
import { writeSetting } from '../../cli/settings/write-setting.ts';
import { findPaths } from '../../cli/store-paths.ts';
import { currentFolder } from '../../cli/system-sources.ts';
import { LoomError } from '../../kernel/loom-error.ts';

function requireValue(key: SettingKey, text: string): SettingValues[SettingKey] {
  const checked = checkSettingText(key, text);
  if (checked.ok) return checked.value;
  throw new LoomError({
    kind: 'usage',
    code: 'bad-setting',
    message: `${key} ${checked.problem}`,
    hints: [text.trim() === '0' ? `loom config set ${key} never` : `loom help config set`],
  });
}

export default class ConfigSet extends LoomCommand {
  static override summary = 'Set one setting in your config.json.';
  static override examples = [
    { description: 'Show every project in lists', command: '<%= config.bin %> config set sessions.scope all' },
    { description: 'Expire what was not used for a year', command: '<%= config.bin %> config set retention.days 365d' },
  ];
  static override args = {
    key: Args.string({ description: 'Setting, such as sessions.scope.', required: true }),
    value: Args.string({ description: 'New value; lists with commas.', required: true }),
  };
  static override flags = dryRunFlag;
  static override exitCodes = ['3  config.json is damaged', '7  config.json cannot be read or written'];
  static override schema = () => import('../../cli/schemas/settings.ts').then((schemas) => schemas.settingChange);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(ConfigSet);
    const key = requireSettingKey(args.key);
    const value = requireValue(key, args.value);
    const { configFile } = findPaths({ env: process.env, platform: process.platform, cwd: currentFolder() });
    const before = settingsOfProcess();
    if (!flags['dry-run']) writeSetting(configFile, key, value);
    const wasSet = before.origins[key].kind === 'user';
    const undo = wasSet ? `loom config set ${key} ${settingText(before.values[key])}` : `loom config unset ${key}`;
    return {
      json: { key, before: before.values[key], value, path: configFile, dryRun: flags['dry-run'] },
      text: () => `${flags['dry-run'] ? 'Would set' : 'Set'} ${key} to ${settingText(value)}`,
      notes: flags['dry-run'] ? [] : [`Undo: ${undo}`],
      committed: `${key} in ${configFile}`,
    };
  }
}

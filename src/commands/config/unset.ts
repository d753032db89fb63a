import * as Args from '@oclif/core/args';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { dryRunFlag } from '../../cli/global-flags.ts';
import { requireSettingKey, settingText } from '../../cli/render/settings.ts';
import type { SettingKey } from '../../cli/settings/setting-keys.ts';
import { readOwnConfig, writeSetting } from '../../cli/settings/write-setting.ts';
import { findPaths } from '../../cli/store-paths.ts';
import { currentFolder } from '../../cli/system-sources.ts';

/** What stands in the file for a key, valid or not. */
function writtenValue(document: unknown, key: SettingKey): unknown {
  return key.split('.').reduce<unknown>((value, word) => {
    const member = typeof value === 'object' && value !== null && Object.hasOwn(value, word);
    return member ? (value as Record<string, unknown>)[word] : undefined;
  }, document);
}

export default class ConfigUnset extends LoomCommand {
  static override summary = 'Remove one setting from your config.json.';
  static override examples = [
    { description: 'Back to the default', command: '<%= config.bin %> config unset sessions.scope' },
  ];
  static override args = { key: Args.string({ description: 'Setting, such as sessions.scope.', required: true }) };
  static override flags = dryRunFlag;
  static override exitCodes = ['3  config.json is damaged', '7  config.json cannot be read or written'];
  static override schema = () => import('../../cli/schemas/settings.ts').then((schemas) => schemas.settingRemoval);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(ConfigUnset);
    const key = requireSettingKey(args.key);
    const { configFile } = findPaths({ env: process.env, platform: process.platform, cwd: currentFolder() });
    const before = writtenValue(readOwnConfig(configFile)?.document, key);
    const removes = before !== undefined;
    if (removes && !flags['dry-run']) writeSetting(configFile, key, undefined);
    const verb = flags['dry-run'] ? 'Would unset' : 'Unset';
    return {
      json: { key, before: before ?? null, path: configFile, dryRun: flags['dry-run'] },
      text: () => (removes ? `${verb} ${key}` : `${key} is not set in ${configFile}`),
      notes: removes && !flags['dry-run'] ? [`Undo: loom config set ${key} ${settingText(before)}`] : [],
    };
  }
}

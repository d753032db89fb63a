import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { originText, requireSettingKey, settingText } from '../../cli/render/settings.ts';
import { settingsOfProcess } from '../../cli/settings/settings-of-process.ts';

export default class ConfigGet extends LoomCommand {
  static override summary = 'Print the value of one setting.';
  static override examples = [
    { description: 'What lists show', command: '<%= config.bin %> config get sessions.scope' },
  ];
  static override args = { key: Args.string({ description: 'Setting, such as sessions.scope.', required: true }) };
  static override flags = { origin: Flags.boolean({ summary: 'Say where the value comes from.' }) };
  static override schema = () => import('../../cli/schemas/settings.ts').then((schemas) => schemas.setting);

  override async run(): Promise<Answer> {
    const { args, flags } = await this.parse(ConfigGet);
    const key = requireSettingKey(args.key);
    const settings = settingsOfProcess();
    const value = settings.values[key];
    const origin = originText(settings.origins[key]);
    return {
      json: { key, value, origin },
      text: () => (flags.origin ? `${settingText(value)}\t${origin}` : settingText(value)),
      warnings: settings.warnings,
    };
  }
}

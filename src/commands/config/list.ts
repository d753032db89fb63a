import * as Flags from '@oclif/core/flags';
import type { Answer } from '../../cli/answer.ts';
import { LoomCommand } from '../../cli/base-command.ts';
import { originText, settingText } from '../../cli/render/settings.ts';
import type { Settings } from '../../cli/settings/load-settings.ts';
import { SETTING_FACTS, SETTING_KEYS, type SettingKey } from '../../cli/settings/setting-keys.ts';
import { settingsOfProcess } from '../../cli/settings/settings-of-process.ts';
import { type Column, renderTable } from '../../cli/table.ts';

interface SettingRow {
  readonly key: SettingKey;
  readonly value: unknown;
  readonly origin: string;
  readonly summary: string;
}

function settingRows(settings: Settings): readonly SettingRow[] {
  return SETTING_KEYS.map((key) => ({
    key,
    value: settings.values[key],
    origin: originText(settings.origins[key]),
    summary: SETTING_FACTS[key].summary,
  }));
}

const KEY: Column<SettingRow> = { title: 'key', value: (row) => row.key };
const VALUE: Column<SettingRow> = { title: 'value', value: (row) => settingText(row.value) };
const ORIGIN: Column<SettingRow> = { title: 'origin', value: (row) => row.origin };
const SUMMARY: Column<SettingRow> = { title: 'about', value: (row) => row.summary, flexible: true };

export default class ConfigList extends LoomCommand {
  static override summary = 'List every setting and its value.';
  static override examples = [
    { description: 'Where each comes from', command: '<%= config.bin %> config list --origin' },
  ];
  static override flags = { origin: Flags.boolean({ summary: 'Say where each value comes from.' }) };
  static override schema = () => import('../../cli/schemas/settings.ts').then((schemas) => schemas.settingList);

  override async run(): Promise<Answer> {
    const { flags } = await this.parse(ConfigList);
    const settings = settingsOfProcess();
    const rows = settingRows(settings);
    const columns = [KEY, VALUE, flags.origin ? ORIGIN : SUMMARY];
    return { json: rows, text: (screen) => renderTable(rows, columns, screen), warnings: settings.warnings };
  }
}

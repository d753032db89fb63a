import { LoomError } from '../../kernel/loom-error.ts';
import { closest } from '../closest.ts';
import type { SettingOrigin } from '../settings/load-settings.ts';
import { parseSettingKey, SETTING_KEYS, type SettingKey } from '../settings/setting-keys.ts';

/** A value as it is typed: lists with commas. */
export function settingText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** Where a value comes from, in one word and a place. */
export function originText(origin: SettingOrigin): string {
  switch (origin.kind) {
    case 'default':
      return 'default';
    case 'environment':
      return `environment ${origin.variable}`;
    default:
      return `${origin.kind} ${origin.path}`;
  }
}

/** Reads a key typed by a person. Throws LoomError `usage` (`unknown-setting`) with a suggestion. */
export function requireSettingKey(text: string): SettingKey {
  const key = parseSettingKey(text);
  if (key !== undefined) return key;
  const guess = closest(text, SETTING_KEYS);
  throw new LoomError({
    kind: 'usage',
    code: 'unknown-setting',
    message: `unknown setting: ${text}`,
    hints: [...(guess === undefined ? [] : [`did you mean: ${guess}`]), 'loom config list'],
  });
}

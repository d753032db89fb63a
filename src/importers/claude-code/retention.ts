import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, numberField } from '../../kernel/json-fields.ts';
import { claudeFolder } from './places.ts';

/** Days after which Claude Code deletes a session where its settings do not say otherwise. */
const DEFAULT_DAYS = 30;

/** Days after which Claude Code deletes sessions on this machine: `cleanupPeriodDays` of the user's settings, else 30. */
export function claudeRetentionDays(env: Readonly<Record<string, string | undefined>>): number | null {
  const folder = claudeFolder(env);
  if (folder === undefined) return null;
  try {
    const settings: unknown = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'));
    const days = numberField(asObject(settings), 'cleanupPeriodDays');
    if (days === undefined) return DEFAULT_DAYS;
    return days > 0 ? days : null;
  } catch {
    return DEFAULT_DAYS;
  }
}

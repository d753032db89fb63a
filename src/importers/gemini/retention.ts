import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, field, objectField, textField } from '../../kernel/json-fields.ts';
import { geminiFolder } from './find.ts';

type Env = Readonly<Record<string, string | undefined>>;

const AGE = /^(\d+)([hdwm])$/;
const DAYS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30 };

/** Days after which the agent deletes sessions, as its settings say; null when they say nothing or turn it off. */
export function geminiRetentionDays(env: Env): number | null {
  const folder = geminiFolder(env);
  if (folder === undefined) return null;
  try {
    const settings = asObject(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')));
    const retention = objectField(objectField(settings, 'general'), 'sessionRetention');
    if (field(retention, 'enabled') !== true) return null;
    const [, count, unit] = AGE.exec(textField(retention, 'maxAge') ?? '') ?? [];
    return count === undefined || unit === undefined ? null : Number(count) * (DAYS[unit] ?? 1);
  } catch {
    return null;
  }
}

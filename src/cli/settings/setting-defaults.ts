import type { SettingValues } from './setting-keys.ts';

/** What holds where nobody says otherwise. Apart from the schemas, so that an unconfigured start does not load them. */
export const SETTING_DEFAULTS: SettingValues = {
  'retention.days': 'never',
  'retention.maxSessions': 'never',
  'retention.archiveAfter': 'never',
  'sessions.scope': 'project',
  'capture.sync': true,
  'memory.enabled': true,
  'digest.tokens': 1500,
  'project.labels': [],
  'policy.globs': [],
  'redaction.allow': [],
  'summarizer.command': [],
  'summarizer.timeout': 120,
  'summarizer.tokens': 100_000,
  'extractor.command': [],
  'extractor.timeout': 60,
  'extractor.tokens': 20_000,
};

/** The environment variable of a key: `retention.maxSessions` is LOOM_RETENTION_MAX_SESSIONS. */
export function settingVariable(key: keyof SettingValues): string {
  return `LOOM_${key
    .replace(/[A-Z]/g, (capital) => `_${capital}`)
    .replace('.', '_')
    .toUpperCase()}`;
}

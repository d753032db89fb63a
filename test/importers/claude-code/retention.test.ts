import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claudeRetentionDays } from '../../../src/importers/claude-code/retention.ts';

function withSettings(text: string | undefined): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'loom-retention-'));
  if (text !== undefined) writeFileSync(join(folder, 'settings.json'), text);
  return claudeRetentionDays({ CLAUDE_CONFIG_DIR: folder });
}

describe('how long Claude Code keeps sessions', () => {
  test.each([
    ['no settings file', undefined, 30],
    ['a settings file without the key', '{"theme":"dark"}', 30],
    ['a period', '{"cleanupPeriodDays":90}', 90],
    ['a period of zero, which never deletes', '{"cleanupPeriodDays":0}', null],
    ['a damaged settings file', '{"cleanup', 30],
    ['a period that is no number', '{"cleanupPeriodDays":"soon"}', 30],
  ])('%s', (_name, text, days) => {
    expect(withSettings(text)).toBe(days);
  });

  test('is unknown without a home folder', () => {
    expect(claudeRetentionDays({})).toBeNull();
  });
});

/** A private home and project, and the settings of agents in them. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openAgentSettings } from '../../../src/agent-settings/agent-settings.ts';
import type { AgentSettings, SettingsChange, SettingsWish } from '../../../src/app/ports/agent-settings.ts';
import { removeFolder } from '../../support/remove-folder.ts';

export interface SettingsBox {
  readonly home: string;
  readonly root: string;
  readonly records: string;
  readonly settings: AgentSettings;
  readonly write: (path: string, content: string | Buffer) => string;
  readonly read: (path: string) => string;
}

export function openSettingsBox(): SettingsBox {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'loom-init-')));
  onTestFinished(() => removeFolder(base));
  const [home, root, records] = [join(base, 'home'), join(base, 'harbour'), join(base, 'records')];
  for (const folder of [home, root]) mkdirSync(folder);
  const env = { HOME: home, PATH: join(base, 'bin') };
  return {
    home,
    root,
    records,
    settings: openAgentSettings({
      places: { env, home, root, isGit: true },
      program: { env, platform: 'linux' },
      records,
    }),
    write: (path, content) => {
      const full = join(base, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      return full;
    },
    read: (path) => readFileSync(join(base, path), 'utf8'),
  };
}

const WISH: SettingsWish = {
  action: 'install',
  scope: 'project',
  agents: ['claude-code'],
  program: '/opt/loom/bin/loom',
  withPermissions: false,
  withServers: false,
  withNotify: false,
  withGit: false,
};

/** Plans and makes everything; what was planned is returned. */
export function carryOut(box: SettingsBox, wish: Partial<SettingsWish> = {}): readonly SettingsChange[] {
  const changes = box.settings.plan({ ...WISH, ...wish });
  for (const change of changes) if (change.action !== 'refused') box.settings.apply(change);
  return changes;
}

export function planOnly(box: SettingsBox, wish: Partial<SettingsWish> = {}): readonly SettingsChange[] {
  return box.settings.plan({ ...WISH, ...wish });
}

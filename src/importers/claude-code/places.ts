import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Claude Code's own folder: `$CLAUDE_CONFIG_DIR`, else `~/.claude`; undefined without a home. */
export function claudeFolder(env: Env): string | undefined {
  const configured = env['CLAUDE_CONFIG_DIR'];
  if (configured !== undefined && configured !== '') return configured;
  const home = env['HOME'] ?? env['USERPROFILE'];
  return home === undefined || home === '' ? undefined : join(home, '.claude');
}

/** Where Claude Code keeps its sessions: `projects` in its folder. */
export function claudePlaces(env: Env): readonly string[] {
  const folder = claudeFolder(env);
  return folder === undefined ? [] : [join(folder, 'projects')];
}

import { join } from 'node:path';

/** Where Claude Code keeps its sessions: `projects` under `$CLAUDE_CONFIG_DIR`, else under `~/.claude`. */
export function claudePlaces(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const configured = env['CLAUDE_CONFIG_DIR'];
  if (configured !== undefined && configured !== '') return [join(configured, 'projects')];
  const home = env['HOME'] ?? env['USERPROFILE'];
  return home === undefined || home === '' ? [] : [join(home, '.claude', 'projects')];
}

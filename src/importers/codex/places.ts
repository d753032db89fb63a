import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Folders of the agent that hold session files. */
export const SESSION_FOLDERS = ['sessions', 'archived_sessions'] as const;

/** Where Codex keeps its sessions: `$CODEX_HOME`, else `~/.codex`; none without a home. */
export function codexPlaces(env: Env): readonly string[] {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const configured = env['CODEX_HOME'];
  const folder = configured === undefined || configured === '' ? (home ? join(home, '.codex') : undefined) : configured;
  return folder === undefined ? [] : SESSION_FOLDERS.map((name) => join(folder, name));
}

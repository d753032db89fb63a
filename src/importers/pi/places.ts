import { join } from 'node:path';
import type { Family } from './family.ts';

/** Where an agent of the family keeps its sessions: `sessions` in its folder; none without a home. */
export function piPlaces(family: Family, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const sessions = family.sessionsVariable === undefined ? undefined : env[family.sessionsVariable];
  if (sessions !== undefined && sessions !== '') return [sessions];
  const configured = family.folderVariable === undefined ? undefined : env[family.folderVariable];
  if (configured !== undefined && configured !== '') return [join(configured, 'sessions')];
  const home = env['HOME'] ?? env['USERPROFILE'];
  return home === undefined || home === '' ? [] : [join(home, family.folder, 'agent', 'sessions')];
}

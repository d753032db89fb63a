import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';
import { SESSION_FOLDERS } from './places.ts';

/** Files beside the sessions that are JSONL and hold no session. */
const NO_SESSIONS: ReadonlySet<string> = new Set(['history.jsonl', 'session_index.jsonl']);
const COMPRESSED = '.zst';

function isSessionName(name: string): boolean {
  if (NO_SESSIONS.has(name)) return false;
  if (name.startsWith('rollout-') && name.endsWith('.json')) return true;
  return name.endsWith('.jsonl') || name.endsWith(`.jsonl${COMPRESSED}`);
}

/** The folders of sessions, when the path is the agent's own folder. */
function sessionFolders(path: string): readonly string[] {
  if (basename(path) === 'sessions') return [path];
  const inside = SESSION_FOLDERS.map((name) => join(path, name)).filter((folder) => existsSync(folder));
  return inside.length > 0 ? inside : [path];
}

/** Whether a compressed file stands beside itself in plain: then the plain one is read. */
function isSuperseded({ path }: { readonly path: string }): boolean {
  return path.endsWith(COMPRESSED) && existsSync(path.slice(0, -COMPRESSED.length));
}

/** Finds session files, present and archived ones. */
export function* findCodexFiles(path: string): Generator<SourceFile | SkippedPath> {
  for (const folder of sessionFolders(path)) {
    for (const found of findFiles(folder, { wants: isSessionName })) {
      if (found.path === path || !isSuperseded(found)) yield found;
    }
  }
}

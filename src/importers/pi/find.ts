import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';

/** The folder of sessions, when the path is an agent's own folder. */
function sessionsFolder(path: string): string {
  const inside = [join(path, 'agent', 'sessions'), join(path, 'sessions')].find((folder) => existsSync(folder));
  return inside ?? path;
}

/** Finds session files, and those of subagents in the folders beside them. */
export function findPiFiles(path: string): Iterable<SourceFile | SkippedPath> {
  return findFiles(sessionsFolder(path), { wants: (name) => name.endsWith('.jsonl') });
}

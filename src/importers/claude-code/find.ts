import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';

/** Files beside the sessions that are JSONL and hold no session. */
const NO_SESSIONS: ReadonlySet<string> = new Set(['history.jsonl']);

/** The folder of sessions, when the path is Claude Code's own folder. */
function sessionsFolder(path: string): string {
  const projects = join(path, 'projects');
  return existsSync(projects) && existsSync(join(path, 'history.jsonl')) ? projects : path;
}

/** Finds session files: sessions, and subagents beside or below them. */
export function findClaudeFiles(path: string): Iterable<SourceFile | SkippedPath> {
  return findFiles(sessionsFolder(path), { wants: (name) => name.endsWith('.jsonl') && !NO_SESSIONS.has(name) });
}

import { join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The agent's own folder: `.gemini` in `$GEMINI_CLI_HOME`, else in the home folder. */
export function geminiFolder(env: Env): string | undefined {
  const home = env['GEMINI_CLI_HOME'] || env['HOME'] || env['USERPROFILE'];
  return home === undefined || home === '' ? undefined : join(home, '.gemini');
}

/** Where the Gemini CLI keeps its sessions: `tmp` in its folder. */
export function geminiPlaces(env: Env): readonly string[] {
  const folder = geminiFolder(env);
  return folder === undefined ? [] : [join(folder, 'tmp')];
}

const SESSION = /^(?:[^.].*session.*\.json|session-.*\.json|checkpoint.*\.json|[^.].*\.jsonl)$/;
/** Checkpoints of tools, and a repository of the agent's own: no sessions. */
const OTHERS: ReadonlySet<string> = new Set(['checkpoints', 'history', '.git', 'node_modules']);

/** Finds session files and saved chats. */
export function findGeminiFiles(path: string): Iterable<SourceFile | SkippedPath> {
  return findFiles(path, { wants: (name) => SESSION.test(name), enters: (name) => !OTHERS.has(name) });
}

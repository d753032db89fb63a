import { join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';
import { projectPlaces } from '../project-place.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What aider calls its history, inside the project. */
export const HISTORY_FILE = '.aider.chat.history.md';

/** Where aider keeps a history: where `$AIDER_CHAT_HISTORY_FILE` says, at the root of the project, in the home folder. */
export function aiderPlaces(env: Env, cwd?: string): readonly string[] {
  const named = env['AIDER_CHAT_HISTORY_FILE'];
  const home = env['HOME'] || env['USERPROFILE'];
  const places = [
    ...(named === undefined || named === '' ? [] : [named]),
    ...projectPlaces(cwd, HISTORY_FILE),
    ...(home === undefined || home === '' ? [] : [join(home, HISTORY_FILE)]),
  ];
  return [...new Set(places)];
}

/** Folders that hold no history of a person's. */
const OTHERS: ReadonlySet<string> = new Set(['node_modules', '.git', '.venv', '__pycache__']);

/** Finds histories, one for each project. */
export function findAiderFiles(path: string): Iterable<SourceFile | SkippedPath> {
  return findFiles(path, { wants: (name) => name === HISTORY_FILE, enters: (name) => !OTHERS.has(name) });
}

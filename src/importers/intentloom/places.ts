import { basename, dirname, join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';
import { projectPlaces } from '../project-place.ts';

type Env = Readonly<Record<string, string | undefined>>;

const MEMORY = join('.aif', 'memory');

/** Where intentloom keeps sessions and what it remembers: `.aif/memory` in the project. */
export function intentloomPlaces(_env: Env, cwd?: string): readonly string[] {
  return projectPlaces(cwd, MEMORY);
}

/** Whether a file lies in one of the folders of `.aif/memory`. */
export function liesIn(path: string, folder: 'sessions' | 'items'): boolean {
  const place = dirname(path);
  return basename(place) === folder && place.endsWith(join(MEMORY, folder));
}

/** The project that a file of `.aif/memory` belongs to; null for a file that lies elsewhere. */
export function intentloomProject(path: string): string | null {
  const isOne = liesIn(path, 'sessions') || liesIn(path, 'items');
  return isOne ? dirname(dirname(dirname(dirname(path)))) : null;
}

/** Finds session files. */
export function* findIntentloomSessions(path: string): Generator<SourceFile | SkippedPath> {
  const search = {
    wants: (name: string) => /^[^.].*\.jsonl?$/.test(name),
    enters: (name: string) => name !== 'items' && name !== 'node_modules' && name !== '.git',
  };
  for (const found of findFiles(path, search)) if (found.path === path || liesIn(found.path, 'sessions')) yield found;
}

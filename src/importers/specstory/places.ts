import { join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';
import { projectPlaces } from '../project-place.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where SpecStory writes: `.specstory/history` in the project. */
export function specstoryPlaces(_env: Env, cwd?: string): readonly string[] {
  return projectPlaces(cwd, join('.specstory', 'history'));
}

/** Documents are named after the time that their session began. */
const DOCUMENT = /^\d{4}-\d\d-\d\d_\d\d-\d\d.*\.md$/;
const OTHERS: ReadonlySet<string> = new Set(['node_modules', '.git', '.specstory-backup']);

/** Finds the documents of sessions. */
export function findSpecstoryFiles(path: string): Iterable<SourceFile | SkippedPath> {
  return findFiles(path, { wants: (name) => DOCUMENT.test(name), enters: (name) => !OTHERS.has(name) });
}

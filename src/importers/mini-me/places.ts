import { basename, dirname, join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';
import { projectPlaces } from '../project-place.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Sessions are named after the local time that they began at. */
export const SESSION_NAME = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-[0-9a-f]+$/;

/** Where mini-me keeps its sessions: `.mm/sessions` in the project. */
export function miniMePlaces(_env: Env, cwd?: string): readonly string[] {
  return projectPlaces(cwd, join('.mm', 'sessions'));
}

/** Finds session files. */
export function findMiniMeFiles(path: string): Iterable<SourceFile | SkippedPath> {
  const wants = (name: string): boolean => name.endsWith('.json') && SESSION_NAME.test(name.slice(0, -'.json'.length));
  return findFiles(path, { wants, enters: (name) => name !== 'node_modules' && name !== '.git' });
}

/** The project that a session file lies in; null for a file that lies elsewhere. */
export function miniMeProject(path: string): string | null {
  const folder = dirname(path);
  return basename(folder) === 'sessions' && basename(dirname(folder)) === '.mm' ? dirname(dirname(folder)) : null;
}

/** When a session began, by its name: local time, without zone. */
export function startOf(id: string): string | undefined {
  const found = SESSION_NAME.exec(id);
  if (found === null) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1);
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

import { basename, dirname, join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { SourceReader } from '../../app/ports/source-reader.ts';
import { findSessionFiles } from '../database-source.ts';
import { CAGENT_SESSIONS } from './database.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where cagent keeps its sessions. */
export function cagentPlaces(env: Env): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'];
  return home === undefined || home === '' ? [] : [join(home, '.cagent')];
}

const MAIN = 'session.db';
const WANTED = /^session\.db(?:\.(?!.*-(?:wal|shm)$).*bak.*)?$/;

/** Finds the sessions of the database, and those that only a backup beside it still holds. */
export function* findCagentSources(path: string, sources: SourceReader): Generator<SourceFile | SkippedPath> {
  const held = new Set<string>();
  const placeOf = (file: SourceFile): string => `${dirname(file.path)}#${file.part}`;
  const found = findSessionFiles(path, sources, { wants: (name) => WANTED.test(name), list: CAGENT_SESSIONS });
  for (const file of found) {
    if ('code' in file) yield file;
    else if (basename(file.path) === MAIN) {
      held.add(placeOf(file));
      yield file;
    } else if (!held.has(placeOf(file))) yield file;
  }
}

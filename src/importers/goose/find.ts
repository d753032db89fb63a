import { join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { SourceReader } from '../../app/ports/source-reader.ts';
import { findSessionFiles } from '../database-source.ts';
import { GOOSE_SESSIONS } from './database.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where goose keeps its sessions: below `$GOOSE_PATH_ROOT`, else in the data folder of the system, else where older ones did. */
export function goosePlaces(env: Env): readonly string[] {
  const root = env['GOOSE_PATH_ROOT'];
  if (root !== undefined && root !== '') return [join(root, 'data', 'sessions'), join(root, 'sessions')];
  const home = env['HOME'] || env['USERPROFILE'];
  if (home === undefined || home === '') return [];
  const data = env['XDG_DATA_HOME'] || join(home, '.local', 'share');
  const folders = [
    join(data, 'goose', 'sessions'),
    join(home, 'Library', 'Application Support', 'Block', 'goose', 'sessions'),
    join(home, '.goose', 'sessions'),
    join(home, '.config', 'goose', 'sessions'),
  ];
  const windows = env['APPDATA'];
  return windows === undefined ? folders : [...folders, join(windows, 'Block', 'goose', 'data', 'sessions')];
}

const WANTED = /^(?:sessions\.db|[^.].*\.jsonl|.*session.*\.json)$/;

/** Finds databases of sessions, older session files, and exports. */
export function findGooseSources(path: string, sources: SourceReader): Iterable<SourceFile | SkippedPath> {
  return findSessionFiles(path, sources, { wants: (name) => WANTED.test(name), list: GOOSE_SESSIONS });
}

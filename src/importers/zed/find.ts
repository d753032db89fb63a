import { join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { SourceReader } from '../../app/ports/source-reader.ts';
import { findSessionFiles } from '../database-source.ts';
import { ZED_THREADS } from './database.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where Zed keeps its threads, on any system. */
export function zedPlaces(env: Env): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'];
  const data = env['XDG_DATA_HOME'] || (home ? join(home, '.local', 'share') : undefined);
  const windows = env['LOCALAPPDATA'];
  const folders = [
    data === undefined ? undefined : join(data, 'zed'),
    home ? join(home, 'Library', 'Application Support', 'Zed') : undefined,
    windows ? join(windows, 'Zed') : undefined,
  ];
  return folders.flatMap((folder) => (folder === undefined ? [] : [join(folder, 'threads')]));
}

/** Finds databases of threads. */
export function findZedSources(path: string, sources: SourceReader): Iterable<SourceFile | SkippedPath> {
  return findSessionFiles(path, sources, { wants: (name) => name === 'threads.db', list: ZED_THREADS });
}

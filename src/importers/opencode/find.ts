import { basename, join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import type { SourceReader } from '../../app/ports/source-reader.ts';
import { findSessionFiles } from '../database-source.ts';
import { OPENCODE_SESSIONS } from './database.ts';
import { gatherTree } from './tree.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where opencode keeps its sessions, in files and databases alike: its folder in the user's data. */
export function opencodePlaces(env: Env): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'];
  const data = env['XDG_DATA_HOME'] || (home === undefined || home === '' ? undefined : join(home, '.local', 'share'));
  return data === undefined ? [] : [join(data, 'opencode')];
}

const WANTED = /^(?:ses[_-].*\.json|opencode.*\.db|.*opencode.*\.json)$/;
/** Folders of the older store that hold no session by themselves, and other things of the agent. */
const OTHERS: ReadonlySet<string> = new Set([
  'message',
  'part',
  'project',
  'session_diff',
  'session_share',
  'todo',
  'snapshot',
  'tool-output',
  'log',
  'bin',
  'node_modules',
  '.git',
]);

/**
 * Finds sessions: in databases, in the older tree of files, and as exports. One that lies in several stores, as a
 * migration leaves it, is read from the one that changed last.
 */
export function* findOpencodeSources(path: string, sources: SourceReader): Generator<SourceFile | SkippedPath> {
  const newest = new Map<string, SourceFile>();
  const search = {
    wants: (name: string) => WANTED.test(name),
    enters: (name: string) => !OTHERS.has(name),
    list: OPENCODE_SESSIONS,
  };
  for (const found of findSessionFiles(path, sources, search)) {
    if ('code' in found) {
      yield found;
      continue;
    }
    const file = found.part === undefined ? gatherTree(found) : found;
    const id = file.part ?? basename(file.path, '.json');
    const other = newest.get(id);
    if (other === undefined || other.mtimeNs < file.mtimeNs) newest.set(id, file);
  }
  yield* newest.values();
}

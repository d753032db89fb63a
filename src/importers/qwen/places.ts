import { join } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where Qwen Code keeps its sessions: `projects/<folder>/chats` in `.qwen`, older ones `tmp/<hash>/chats`. */
export function qwenPlaces(env: Env): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'];
  const folder = env['QWEN_HOME'] || (home === undefined || home === '' ? undefined : join(home, '.qwen'));
  return folder === undefined ? [] : [join(folder, 'projects'), join(folder, 'tmp')];
}

/** Finds session files. */
export function findQwenFiles(path: string): Iterable<SourceFile | SkippedPath> {
  return findFiles(path, { wants: (name) => /^[^.].*\.jsonl$/.test(name), enters: (name) => name !== 'node_modules' });
}

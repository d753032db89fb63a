import { join, sep } from 'node:path';
import type { SkippedPath, SourceFile } from '../../app/ports/importer.ts';
import { findFiles } from '../find-files.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where LevelCode keeps its sessions: `.levelcode/sessions/<project>`. */
export function levelcodePlaces(env: Env): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'];
  return home === undefined || home === '' ? [] : [join(home, '.levelcode', 'sessions')];
}

/** Finds session files. Indexes, locks, and what LevelCode remembers of a project are none. */
export function* findLevelcodeFiles(path: string): Generator<SourceFile | SkippedPath> {
  const wants = (name: string): boolean => name.endsWith('.jsonl') && !name.startsWith('.');
  for (const found of findFiles(path, { wants, enters: (name) => name !== 'memory' }))
    if (!found.path.includes(`${sep}memory${sep}`)) yield found;
}

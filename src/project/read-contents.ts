import { realpathSync } from 'node:fs';
import type { ContentNow } from '../app/ports/snapshots.ts';
import { contentNow, digestOf } from './content-reader.ts';
import { encodePath } from './git-path.ts';
import { readWorktreeFile, type WorktreeFile } from './read-worktree-file.ts';
import type { Looking } from './snapshots.ts';

/** A file as an agent reads it: what a link leads to, not where it leads. */
function readThrough(path: string | Buffer, limit: number): { readonly file: WorktreeFile; readonly linked: boolean } {
  const file = readWorktreeFile(path, limit);
  if (file.state !== 'file' || !file.link) return { file, linked: false };
  try {
    return { file: readWorktreeFile(realpathSync.native(path), limit), linked: true };
  } catch {
    return { file: { state: 'gone' }, linked: true };
  }
}

/** Digests files as they are now, links followed; paths are absolute. Each within the bound of one file, however many there are. */
export function readContents(looking: Looking, paths: readonly string[]): ReadonlyMap<string, ContentNow> {
  const digest = (bytes: Uint8Array) => digestOf(looking, bytes);
  return new Map(
    paths.map((path) => {
      const name = path.isWellFormed() ? path : encodePath(path);
      const { file, linked } = readThrough(name, looking.limits.fileBytes);
      return [path, { ...contentNow({ digest }, file), ...(linked ? { linked } : {}) }];
    }),
  );
}

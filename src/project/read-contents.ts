import type { ContentNow } from '../app/ports/snapshots.ts';
import { contentNow, digestOf } from './content-reader.ts';
import { encodePath } from './git-path.ts';
import { readWorktreeFile } from './read-worktree-file.ts';
import type { Looking } from './snapshots.ts';

/** Digests files as they are now; paths are absolute. Each within the bound of one file, however many there are. */
export function readContents(looking: Looking, paths: readonly string[]): ReadonlyMap<string, ContentNow> {
  const digest = (bytes: Uint8Array, link?: boolean) => digestOf(looking, bytes, link);
  return new Map(
    paths.map((path) => {
      const name = path.isWellFormed() ? path : encodePath(path);
      return [path, contentNow({ digest }, readWorktreeFile(name, looking.limits.fileBytes))];
    }),
  );
}
